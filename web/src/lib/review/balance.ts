// How a game went for a seat as a stacked bar: result - start = luck + own + others + residual.

import type { SeatReport } from '../types/protocol.ts';

export const PARTS = ['luck', 'own', 'others', 'residual'] as const;
export type Part = (typeof PARTS)[number];

/** A piece of a bar: from where to where, as parts of its breadth. */
export interface Piece {
  part: Part;
  from: number;
  size: number;
}

/** How far the longest bars reach to either side of zero. */
export function reachOf(seats: readonly SeatReport[]): number {
  const sides = seats.flatMap((seat) => [sideOf(seat, 1), sideOf(seat, -1)]);
  return Math.max(0.1, ...sides);
}

function sideOf(seat: SeatReport, sign: 1 | -1): number {
  return PARTS.reduce((sum, part) => sum + Math.max(0, sign * seat[part]), 0);
}

/** The bar of a seat: gains to the right of the middle, losses to the left, one after the other. */
export function piecesOf(seat: SeatReport, reach: number): Piece[] {
  const end = { right: 0.5, left: 0.5 };
  return PARTS.flatMap((part) => {
    const size = Math.abs(seat[part]) / reach / 2;
    if (size < 1e-9) return [];
    if (seat[part] > 0) {
      end.right += size;
      return [{ part, from: end.right - size, size }];
    }
    end.left -= size;
    return [{ part, from: end.left, size }];
  });
}
