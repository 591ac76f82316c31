// The rows that were robbed: who took what by which cards. It is told where the row stood until its
// owner has moved again.

import type { CardType } from '../colours.ts';
import { t } from '../table/say.ts';
import { payment, type CardSet, type Words } from '../table/words.ts';
import type { Row, Step } from '../types/protocol.ts';

export interface Loss {
  /** Whose row it was. */
  seat: number;
  colour: CardType;
  /** How many cards of the colour, and locomotives on top. */
  cards: number;
  locomotives: number;
  /** Who robbed it, by which row. */
  thief: number;
  by: Row;
  /** The step in which it was lost. */
  seq: number;
}

/** The rows robbed by a step. */
export function robbedBy(step: Step): Loss[] {
  const laid = step.events.find((e) => e.event === 'laid');
  return step.events.flatMap((e) => {
    const by = laid?.rows.find((row) => row.colour === (e.event === 'robbed' ? e.colour : null));
    if (e.event !== 'robbed' || !laid || !by) return [];
    const { seat, colour, cards, locomotives } = e;
    return [{ seat, colour, cards, locomotives, thief: laid.seat, by, seq: step.seq }];
  });
}

/** The rows that were robbed since their owners last moved. */
export function lossesOf(steps: readonly Step[]): Loss[] {
  const undone = new Set(steps.flatMap((step) => step.undone));
  let losses: Loss[] = [];
  for (const step of steps) {
    if (step.kind !== 'action' || undone.has(step.seq)) continue;
    const isOver = step.events.some((e) => e.event === 'scoring');
    losses = isOver ? [] : losses.filter((loss) => loss.seat !== step.seat);
    if (!isOver) losses.push(...robbedBy(step));
  }
  return losses;
}

export function lostCards(loss: Pick<Loss, 'colour' | 'cards' | 'locomotives'>): CardSet {
  return payment(loss.colour, loss.cards + loss.locomotives, loss.locomotives);
}

/** A robbery in words for whoever looks from a seat. */
export function lossTold(loss: Loss, seat: number | null, words: Words): string {
  const facts = {
    thief: words.name(loss.thief),
    name: words.name(loss.seat),
    cards: words.cards(lostCards(loss)),
    by: words.cards(lostCards(loss.by)),
  };
  if (loss.seat === seat) return t('table.yard.lost.you', facts);
  return t(loss.thief === seat ? 'table.yard.lost.byYou' : 'table.yard.lost', facts);
}
