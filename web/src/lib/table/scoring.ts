// The final scoring as a row of moments: each seat's failed tickets and completed ones, then the
// bonuses. Seats come in turn order, so that the order tells nothing of who is ahead.

import type { Score, SeatScore, View } from '../types/protocol.ts';
import { capital, list, maybe, signed, some, t } from './say.ts';
import type { Words } from './words.ts';

/** One moment of the count: what is counted and for whom, and what the map shows meanwhile. */
export interface Moment {
  kind: 'failed' | 'done' | 'path' | 'bonus' | 'held' | 'city';
  title: string;
  /** Whose points it changes, each by so many. */
  seats: number[];
  points: number;
  ticket: string | null;
  /** The tracks to light, in the order of the trail. */
  path: string[];
  /** The cities that must be seen: both ends of a ticket or of a path. */
  cities: string[];
  /** What everybody has of what a bonus is given for, the most first. */
  compared: { seat: number; n: number }[];
}

type Bonus = Pick<Moment, 'kind'> & Partial<Moment>;

/** The order in which the bonuses are given. */
const BONUSES = ['longest path', 'most tickets', 'alvin'];

export function bonusName(name: string, words: Words): string {
  return capital(maybe(`table.bonus.${name}`) ?? words.city(name));
}

/** Whether completed tickets were seen and scored in play: from a track, and not face down. */
function isPaid(view: View, words: Words): boolean {
  return words.board.mechanics.includes('rail_yard') && !view.options['closed_tickets'];
}

/** What a seat has before the count: what is on its panel, or would be if it were no secret. */
export function scoredBefore(seat: SeatScore, view: View, words: Words): number {
  const points = view.players[seat.seat]?.points ?? 0;
  const hidden = words.board.mechanics.includes('rail_yard') && !isPaid(view, words);
  const done = seat.tickets.filter((x) => x.done).reduce((sum, x) => sum + x.points, 0);
  return hidden ? points - done : points;
}

/**
 * All that is counted when the game is over. What players have scored before is on their panels
 * already: routes, captures, and the tickets that are completed openly from a track.
 */
export function momentsOf(score: Score, view: View, words: Words): Moment[] {
  const first = view.first_seat;
  const turns = [...score.seats.slice(first), ...score.seats.slice(0, first)];
  const cities = Object.entries(words.board.big_cities).sort(([, a], [, b]) => a - b);
  return [
    ...turns.flatMap((seat) => ticketsOf(seat, view, words)),
    ...[...BONUSES, ...cities.map(([city]) => city)].flatMap((name) => {
      const seats = score.seats.filter((s) => s.bonuses[name]);
      const [one] = seats;
      if (!one) return [];
      const points = one.bonuses[name] ?? 0;
      const { kind, ...more } = bonusOf(name, seats, score, view, words);
      const title = bonusName(name, words);
      const of = { seats: seats.map((s) => s.seat), points, ticket: null, path: [], cities: [] };
      return [{ kind, title, ...of, compared: [], ...more }];
    }),
  ];
}

function ticketsOf(seat: SeatScore, view: View, words: Words): Moment[] {
  const counted = [
    ...seat.tickets.filter((x) => !x.done),
    ...seat.tickets.filter((x) => x.done && !isPaid(view, words)),
  ];
  return counted.map((x) => {
    const ticket = words.ticketInfo(x.ticket);
    const ends = [...(ticket?.starts ?? []), ...(ticket?.ends ?? [])];
    const along = new Set(x.path.flatMap((id) => words.trackInfo(id)?.ends ?? []));
    return {
      kind: x.done ? 'done' : 'failed',
      title: t(x.done ? 'table.final.doneTicket' : 'table.final.failedTicket'),
      seats: [seat.seat],
      points: x.done ? x.points : -x.points,
      ticket: x.ticket,
      path: x.path,
      // Of a zone, only where the path ends.
      cities: x.path.length ? ends.filter((city) => along.has(city)) : ends,
      compared: [],
    };
  });
}

function bonusOf(name: string, seats: SeatScore[], score: Score, view: View, words: Words): Bonus {
  const compare = (of: (seat: SeatScore) => number): Moment['compared'] =>
    score.seats
      .map((s) => ({ seat: s.seat, n: of(s) }))
      .sort((a, b) => b.n - a.n || a.seat - b.seat);
  if (name === 'longest path')
    return {
      kind: 'path',
      path: seats.flatMap((s) => s.longest_path.tracks),
      cities: seats.flatMap((s) => trailEnds(s.longest_path.tracks, words)),
      compared: compare((s) => s.longest_path.length),
    };
  if (name === 'most tickets') return { kind: 'bonus', compared: compare((s) => s.tickets_done) };
  if (name === 'alvin')
    return {
      kind: 'held',
      title: t('table.final.alvin', { name: words.names(seats.map((s) => s.seat)) }),
      cities: view.alvin === null ? [] : [view.alvin],
    };
  const names = (id: string): boolean => {
    const ticket = words.ticketInfo(id);
    return !!ticket && [...ticket.starts, ...ticket.ends].includes(name);
  };
  return {
    kind: 'city',
    cities: [name],
    title: t('table.final.city', { city: words.city(name) }),
    compared: compare((s) => s.tickets.filter((x) => x.done && names(x.ticket)).length),
  };
}

/** The two cities between which a trail runs; the same one twice if it runs in a ring. */
export function trailEnds(trail: readonly string[], words: Words): string[] {
  const tracks = trail.map((id) => words.trackInfo(id)?.ends ?? []);
  for (const start of tracks[0] ?? []) {
    let at: string | undefined = start;
    for (const ends of tracks)
      at = at !== undefined && ends.includes(at) ? ends.find((c) => c !== at) : undefined;
    if (at !== undefined) return [start, at];
  }
  return [];
}

/** A moment as plain words, for a screen reader. */
export function momentSpoken(moment: Moment, words: Words): string {
  const what = moment.ticket
    ? t(moment.kind === 'done' ? 'table.final.done' : 'table.final.failed', {
        ticket: words.ticketEnds(moment.ticket).join('–'),
      })
    : moment.title;
  const had = moment.compared.map(({ seat, n }) => `${words.name(seat)} ${comparedIn(moment, n)}`);
  const who = `${words.names(moment.seats)} ${some('table.n.point', moment.points)}`;
  return [what, list(had), who].filter(Boolean).join('. ');
}

/** How much somebody has of what a bonus is given for. */
export function comparedIn(moment: Moment, n: number): string {
  return moment.kind === 'path' ? some('table.n.space', n) : some('table.final.ticketsDone', n);
}

/** Who won, and what decided where the points did not. */
export function verdict(score: Score, words: Words): string {
  const names = words.names(score.winners);
  const how = score.decided_by;
  return t(`table.final.${score.winners.length > 1 ? 'share' : 'win'}.${how}`, { names });
}

export { signed };
