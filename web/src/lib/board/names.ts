// Which names are written, and how large: as printed where they can be read, else the larger ones,
// as far as they are clear of the tracks. From nearer there are more of them, as on other maps.

import type { BoardShape, CityShape, Label } from './geometry.ts';

/** Names smaller than this, in CSS pixels, cannot be read. */
const READABLE = 7;

export interface Names {
  fontSize: number;
  /** Where a name is written; null if there is no room for it. */
  of(city: CityShape): Label | null;
  /** Where the name of a city that is looked at is written, over the tracks if need be. */
  calledOut(city: CityShape): Label | null;
}

/** The names at a scale: CSS pixels to a board unit. */
export function namesAt(board: BoardShape, scale: number): Names {
  const sizes = [board.fontSize, ...board.largeFontSizes];
  const enough = sizes.findIndex((size) => size * scale >= READABLE);
  const level = enough < 0 ? sizes.length - 1 : enough;
  const fontSize = sizes[level] ?? board.fontSize;
  const of = (city: CityShape): Label | null =>
    level === 0 ? city.label : (city.large[level - 1] ?? null);
  return { fontSize, of, calledOut: (city) => of(city) ?? grown(city, fontSize / board.fontSize) };
}

/** The printed name grown away from its city, wherever that leads. */
function grown(city: CityShape, by: number): Label | null {
  const { label } = city;
  if (!label) return null;
  const [left, top, width, height] = label.box;
  const more = by - 1;
  const x =
    left +
    (label.anchor === 'end' ? -more * width : label.anchor === 'middle' ? (-more * width) / 2 : 0);
  const above = top + height <= city.y;
  const y = top + (above ? -more * height : top >= city.y ? 0 : (-more * height) / 2);
  return {
    ...label,
    y: y + (label.y - top) * by,
    box: [x, y, width * by, height * by],
  };
}
