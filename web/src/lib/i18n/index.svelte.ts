// The page's texts in the player's language: t("key", { name: value }).

import en from './en/table.json';
import fr from './fr/table.json';

export type Locale = 'en' | 'fr';

const TEXTS: Record<Locale, Record<string, string>> = { en, fr };

function wanted(): Locale {
  const kept = localStorage.getItem('branchline.language');
  const first = kept ?? navigator.language;
  return first.startsWith('fr') ? 'fr' : 'en';
}

let current = $state<Locale>(wanted());

export function locale(): Locale {
  return current;
}

export function setLocale(language: Locale): void {
  current = language;
  localStorage.setItem('branchline.language', language);
}

export function t(key: string, params: Record<string, string | number> = {}): string {
  const text = TEXTS[current][key] ?? TEXTS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name: string) => String(params[name] ?? all));
}
