// Words and numbers in the player's language; the one door from the table to the texts.

import { language, list, maybe, type Params } from '../i18n/index.ts';

export { list };

/** A text whose name may be put together, as of a reason or a colour. */
export function t(key: string, params: Params = {}): string {
  return maybe(key, params) ?? key;
}

/** A number of things, in the form the language has for it. */
export function some(key: string, n: number, params: Params = {}): string {
  return t(key, { n, ...params });
}

/** True if there is a text of that name. */
export function has(key: string): boolean {
  return maybe(key) !== undefined;
}

export function clock(at: number): string {
  const form = { hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(language(), form).format(at * 1000);
}

export function signed(n: number): string {
  return new Intl.NumberFormat(language(), { signDisplay: 'exceptZero' }).format(n);
}
