// The boards in small, for the cards of the home page: land, lakes, lines and cities only, so that
// the first page needs no whole board.

import { readFileSync, writeFileSync } from 'node:fs';
import type { BoardShape } from '../src/lib/board/geometry.ts';

const folder = new URL('../src/boards/', import.meta.url);

/** Draw them anew from the whole boards, in the order given. */
export function drawSmall(games: readonly string[]): void {
  const small = Object.fromEntries(
    games.map((game) => {
      const text = readFileSync(new URL(`${game}.json`, folder), 'utf8');
      const board = JSON.parse(text) as BoardShape;
      const ground = board.art.filter(({ kind }) =>
        ['far', 'land', 'relief2', 'lake'].includes(kind),
      );
      // A line runs from its first to its last cell; doubles are one line here.
      const seen = new Set<string>();
      const lines = board.tracks.flatMap((track) => {
        const ends = `${Math.min(track.a, track.b)}-${Math.max(track.a, track.b)}`;
        const [a, b] = [board.cities[track.a], board.cities[track.b]];
        const middle = track.cells[Math.floor(track.cells.length / 2)];
        if (seen.has(ends) || !a || !b || !middle) return [];
        seen.add(ends);
        const points = [a.x, a.y, middle[0], middle[1], b.x, b.y].map(Math.round);
        return [[track.colour ?? 'bed', ...points]];
      });
      const cities = board.cities.map(({ x, y }) => [Math.round(x), Math.round(y)]);
      return [game, { size: board.size, ground, lines, cities }];
    }),
  );
  writeFileSync(new URL('small.json', folder), `${JSON.stringify(small)}\n`);
}
