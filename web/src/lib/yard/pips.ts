// The pips of a ticket, and which card fills which.

import { CARDS, type CardType } from '../colours.ts';
import type { CardSet } from '../table/words.ts';

export interface Pip {
  colour: CardType;
  /** The card that lies on it: of its colour, or a locomotive. */
  card: CardType | null;
}

/** The pips of a ticket that asks for some cards, filled with those it was completed with. */
export function pipsOf(asked: CardSet, paid: CardSet = {}): Pip[] {
  const left = { ...paid };
  return CARDS.flatMap((colour) =>
    Array.from({ length: asked[colour] ?? 0 }, (): Pip => {
      const card = left[colour] ? colour : left.locomotive ? 'locomotive' : null;
      if (card) left[card] = (left[card] ?? 0) - 1;
      return { colour, card };
    }),
  );
}
