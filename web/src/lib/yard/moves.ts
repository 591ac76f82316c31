// What is seen of cards that change their place in The Card Game: hand to yard, yard to track, a
// robbed row to the discards, and after the last round from the opened track onto the tickets.

import { fly } from '../table/flights.ts';
import type { Words } from '../table/words.ts';
import type { CompletedEvent, LaidEvent, MovedEvent, RobbedEvent } from '../types/protocol.ts';
import { pipsOf } from './pips.ts';

export type YardEvent = CompletedEvent | LaidEvent | MovedEvent | RobbedEvent;

/** Milliseconds between two cards of one move. */
export const BETWEEN = 70;

interface Seen {
  words: Words;
  /** The viewer's seat. */
  seat: number | null;
  /** The cards laid were dropped in the yard, and lie there. */
  dropped: boolean;
  /** How many cards this step has set flying already. */
  flying: number;
}

const yardOf = (seat: number): string => `[data-yard="${seat}"]`;

/** Let the cards of an event fly; returns how many. */
export function flyCards(event: YardEvent, seen: Seen): number {
  let n = 0;
  const send = (from: string, to: string, later = false): void =>
    fly(`${from} svg`, to, `${from} svg`, { delay: (seen.flying + n++) * BETWEEN, later });
  const yard = yardOf(event.seat);
  const own = event.seat === seen.seat;
  if (event.event === 'moved') {
    for (const row of document.querySelectorAll<HTMLElement>(`${yard} [data-row]`))
      send(
        `${yard} [data-row="${row.dataset['row'] ?? ''}"] .card:nth-last-child(2)`,
        `${yard} .stack`,
      );
  } else if (event.event === 'robbed') {
    for (let i = event.cards + event.locomotives; i > 0; i--)
      send(`${yard} [data-row="${event.colour}"] .card:nth-child(${i})`, '[data-discards]');
  } else if (event.event === 'laid') {
    if (own && seen.dropped) return 0;
    for (const { colour, cards, locomotives } of event.rows)
      for (let i = 1; i <= cards + locomotives; i++) {
        const card = i <= cards ? colour : 'locomotive';
        const take = i <= cards ? i : i - cards;
        const hand = `[data-pile="${card}"]`;
        const to = `${yard} [data-row="${colour}"] .card:nth-child(${i})`;
        if (own) send(`:is(${hand} [data-take="${take}"], button${hand})`, to, true);
        else
          fly(`${yard} h2`, to, `${to} svg`, { delay: (seen.flying + n++) * BETWEEN, later: true });
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
