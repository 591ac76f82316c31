// What a new step sets off besides the new position: sounds, flying cards, trains laid one by one,
// words for the screen reader.

import { announce } from '../announce.svelte.ts';
import type { Step, View } from '../types/protocol.ts';
import { lossTold, robbedBy } from '../yard/losses.ts';
import { flyCards } from '../yard/moves.ts';
import { fly } from './flights.ts';
import { linesOf, spoken } from './log.ts';
import type { Looks } from './looks.svelte.ts';
import { play as sound } from './sounds.ts';
import type { CardSet, Words } from './words.ts';

/** How long a completed ticket's path is lit, in milliseconds. */
const LIT = 2200;

export interface Happenings {
  words: Words;
  looks: Looks;
  seat: number | null;
  /** The Card Game: the cards laid were dropped in the yard. */
  dropped: boolean;
  /** Cards came into the own hand. */
  fresh(cards: CardSet): void;
}

export function happen(step: Step, before: View | null, after: View | null, on: Happenings): void {
  const { words, looks, seat } = on;
  const fresh: CardSet = {};
  if (step.kind === 'undo') sound('undo');
  if (step.kind === 'chat' && step.seat !== seat) sound('chat');
  let cards = 0;
  for (const event of step.events) {
    if (event.event === 'drew') {
      const from = event.from === 'deck' ? '[data-deck]' : `[data-place="${event.from}"]`;
      const own = event.seat === seat ? event.card : undefined;
      const to = own ? `[data-pile="${own}"]` : `[data-panel="${event.seat}"]`;
      const face = own && event.from === 'deck' ? `${to} svg` : `${from} svg`;
      fly(from, to, document.querySelector(face) ? face : `${from} svg`, {
        delay: cards++ * 120,
      });
      sound('card');
      if (own) fresh[own] = (fresh[own] ?? 0) + 1;
    } else if (event.event === 'claimed') {
      const track = words.trackInfo(event.track);
      looks.laying = event.track;
      sound('train', track?.length ?? 1);
      const { track: laid } = event;
      setTimeout(
        () => {
          if (looks.laying === laid) looks.laying = null;
        },
        (track?.length ?? 1) * 110 + 400,
      );
    } else if (
      event.event === 'moved' ||
      event.event === 'robbed' ||
      event.event === 'laid' ||
      event.event === 'completed'
    ) {
      cards += flyCards(event, {
        words,
        seat,
        before,
        events: step.events,
        dropped: on.dropped,
        flying: cards,
      });
      if (event.event === 'laid') sound('train', 2);
      else if (event.event === 'completed') sound('ticket');
      else sound(event.event === 'robbed' ? 'bump' : 'card');
    } else if (event.event === 'built') sound('train', 2);
    else if (event.event === 'kept') sound('ticket');
    else if (event.event === 'swept') sound('bump');
    else if (event.event === 'captured') sound('end');
    else if (event.event === 'last round') sound('last');
    else if (event.event === 'over') sound('end');
  }
  if (Object.keys(fresh).length) on.fresh(fresh);
  const lost = robbedBy(step).filter((loss) => loss.seat === seat);
  const said = [
    ...lost.map((loss) => lossTold(loss, seat, words)),
    ...linesOf(step, words).map((line) => spoken(line, words)),
  ];
  const turn = after?.to_act.includes(seat ?? -1) && step.events.some((e) => e.event === 'turn');
  if (turn) sound('turn');
  if (said.length) announce(said.join('. '));
}

/** Tickets completed by this step. */
export function newlyDone(before: View | null, after: View | null): string[] {
  const had = new Set(before?.tickets_done);
  return (after?.tickets_done ?? []).filter((t) => !had.has(t) && before?.tickets.includes(t));
}

/** Light up what joins the ends of each completed ticket, one after the other. */
export function lightPaths(
  tickets: readonly string[],
  paths: Readonly<Record<string, readonly string[]>>,
  looks: Looks,
): void {
  const [ticket, ...rest] = tickets;
  if (ticket === undefined) return;
  looks.ticket = ticket;
  looks.path = paths[ticket] ?? [];
  setTimeout(() => {
    // The end is being counted.
    if (looks.sight.length) return;
    // The player may be looking at something else by now.
    if (looks.ticket === ticket) {
      looks.path = [];
      looks.ticket = null;
    }
    lightPaths(rest, paths, looks);
  }, LIT);
}
