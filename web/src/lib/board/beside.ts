// Where a figure stands: beside its city, over no name and no marker, and over as few cells as possible.

import type { BoardShape, CityShape } from './geometry.ts';
import type { Names } from './names.ts';
import { shared, sights, type Rect } from './room.ts';

/** Markers in a city stand one above the other: so many have room before he would cover one. */
const MARKERS = 4;
/** A pixel of a name or a marker counts so many pixels of a cell. */
const DEAR = 1000;
/** Of places alike the nearest is best. */
const FAR = 60;

/** What he takes up in a place, of his size. */
export function figureAt(x: number, y: number, size: number): Rect {
  const [half, high] = [size * 0.34, size * 0.52];
  return { left: x - half, top: y - high, right: x + half, bottom: y + high };
}

/** What a city's markers take up. */
export function markersAt({ x, y }: CityShape, markers: number): Rect {
  return { left: x - 15, top: y - 27 - 7 * (markers - 1), right: x + 15, bottom: y + 10 };
}

/** The middle of the place beside a city for a figure of some size, in board units. */
export function besideCity(
  board: BoardShape,
  city: CityShape,
  names: Names,
  size: number,
): [x: number, y: number] {
  const all = board.cities.map((_, i) => i);
  const drawn = sights(board, { tracks: [], cities: all }, (other) =>
    other === city ? names.calledOut(other) : names.of(other),
  ).map((sight) => ({ ...sight, dear: sight.dear > 1 ? DEAR : 1 }));
  for (const other of board.cities)
    drawn.push({ ...markersAt(other, other === city ? MARKERS : 1), dear: DEAR });
  const [width, height] = board.size;
  let best: [number, number] = [city.x, city.y];
  let least = Infinity;
  for (let away = size * 0.5; away <= size * 2; away += size * 0.1)
    for (let turn = 0; turn < 2 * Math.PI; turn += Math.PI / 12) {
      const [x, y] = [city.x + away * Math.cos(turn), city.y + away * Math.sin(turn)];
      const box = figureAt(x, y, size);
      if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height) continue;
      const cost = drawn.reduce((sum, sight) => sum + sight.dear * shared(box, sight), FAR * away);
      if (cost < least) [least, best] = [cost, [x, y]];
    }
  return best;
}
