// Draw the boards: `npm run art` (or `npm run art usa`) writes src/boards/<game>.json from the
// package's board files and the atlases; `npm run art names` only places the larger names anew. Run it after changing either; the result is committed.

import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { BoardShape, Cell } from '../src/lib/board/geometry.ts';
import type { Colour } from '../src/lib/colours.ts';
import { readBoard } from './files.ts';
import { PICTURES } from './games.ts';
import { drawGround } from './geography.ts';
import { placeLarge } from './large.ts';
import { measure } from './letters.ts';
import { smooth } from './lines.ts';
import { layRails } from './rails.ts';
import { around, box, frameOf, tenth } from './shapes.ts';
import { drawSmall } from './small.ts';
import { thinPlate, type Point } from './warp.ts';

/** The ground seen round the outermost cell, city or name, in board units. */
const EDGE = 14;

function make(game: string): void {
  const picture = PICTURES[game];
  if (!picture) throw new Error(`no picture is described for ${game}`);
  const board = readBoard(game, picture.margin);
  const { sizes, margin } = picture;
  const [width, height] = [
    board.size[0] - margin[0] - margin[2],
    board.size[1] - margin[1] - margin[3],
  ];
  const widthOf = measure(sizes.fontSize);
  const zones = board.zones.map(({ id, name }) => {
    const given = picture.zones[id];
    if (!given) throw new Error(`${game}: zone ${id} has no place`);
    return {
      id,
      name,
      mark: given.mark,
      x: given.x * width + margin[0],
      y: given.y * height + margin[1],
    };
  });
  // Zone names are set larger and spaced, and need room in every language.
  const zoneSize = sizes.fontSize * 1.15;
  const obstacles = zones.map((z) => {
    const names = [z.name, ...(picture.zones[z.id]?.also ?? [])];
    const wide = (name: string): number =>
      widthOf(name.toUpperCase()) * 1.15 + name.length * zoneSize * 0.16;
    return box(z.x, z.y - zoneSize * 0.35, Math.max(...names.map(wide)), zoneSize);
  });
  // Chance decides how well it goes: try again until nothing overlaps.
  let laid = layRails(board, sizes, widthOf, obstacles, 1);
  for (let seed = 2; laid.trouble.length && seed <= 8; seed++) {
    const next = layRails(board, sizes, widthOf, obstacles, seed);
    if (next.trouble.length < laid.trouble.length) laid = next;
  }

  const from: Point[] = [];
  const to: Point[] = [];
  const pin = (lon: number, lat: number, x: number, y: number): void => {
    const p = picture.projection([lon, lat]);
    if (!p) return;
    from.push([p[0], p[1]]);
    to.push([x, y]);
  };
  board.cities.forEach((city, i) => {
    const at = laid.cities[i]!;
    if (city.lat !== null && city.lon !== null) pin(city.lon, city.lat, at.x, at.y);
  });
  for (const [lon, lat, x, y] of picture.pins)
    pin(lon, lat, x * width + margin[0], y * height + margin[1]);
  const warp = thinPlate(from, to, picture.stiffness);

  // The picture ends a little beyond what is played on.
  const [left, top, right, bottom] = around([
    ...laid.cells.flat().map((c) => box(c.x, c.y, ...sizes.cell, c.turn)),
    ...laid.cities.map((c) => box(c.x, c.y, 2 * sizes.cityRadius, 2 * sizes.cityRadius)),
    ...laid.labels.flatMap((label) => (label ? [label.box] : [])),
    ...obstacles,
  ]);
  const origin: Point = [left - EDGE, top - EDGE];
  const size: Point = [right + EDGE - origin[0], bottom + EDGE - origin[1]].map(Math.ceil) as Point;
  const cropped = <T extends { x: number; y: number }>(thing: T): T => ({
    ...thing,
    x: thing.x - origin[0],
    y: thing.y - origin[1],
  });

  const shape: BoardShape = {
    game,
    size,
    cell: sizes.cell,
    cityRadius: sizes.cityRadius,
    fontSize: sizes.fontSize,
    // Set by large.ts, like the cities' large names.
    largeFontSizes: [],
    cities: board.cities.map((city, i) => {
      const at = cropped(laid.cities[i]!);
      const label = laid.labels[i];
      const written = label && cropped(label);
      return {
        id: city.id,
        name: city.name,
        zone: city.zone,
        x: tenth(at.x),
        y: tenth(at.y),
        label: written
          ? {
              x: tenth(written.x),
              y: tenth(written.y),
              anchor: written.anchor,
              lines: written.lines,
              box: frameOf(cropped(written.box)),
            }
          : null,
        large: [],
      };
    }),
    tracks: board.tracks.map((track, i) => {
      const cells = laid.cells[i]!.map(cropped);
      return {
        ...track,
        colour: track.colour as Colour | 'grey' | null,
        cells: cells.map((c): Cell => [tenth(c.x), tenth(c.y), tenth((c.turn * 180) / Math.PI)]),
        line: smooth(cells, sizes.cell[0]),
      };
    }),
    zones: zones.map(cropped).map((z, i) => ({
      ...z,
      x: tenth(z.x),
      y: tenth(z.y),
      box: frameOf(cropped(obstacles[i]!)),
    })),
    art: drawGround(picture, origin, size, warp),
    lettering: [],
  };
  const text = `${JSON.stringify(shape)}\n`;
  writeFileSync(new URL(`../src/boards/${game}.json`, import.meta.url), text);
  const weight = (gzipSync(text).length / 1000).toFixed(1);
  const layers = shape.art.map((l) => `${l.kind} ${(l.d.length / 1000).toFixed(0)}`).join(', ');
  console.log(`${game}: ${weight} kB packed; layers in kB: ${layers}`);
  for (const line of laid.trouble) console.log(`  ${line}`);
  if (laid.trouble.length) process.exitCode = 1;
}

const asked = process.argv.slice(2).filter((word) => word !== 'names');
for (const game of asked.length ? asked : Object.keys(PICTURES)) {
  if (!process.argv.includes('names')) make(game);
  placeLarge(game);
}
drawSmall(Object.keys(PICTURES));
