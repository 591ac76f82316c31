// An alternative as it is drawn in the yards: rows that are not laid, rows it would rob, and what
// would come into the hand.

import type { CardType } from '../colours.ts';
import type { Ghost } from '../table/ghosts.ts';
import type { Move, Row, View } from '../types/protocol.ts';

export interface YardGhost {
  seat: number;
  /** The rows it lays in the yard of that seat. */
  rows: Row[];
  /** What it takes: a card, one from the deck, or tickets. */
  takes: CardType | 'deck' | 'tickets' | null;
}

/** The rows that a move lays. */
export function rowsLaid(move: Move | undefined): Row[] {
  if (move?.do === 'lay') return [move];
  if (move?.do !== 'lay three') return [];
  return move.colours.map((colour) => ({ colour, cards: 1, locomotives: 0 }));
}

/** What an alternative looks like; null if nothing of it is seen in the yards. */
export function yardGhost({ move, seat }: Ghost, view: View): YardGhost | null {
  const rows = rowsLaid(move);
  const takes =
    move.do === 'tickets'
      ? 'tickets'
      : move.do !== 'draw'
        ? null
        : move.from === 'deck'
          ? 'deck'
          : ((view.market[move.from] ?? null) as CardType | null);
  return rows.length || takes ? { seat, rows, takes } : null;
}

/** Whether it robs the row of a colour in another's yard: what stands there makes way for it. */
export function robs(ghost: YardGhost, seat: number, colour: string): boolean {
  return seat !== ghost.seat && ghost.rows.some((row) => row.colour === colour);
}
