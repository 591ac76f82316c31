// Where the curve of win shares is drawn: moments from left to right, shares from 0 below to 1 above.

import type { ChanceEvent, Decision, Moment } from '../types/protocol.ts';
import { isLucky, markedOf, markOf, type Fortune, type Mark } from './report.ts';

export interface Field {
  width: number;
  height: number;
  /** What is kept free on each side. */
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The last step. */
  last: number;
}

/** A mark on the curve, and the moment it leads to. */
export interface Spot {
  step: number;
  seat: number;
  mark: Mark;
  x: number;
  y: number;
}

/** A rare draw, below the curve. */
export interface Draw {
  step: number;
  seat: number;
  lucky: boolean;
  very: boolean;
  x: number;
}

const rounded = (n: number): number => Math.round(n * 10) / 10;

export function xOf(field: Field, step: number): number {
  const room = field.width - field.left - field.right;
  return rounded(field.left + (field.last ? step / field.last : 0) * room);
}

export function yOf(field: Field, share: number): number {
  const room = field.height - field.top - field.bottom;
  return rounded(field.top + (1 - share) * room);
}

/** The line of a seat as the points of a polyline. */
export function lineOf(field: Field, curve: readonly Moment[], seat: number): string {
  return curve
    .map((one) => `${xOf(field, one.step)},${yOf(field, one.shares[seat] ?? 0)}`)
    .join(' ');
}

/** The band of the 95% interval round a seat's line, as the points of a polygon. */
export function bandOf(field: Field, curve: readonly Moment[], seat: number): string {
  const edge = (sign: number): string[] =>
    curve.map((one) => {
      const share = (one.shares[seat] ?? 0) + sign * (one.errors[seat] ?? 0);
      return `${xOf(field, one.step)},${yOf(field, Math.min(1, Math.max(0, share)))}`;
    });
  return [...edge(1), ...edge(-1).reverse()].join(' ');
}

/** The moment that is meant by a place on the curve. */
export function stepAt(field: Field, x: number): number {
  const room = field.width - field.left - field.right;
  const part = room > 0 ? (x - field.left) / room : 0;
  return Math.round(Math.min(1, Math.max(0, part)) * field.last);
}

export function spotsOf(
  field: Field,
  curve: readonly Moment[],
  decisions: readonly Decision[],
  seat: number | null,
): Spot[] {
  return markedOf(decisions, seat).flatMap((one) => {
    const mark = markOf(one);
    const share = curve[one.step]?.shares[one.seat];
    if (!mark || share === undefined) return [];
    return [
      { step: one.step, seat: one.seat, mark, x: xOf(field, one.step), y: yOf(field, share) },
    ];
  });
}

/** The rare draws, each at the moment after it. */
export function drawsOf(
  field: Field,
  chances: readonly ChanceEvent[],
  fortunes: ReadonlyMap<number, Fortune>,
  seat: number | null,
): Draw[] {
  return chances.flatMap((one) => {
    const fortune = fortunes.get(one.step);
    if (!fortune || (seat !== null && one.seat !== seat)) return [];
    const very = fortune === 'veryLucky' || fortune === 'veryUnlucky';
    const x = xOf(field, one.step + 1);
    return [{ step: one.step + 1, seat: one.seat, lucky: isLucky(fortune), very, x }];
  });
}

/** The mark that a click close to it means. */
export function spotAt(spots: readonly Spot[], x: number, y: number, near: number): Spot | null {
  let best: Spot | null = null;
  let least = near;
  for (const spot of spots) {
    const away = Math.hypot(spot.x - x, spot.y - y);
    if (away <= least) [best, least] = [spot, away];
  }
  return best;
}
