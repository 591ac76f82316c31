// What is seen of cards that change their place in The Card Game: hand to yard, yard to track, a
// robbed row to the discards, and after the last round from the opened track onto the tickets.

import { fly } from '../table/flights.ts';
import type { Words } from '../table/words.ts';
import type {
  CompletedEvent,
  LaidEvent,
  MovedEvent,
  RobbedEvent,
  SeenEvent,
  View,
} from '../types/protocol.ts';
import { pipsOf } from './pips.ts';

export type YardEvent = CompletedEvent | LaidEvent | MovedEvent | RobbedEvent;

/** Milliseconds between two cards of one move. */
export const BETWEEN = 70;

/** Milliseconds until a robbed row leaves: the other's cards land, then it shakes. */
const SHAKEN = 800;

interface Seen {
  words: Words;
  /** The viewer's seat. */
  seat: number | null;
  /** The view before the step. */
  before: View | null;
  /** All that happened in the step. */
  events: readonly SeenEvent[];
  /** The cards laid were dropped in the yard, and lie there. */
  dropped: boolean;
  /** How many cards this step has set flying already. */
  flying: number;
}

const yardOf = (seat: number): string => `[data-yard="${seat}"]`;

/** The rows of a seat whose top cards go to the track: those that stood, and were not just robbed. */
export function rowsMoved(
  seat: number,
  { before, events }: Pick<Seen, 'before' | 'events'>,
): string[] {
  const robbed = events.flatMap((e) => (e.event === 'robbed' && e.seat === seat ? [e.colour] : []));
  const yard = before?.players.find((player) => player.seat === seat)?.yard ?? {};
  return Object.keys(yard).filter((colour) => !robbed.some((lost) => lost === colour));
}

/** Let the cards of an event fly; returns how many. */
export function flyCards(event: YardEvent, seen: Seen): number {
  let n = 0;
  const send = (from: string, to: string, later = false): void =>
    fly(`${from} svg`, to, `${from} svg`, { delay: (seen.flying + n++) * BETWEEN, later });
  const yard = yardOf(event.seat);
  const own = event.seat === seen.seat;
  if (event.event === 'moved') {
    for (const colour of rowsMoved(event.seat, seen))
      send(`${yard} [data-row="${colour}"] .card:nth-last-child(2)`, `${yard} .stack`);
  } else if (event.event === 'robbed') {
    for (let i = event.cards + event.locomotives; i > 0; i--) {
      const from = `${yard} [data-row="${event.colour}"] .card:nth-child(${i}) svg`;
      fly(from, '[data-discards]', from, { delay: SHAKEN + n++ * BETWEEN });
    }
    return 0;
  } else if (event.event === 'laid') {
    if (own && seen.dropped) return 0;
    for (const { colour, cards, locomotives } of event.rows)
      for (let i = 1; i <= cards + locomotives; i++) {
        const card = i <= cards ? colour : 'locomotive';
        const take = i <= cards ? i : i - cards;
        const hand = `[data-pile="${card}"]`;
        const to = `${yard} [data-row="${colour}"] .card:nth-child(${i}) svg`;
        if (own) send(`:is(${hand} [data-take="${take}"], button${hand})`, to, true);
        else fly(`${yard} h2`, to, to, { delay: (seen.flying + n++) * BETWEEN, later: true });
      }
  } else if (own && event.ticket) {
    const ticket = `[data-ticket="${event.ticket}"]`;
    const pips = pipsOf(seen.words.ticketInfo(event.ticket)?.cards ?? {}, event.cards);
    for (const [i, { card }] of pips.entries()) {
      const open = `.track [data-pile="${card}"] .card:last-of-type`;
      if (document.querySelector(open)) send(open, `${ticket} [data-pip="${i}"]`);
      else send(`${yard} .stack .top`, ticket);
    }
  } else send(`${yard} .stack .top`, `${yard} h2`);
  return n;
}
