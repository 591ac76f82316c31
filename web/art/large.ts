// The cities' names once more, in some larger sizes, for windows in which the printed ones could not
// be read. A name has a place in a size only if it is clear there of the tracks, the cities, the other
// names and the picture's edge. Where there is none it is written a little smaller, as on other maps;
// the few that find no place even so are seen from nearer.

import { readFileSync, writeFileSync } from 'node:fs';
import type { BoardShape, CityShape, Label } from '../src/lib/board/geometry.ts';
import { measure } from './letters.ts';
import { linesOf } from './names.ts';
import { box, frameOf, overlap, roundOverlap, tenth, type Box } from './shapes.ts';

const GROWTH = [1.1, 1.2, 1.33, 1.48, 1.66, 1.9];
/** How much smaller a name may be that finds no place in a size, and what each step costs. */
const SMALLER = [1, 0.93, 0.86, 0.8];
const STEP_DOWN = 4;
const ROUNDS = 40;
/** Steps between places that are tried, and how far from its city a name may stand: farther, if large. */
const STEP = 3;
const farthest = (size: number): number => Math.max(44, 1.3 * size);
/** So much nearer than any other city, that nobody takes it for another's name. */
const PLAINLY = 3;

interface Place {
  lines: string[];
  size: number;
  box: Box;
  /** How little it is liked there. */
  cost: number;
}

/** Add the larger names to a board's picture. */
export function placeLarge(game: string): void {
  const file = new URL(`../src/boards/${game}.json`, import.meta.url);
  const board = JSON.parse(readFileSync(file, 'utf8')) as BoardShape;
  const sizes = GROWTH.map((growth) => tenth(board.fontSize * growth));
  const placed = sizes.map((size) => namesIn(board, size));
  const cities = board.cities.map((city, i) => ({
    ...city,
    large: city.label ? placed.map((names) => names[i] ?? null) : [],
  }));
  const made: BoardShape = { ...board, largeFontSizes: sizes, cities };
  writeFileSync(file, `${JSON.stringify(made)}\n`);
  const counts = placed.map((names) => names.filter((name) => name).length).join(', ');
  console.log(`${game}: ${counts} of ${cities.filter((c) => c.label).length} names when larger`);
}

/** As many names of a size as find a place; null for those that do not. */
function namesIn(board: BoardShape, size: number): (Label | null)[] {
  const sizes = [...new Set(SMALLER.map((by) => tenth(Math.max(size * by, board.fontSize))))];
  const places = board.cities.map((city) =>
    city.label
      ? sizes
          .flatMap((one, step) => placesOf(board, city, one, step * STEP_DOWN))
          .sort((a, b) => a.cost - b.cost)
      : [],
  );
  const chosen: (Place | null)[] = places.map((some) => some[0] ?? null);
  const crowding = (place: Place, but: number): number =>
    chosen.reduce((sum, c, i) => (c && i !== but ? sum + overlap(place.box, c.box, 2) : sum), 0);
  for (let round = 0; round < ROUNDS; round++)
    places.forEach((some, i) => {
      chosen[i] = least(some, (place) => place.cost + 20 * crowding(place, i));
    });
  // Who still crowds another makes way, and comes back if there is room then.
  for (;;) {
    const most = least(
      chosen.flatMap((place, i) => (place && crowding(place, i) > 0 ? [{ place, i }] : [])),
      ({ place, i }) => -crowding(place, i),
    );
    if (!most) break;
    chosen[most.i] = null;
  }
  const free = (i: number): Place | null => places[i]!.find((p) => crowding(p, i) === 0) ?? null;
  places.forEach((_, i) => (chosen[i] ??= free(i)));
  places.forEach((some, i) => {
    if (!chosen[i]) some.some((place) => makeRoom(place, i));
  });
  /** Take a place if those who have it find another; whether it went. */
  function makeRoom(place: Place, i: number): boolean {
    const others = chosen.flatMap((c, k) => (c && overlap(place.box, c.box, 2) > 0 ? [k] : []));
    const before = [...chosen];
    chosen[i] = place;
    for (const k of others) chosen[k] = null;
    if (others.every((k) => (chosen[k] = free(k)))) return true;
    before.forEach((c, k) => (chosen[k] = c));
    return false;
  }
  return chosen.map((place, i) => place && labelOf(place, board.cities[i]!, size));
}

/** Where a name of a size could stand clear of all but other names. */
function placesOf(board: BoardShape, city: CityShape, size: number, dearer: number): Place[] {
  const widthOf = measure(size);
  const [width, height] = board.size;
  const reach = (b: Box): number => b.r + board.cell[0];
  const near = farthest(size) + widthOf(city.name) + board.cell[0];
  const cells = board.tracks
    .flatMap((track) => track.cells)
    .filter(([x, y]) => Math.hypot(x - city.x, y - city.y) < near)
    .map(([x, y, turn]) => box(x, y, ...board.cell, (turn * Math.PI) / 180));
  const zones = board.zones.map(({ box: [x, y, w, h] }) => box(x + w / 2, y + h / 2, w, h));
  const isClear = (b: Box): boolean =>
    Math.min(b.x - b.hx, b.y - b.hy, width - b.x - b.hx, height - b.y - b.hy) >= 2 &&
    !cells.some((cell) => Math.abs(cell.x - b.x) < reach(b) && overlap(b, cell, 0.5) > 0) &&
    !zones.some((zone) => overlap(b, zone, 2) > 0) &&
    !board.cities.some((c) => {
      const broad = c.zone ? 1.35 : 1;
      return roundOverlap(b, c.x, c.y, board.cityRadius * broad, c === city ? 3 : 1) > 0;
    });
  const found: Place[] = [];
  for (const lines of linesOf(city.name)) {
    const wide = Math.max(...lines.map(widthOf)) + 2;
    const high = size * (0.98 + 0.95 * (lines.length - 1));
    const [dx, dy] = [wide / 2 + farthest(size), high / 2 + farthest(size)];
    for (let x = -dx; x <= dx; x += STEP)
      for (let y = -dy; y <= dy; y += STEP) {
        const b = box(city.x + x, city.y + y, wide, high);
        const own = away(b, city);
        if (own > farthest(size)) continue;
        if (board.cities.some((c) => c !== city && !c.zone && away(b, c) < own + PLAINLY)) continue;
        if (!isClear(b)) continue;
        // Nearest is best; then beside the dot, above it or below it rather than askew.
        const askew = Math.min(Math.abs(x) / wide, Math.abs(y) / high);
        const cost = dearer + own * 0.09 + askew + 0.8 * (lines.length - 1);
        found.push({ lines, size, box: b, cost });
      }
  }
  return found;
}

/** How far a box is from a city's middle. */
function away(b: Box, city: CityShape): number {
  return Math.hypot(
    Math.max(Math.abs(city.x - b.x) - b.hx, 0),
    Math.max(Math.abs(city.y - b.y) - b.hy, 0),
  );
}

function labelOf({ lines, size, box: b }: Place, city: CityShape, usual: number): Label {
  const half = b.hx - 1;
  const anchor = b.x - b.hx > city.x ? 'start' : b.x + b.hx < city.x ? 'end' : 'middle';
  const x = anchor === 'start' ? b.x - half : anchor === 'end' ? b.x + half : b.x;
  // The box holds capitals and descenders; the baseline lies at four fifths.
  const y = tenth(b.y - b.hy + size * 0.76);
  const label: Label = { x: tenth(x), y, anchor, lines, box: frameOf(b) };
  return size === usual ? label : { ...label, size };
}

function least<T>(some: readonly T[], cost: (one: T) => number): T | null {
  let best: T | null = null;
  let lowest = Infinity;
  for (const one of some) {
    const now = cost(one);
    if (now < lowest) [best, lowest] = [one, now];
  }
  return best;
}
