// The count at the end: how far it has come, and what the players' panels show meanwhile.

import type { Position } from '../types/protocol.ts';
import { momentsOf, scoredBefore, type Moment } from './scoring.ts';
import type { Words } from './words.ts';

interface Ended {
  position: Position;
  words: Words;
}

export class Finale {
  /** Whether the end is counted: whoever comes when the game is over sees the outcome at once. */
  #counts = $state(false);
  #at = $state(0);
  /** The count waits until somebody goes on. */
  waits = $state(false);
  /** The table of points was put away to look at the map. */
  isAway = $state(false);
  readonly #ended: () => Ended;
  readonly moments: Moment[] = $derived.by(() => {
    const { position, words } = this.#ended();
    return position.result ? momentsOf(position.result, position.view, words) : [];
  });

  constructor(ended: () => Ended) {
    this.#ended = ended;
  }

  /** What is being counted; null before the end and after the count. */
  get moment(): Moment | null {
    return this.#counts ? (this.moments[this.#at] ?? null) : null;
  }

  /** How many moments have been, the present one too. */
  get done(): number {
    return this.#at + 1;
  }

  /** What a panel shows: no more than what has been counted; null while points are a secret. */
  points(seat: number): number | null {
    const { position, words } = this.#ended();
    const score = position.result?.seats.find((s) => s.seat === seat);
    if (!score) return position.view.players[seat]?.points ?? null;
    if (!this.moment) return score.total;
    const counted = this.moments.slice(0, this.#at + 1).filter((m) => m.seats.includes(seat));
    return counted.reduce((sum, m) => sum + m.points, scoredBefore(score, position.view, words));
  }

  /** The position as the table shows it: tickets that lay face down are turned up by the count. */
  get position(): Position {
    const { position } = this.#ended();
    if (!this.moment || !position.view.options['closed_tickets']) return position;
    const up = this.moments.slice(0, this.#at + 1).map((m) => m.ticket);
    const players = position.view.players.map((player) => ({
      ...player,
      completed: player.completed.filter((id) => up.includes(id)),
    }));
    return { ...position, view: { ...position.view, players } };
  }

  /** What the moment brings a seat; null if nothing. */
  gain(seat: number): number | null {
    return this.moment?.seats.includes(seat) ? this.moment.points : null;
  }

  /** Whether a seat is known to have won: not before all is counted. */
  hasWon(seat: number): boolean {
    const { result } = this.#ended().position;
    return !this.moment && !!result?.winners.includes(seat);
  }

  /** Count from the beginning when the end comes, or again. */
  restart(): void {
    this.#counts = true;
    this.#at = 0;
    this.waits = this.isAway = false;
  }

  next(): void {
    this.#at += 1;
  }

  skip(): void {
    this.#at = this.moments.length;
  }
}
