// The cities' names once more, larger, for windows in which the printed ones could not be read:
// clear of one another, of the cities and of the picture's edge, and of the tracks as far as that
// goes.

import { readFileSync, writeFileSync } from 'node:fs';
import type { BoardShape } from '../src/lib/board/geometry.ts';
import { PICTURES } from './games.ts';
import { measure } from './letters.ts';
import { labelSpots, type LaidLabel } from './names.ts';
import { box, frameOf, overlap, roundOverlap, tenth, type Box } from './shapes.ts';

const GROWTH = 1.5;
const ROUNDS = 30;

interface Choice {
  label: LaidLabel;
  /** What it costs by itself, whatever the others do. */
  cost: number;
}

/** Add the large names to a board's picture. */
export function placeLarge(game: string): void {
  const file = new URL(`../src/boards/${game}.json`, import.meta.url);
  const board = JSON.parse(readFileSync(file, 'utf8')) as BoardShape;
  const sizes = { ...PICTURES[game]!.sizes, fontSize: board.fontSize * GROWTH };
  const widthOf = measure(sizes.fontSize);
  const [width, height] = board.size;
  const cells = board.tracks.flatMap((track) =>
    track.cells.map(([x, y, turn]) => box(x, y, ...board.cell, (turn * Math.PI) / 180)),
  );
  const zones = board.zones.map(({ box: [x, y, w, h] }) => box(x + w / 2, y + h / 2, w, h));

  const alone = (b: Box): number => {
    const out = [b.hx - b.x, b.hy - b.y, b.x + b.hx - width, b.y + b.hy - height];
    return (
      100 * out.reduce((sum, d) => sum + Math.max(d + 4, 0), 0) +
      10 * zones.reduce((sum, zone) => sum + overlap(b, zone, 2), 0) +
      10 *
        board.cities.reduce((sum, c) => sum + roundOverlap(b, c.x, c.y, board.cityRadius, 1), 0) +
      cells.reduce((sum, cell) => sum + overlap(b, cell, 1) * 0.25, 0)
    );
  };
  const choices = board.cities.map((city): Choice[] =>
    city.label === null
      ? []
      : labelSpots(city.name, null, () => city, sizes, widthOf).map((spot) => {
          const label = spot.make();
          return { label, cost: spot.cost + alone(label.box) };
        }),
  );
  const chosen = choices.map((some) => least(some, (choice) => choice.cost));
  const crowding = (b: Box, but: number): number =>
    chosen.reduce((sum, c, i) => (c && i !== but ? sum + overlap(b, c.label.box, 3) : sum), 0);
  for (let round = 0; round < ROUNDS; round++)
    choices.forEach((some, i) => {
      chosen[i] = least(some, ({ label, cost }) => cost + 20 * crowding(label.box, i));
    });

  const cities = board.cities.map((city, i) => {
    const label = chosen[i]?.label;
    if (!label) return city;
    const { x, y, anchor, lines } = label;
    return { ...city, large: { x: tenth(x), y: tenth(y), anchor, lines, box: frameOf(label.box) } };
  });
  const made: BoardShape = { ...board, largeFontSize: tenth(sizes.fontSize), cities };
  writeFileSync(file, `${JSON.stringify(made)}\n`);
}

function least(some: Choice[], cost: (choice: Choice) => number): Choice | null {
  let best: Choice | null = null;
  let lowest = Infinity;
  for (const choice of some) {
    const now = cost(choice);
    if (now < lowest) [best, lowest] = [choice, now];
  }
  return best;
}
