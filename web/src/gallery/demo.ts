// Invented positions for the gallery: the same each time.

import type { BoardShape } from '../lib/board/geometry.ts';
import type { BoardLights, BoardState } from '../lib/board/state.ts';
import { COLOURS, LIVERIES, type Colour } from '../lib/colours.ts';

/** A small generator, so that the pictures do not change from one look to the next. */
function dice(seed: number): (n: number) => number {
  let s = seed;
  return (n) => {
    s = (s * 1103515245 + 12345) & 0x7fffffff;
    return Math.floor((s / 0x7fffffff) * n);
  };
}

export function demo(board: BoardShape, kind: string): { state: BoardState; lights: BoardLights } {
  const roll = dice(7);
  const beds = board.tracks.flatMap((t, i) => (t.colour === null ? [i] : []));
  const built: (Colour | null)[] = board.tracks.map(() => null);
  const owner: (number | null)[] = board.tracks.map(() => null);
  const cut = new Set<number>();
  if (kind !== 'empty') {
    for (const bed of beds) {
      const face = roll(10);
      if (face < 5) built[bed] = COLOURS[roll(8)] ?? null;
      else if (face === 5) cut.add(bed);
    }
    board.tracks.forEach((track, i) => {
      if (roll(100) < 30 && (track.colour !== null || built[i])) owner[i] = roll(LIVERIES.length);
    });
  }
  const free = board.tracks.flatMap((_, i) => (owner[i] === null && !cut.has(i) ? [i] : []));
  const state: BoardState = { owner, liveries: LIVERIES, built, cut };
  if (board.game === 'old_west' && kind !== 'empty') {
    state.markers = [0, 1, 2, 3, 4, 5].map((seat) => ({ city: 3 + seat * 6, seat }));
    state.figure = board.cities.findIndex((c) => c.id === 'roswell');
  }
  const lights: BoardLights = {};
  if (kind === 'choose') {
    lights.claimable = new Set(free.filter((_, i) => i % 4 === 0));
    lights.worthy = new Set(free.filter((_, i) => i % 12 === 0));
    lights.last = new Set([owner.findIndex((seat) => seat !== null)]);
    const ghost = free[8];
    if (ghost !== undefined) lights.ghost = { track: ghost, seat: 0 };
    lights.choosable = new Set([2, 9]);
    lights.wanted = new Set([5, 12]);
    state.closed = new Set(free.slice(20, 24));
    lights.wouldCut = new Set(free.slice(30, 32));
  }
  if (kind === 'ticket') lights.ringed = new Set([1, 15]);
  return { state, lights };
}
