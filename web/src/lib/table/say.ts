// Words and numbers in the player's language; the one way from the table to the texts.

import { clock, list, maybe, roughly, signed, type Params } from '../i18n/index.ts';

export { clock, list, roughly, signed };

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
