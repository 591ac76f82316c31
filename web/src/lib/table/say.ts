// Words and numbers in the player's language; the one way from the table to the texts.

import {
  capital,
  clock,
  list,
  maybe,
  roughly,
  signed,
  t,
  type Counted,
  type Params,
} from '../i18n/index.ts';

export { capital, clock, list, maybe, roughly, signed, t };

/** A number of things, in the form the language has for it. */
export function some(key: Counted, n: number, params: Params = {}): string {
  return t(key, { n, ...params });
}
