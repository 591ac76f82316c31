// Words and numbers in the player's language; the one door from the table to the texts.

import { locale, t } from '../i18n/index.svelte.ts';

export { locale, t };

/** A number of things: `key.one` or `key.other` by the language's plural. */
export function some(key: string, n: number, params: Record<string, string | number> = {}): string {
  const form = new Intl.PluralRules(locale()).select(n) === 'one' ? 'one' : 'other';
  return t(`${key}.${form}`, { n, ...params });
}

/** True if there is a text of that name. */
export function has(key: string): boolean {
  return t(key) !== key;
}

export function list(words: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'conjunction' }).format(words);
}

export function either(words: string[]): string {
  return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(words);
}

export function clock(at: number): string {
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(at * 1000);
}

export function signed(n: number): string {
  return new Intl.NumberFormat(locale(), { signDisplay: 'exceptZero' }).format(n);
}
