// What a pointer on the board is meant for. Tracks side by side lie closer together than a finger or
// an unsteady hand is sure of, so a point near one counts for it, and one between two for both.

import { distanceToCell, type BoardShape } from './geometry.ts';

/** How near a pointer must come to a track, in CSS pixels: half of the smallest fair target. */
export const NEAR = 12;
/** A point is between two tracks if it is nearer to neither than by this, in CSS pixels. */
const EITHER = 4;

export interface Aim {
  track: number | null;
  /** The tracks side by side that may be meant, if it is not plain which. */
  between: number[];
}

interface Found {
  track: number;
  /** From the nearest cell's edge, nought on it. */
  distance: number;
  /** From the nearest cell's middle line. */
  aside: number;
}

/**
 * The track meant by a point of the board; `scale` is CSS pixels to a board unit.
 *
 * A click on a track is meant for it, one beside it rather for what can be claimed. A finger is
 * never sure which of the tracks side by side it is on: to it, all are beside.
 */
export function aimAt(
  board: BoardShape,
  x: number,
  y: number,
  scale: number,
  claimable: ReadonlySet<number>,
  byFinger = false,
): Aim {
  const near = tracksNear(board, x, y, NEAR / scale);
  if (!near[0]) return { track: null, between: [] };
  const beside = near.filter((found) => isSister(board, near[0]!.track, found.track));
  const first = near[0].distance > 0 ? (beside.find(hemmedIn(board)) ?? near[0]) : near[0];
  const can = beside.filter((found) => claimable.has(found.track));
  const isSure = first.distance === 0 && !byFinger;
  const meant = isSure || claimable.has(first.track) ? first : (can[0] ?? first);
  const between = can.filter(
    (found) => Math.abs(found.aside - meant.aside) * scale < EITHER && claimable.has(meant.track),
  );
  return { track: meant.track, between: between.map((found) => found.track) };
}

/**
 * A track between two others has no free space beside it. It gets both gaps, so that the space is
 * shared evenly.
 */
function hemmedIn(board: BoardShape): (found: Found) => boolean {
  return ({ track, distance }) => {
    // Sisters lie side by side in the board's order. From beyond one of them it is farther.
    const sisters = board.tracks.flatMap((_, i) => (isSister(board, track, i) ? [i] : []));
    const isOuter = track === sisters[0] || track === sisters.at(-1);
    return !isOuter && distance < board.cell[1];
  };
}

function tracksNear(board: BoardShape, x: number, y: number, reach: number): Found[] {
  const found: Found[] = [];
  board.tracks.forEach((track, number) => {
    let best: Found | null = null;
    for (const cell of track.cells) {
      if (Math.abs(cell[0] - x) > reach + board.cell[0]) continue;
      const distance = distanceToCell(x, y, cell, board.cell);
      if (distance > reach) continue;
      const turn = (-cell[2] * Math.PI) / 180;
      const aside = Math.abs((x - cell[0]) * Math.sin(turn) + (y - cell[1]) * Math.cos(turn));
      if (!best || distance < best.distance || (distance === best.distance && aside < best.aside))
        best = { track: number, distance, aside };
    }
    if (best) found.push(best);
  });
  return found.sort((a, b) => a.distance - b.distance || a.aside - b.aside);
}

function isSister(board: BoardShape, one: number, other: number): boolean {
  const [p, q] = [board.tracks[one], board.tracks[other]];
  return !!p && !!q && ((p.a === q.a && p.b === q.b) || (p.a === q.b && p.b === q.a));
}
