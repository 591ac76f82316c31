// The final scoring as a row of pictures: failed tickets, completed ones, longest path, bonuses.

import type { Score, SeatScore } from '../types/protocol.ts';
import { maybe, signed, some, t } from './say.ts';
import type { Words } from './words.ts';

export interface Frame {
  seat: number;
  text: string;
  points: number;
  ticket: string | null;
  path: string[];
  /** The seat's total once this is counted. */
  total: number;
  long: number;
}

export function bonusName(name: string, words: Words): string {
  return maybe(`table.bonus.${name}`) ?? words.city(name);
}

/** Frames from the last seat to the winner, each seat's in the order the rules count. */
export function framesOf(score: Score, words: Words): Frame[] {
  const frames: Frame[] = [];
  const bestPath = Math.max(0, ...score.seats.map((s) => s.longest_path.length));
  for (const seat of [...score.seats].sort((a, b) => b.rank - a.rank || a.seat - b.seat)) {
    let total = seat.routes;
    const add = (text: string, points: number, more: Partial<Frame> = {}): void => {
      total += points;
      frames.push({
        seat: seat.seat,
        text,
        points,
        ticket: null,
        path: [],
        total,
        long: 1100,
        ...more,
      });
    };
    for (const x of seat.tickets.filter((x) => !x.done))
      add(t('table.final.failed', { ticket: words.ticketEnds(x.ticket).join('–') }), -x.points, {
        ticket: x.ticket,
      });
    for (const x of seat.tickets.filter((x) => x.done))
      add(t('table.final.done', { ticket: words.ticketEnds(x.ticket).join('–') }), x.points, {
        ticket: x.ticket,
        path: x.path,
      });
    if (seat.longest_path.length > 0 && seat.longest_path.length === bestPath)
      add(some('table.final.longest', seat.longest_path.length), bonusOf(seat, 'longest path'), {
        path: seat.longest_path.tracks,
        long: 1800,
      });
    for (const [name, points] of Object.entries(seat.bonuses))
      if (name !== 'longest path' && points) add(bonusName(name, words), points);
  }
  return frames;
}

function bonusOf(seat: SeatScore, name: string): number {
  return seat.bonuses[name] ?? 0;
}

/** Who won, and what decided where the points did not. */
export function verdict(score: Score, words: Words): string {
  const names = words.names(score.winners);
  const how = score.decided_by;
  return t(`table.final.${score.winners.length > 1 ? 'share' : 'win'}.${how}`, { names });
}

export { signed };
