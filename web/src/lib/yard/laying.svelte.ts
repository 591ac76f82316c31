// The cards taken up from the hand to be laid in the yard, and the action they make.

import type { CardType } from '../colours.ts';
import type { Play } from '../table/play.svelte.ts';
import { cardsLaid, type CardSet } from '../table/words.ts';
import { rowsLaid } from './ghost.ts';

/** Whose row would be robbed, and of what. */
export interface Robbery {
  colour: CardType;
  seat: number;
  cards: number;
}

const count = (cards: CardSet): number => Object.values(cards).reduce((sum, n) => sum + n, 0);

/** Every card of the one is among the other. */
function within(few: CardSet, many: CardSet): boolean {
  return Object.entries(few).every(([card, n]) => n <= (many[card as CardType] ?? 0));
}

export class Laying {
  private readonly play: Play;
  /** What is taken up. */
  cards = $state.raw<CardSet>({});
  /** Each colour touched counts as one card of three, on devices without room for single cards. */
  three = $state(false);
  /** The cards taken up follow the pointer. */
  dragging = $state(false);
  /** They were dropped in the yard: they need not fly there. */
  dropped = false;
  private readonly ways = $derived.by(() =>
    [...this.play.of('lay'), ...this.play.of('lay three')].map((action) => ({
      action,
      cards: cardsLaid(action.move),
    })),
  );
  /** The action that lays exactly what is taken up. */
  readonly action = $derived.by(() => {
    const n = count(this.cards);
    const found = this.ways.find((w) => count(w.cards) === n && within(this.cards, w.cards));
    return found?.action ?? null;
  });
  /** Colours of which a suit can be laid. */
  readonly suits = $derived.by(
    () => new Set<CardType>(this.play.of('lay').map((a) => a.move.colour)),
  );
  /** Colours that can be one of three. */
  readonly singles = $derived.by(
    () => new Set<CardType>(this.play.of('lay three').flatMap((a) => a.move.colours)),
  );
  /** A pile touched is one of three colours: it was asked for, or no suit can be laid. */
  readonly inThrees = $derived.by(
    () => this.singles.size > 0 && (this.three || this.suits.size === 0),
  );
  /** The piles that can be touched, on devices without room for single cards. */
  readonly piles = $derived.by(() => (this.inThrees ? this.singles : this.suits));
  /** The rows that would be laid, or are on their way into the yard. */
  readonly rows = $derived.by(() => rowsLaid(this.action?.move ?? this.play.store.pending?.move));
  /** The rows that they rob. */
  readonly robs = $derived.by((): Robbery[] => {
    const previews = this.play.store.position?.previews?.lays ?? {};
    return this.rows.flatMap(({ colour }) => {
      const row = previews[colour];
      return row ? [{ colour, seat: row.robs, cards: row.cards + row.locomotives }] : [];
    });
  });

  constructor(play: Play) {
    this.play = play;
  }

  /** True if there is anything to lay now. */
  get possible(): boolean {
    return this.ways.length > 0;
  }
  get any(): boolean {
    return count(this.cards) > 0;
  }

  clear(): void {
    this.cards = {};
    this.three = this.dragging = this.dropped = false;
  }

  private leads(cards: CardSet): boolean {
    return this.ways.some((w) => within(cards, w.cards));
  }

  /** Have so many of a card taken up. What does not go together with them is put down. */
  take(card: CardType, n: number): void {
    this.play.refusal = null;
    const others: CardSet = { ...this.cards };
    delete others[card];
    if (n === 0) {
      this.cards = others;
      return;
    }
    const kept: CardSet = others.locomotive ? { locomotive: others.locomotive } : {};
    const found = [others, kept, {}]
      .map((rest): CardSet => ({ ...rest, [card]: n }))
      .find((cards) => this.leads(cards));
    if (found) this.cards = found;
    else this.play.explainLay(card);
  }

  /** A whole pile was touched: take up the longest suit of it with the fewest locomotives. */
  pick(card: CardType): void {
    const held = this.cards[card] ?? 0;
    const suit = this.play
      .of('lay')
      .filter((a) => a.move.colour === card)
      .sort((a, b) => b.move.cards - a.move.cards || a.move.locomotives - b.move.locomotives)[0];
    if (held && !this.three && suit) this.cards = {};
    else if (suit && !this.three) this.cards = cardsLaid(suit.move);
    else this.take(card, held ? 0 : 1);
  }

  /** Lay what is taken up, if it can be laid. */
  lay(): void {
    if (this.action) this.play.do(this.action);
  }
}
