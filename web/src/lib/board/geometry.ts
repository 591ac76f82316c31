// The shape of a board's picture, as `npm run art` writes it into src/boards/. Cities and tracks
// stand in the order of board.toml, so their places are the numbers the server uses.

import type { Colour } from '../colours.ts';

/** Where a name is written: the lines' common anchor point and the first baseline. */
export interface Label {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  lines: string[];
  /** The space kept free for it: left, top, width, height. */
  box: [number, number, number, number];
  /** Its size, if it has too little room for the size of the others. */
  size?: number;
}

export interface CityShape {
  id: string;
  name: string;
  /** The zone of a dead end, which is drawn as a small sign with the zone's mark. */
  zone: string | null;
  x: number;
  y: number;
  label: Label | null;
  /** The name in each of the board's larger sizes; null where it finds no clear place. */
  large: (Label | null)[];
}

/** A cell: the middle of a rounded rectangle and its turn in degrees. */
export type Cell = [x: number, y: number, turn: number];

export interface TrackShape {
  id: string;
  a: number;
  b: number;
  length: number;
  /** null for a bed, on which a piece must be laid first. */
  colour: Colour | 'grey' | null;
  locomotives: number;
  cells: Cell[];
  /** The line through the cells from city to city, as an SVG path. */
  line: string;
}

export interface ZoneShape {
  id: string;
  name: string;
  /** What its signs bear: the letters of a number plate. */
  mark: string;
  x: number;
  y: number;
  /** The space kept free for the name in every language: left, top, width, height. */
  box: [number, number, number, number];
}

/** A layer of the ground, painted in order; `kind` chooses its look in BoardArt. */
export interface ArtLayer {
  kind:
    | 'shoal'
    | 'far'
    | 'land'
    | 'relief1'
    | 'relief2'
    | 'shade'
    | 'light'
    | 'border'
    | 'region'
    | 'river'
    | 'lake';
  d: string;
}

export interface Lettering {
  text: string;
  x: number;
  y: number;
  turn: number;
  size: number;
  kind: 'sea' | 'land' | 'range';
}

export interface BoardShape {
  game: string;
  size: [width: number, height: number];
  /** Length and breadth of every cell. */
  cell: [length: number, breadth: number];
  cityRadius: number;
  fontSize: number;
  /** Sizes for windows in which the printed names could not be read, the smallest first. */
  largeFontSizes: number[];
  cities: CityShape[];
  tracks: TrackShape[];
  zones: ZoneShape[];
  art: ArtLayer[];
  lettering: Lettering[];
}

const shapes = import.meta.glob<BoardShape>(['../../boards/*.json', '!**/small.json'], {
  import: 'default',
});

/**
 * Load a board's picture; each is its own file, fetched when its game is opened. A game without a
 * map has none.
 */
export async function loadShape(game: string): Promise<BoardShape | null> {
  return (await shapes[`../../boards/${game}.json`]?.()) ?? null;
}

/** The distance from a point to a cell's rectangle, nought inside. */
export function distanceToCell(x: number, y: number, cell: Cell, size: [number, number]): number {
  const turn = (-cell[2] * Math.PI) / 180;
  const dx = x - cell[0];
  const dy = y - cell[1];
  const along = Math.abs(dx * Math.cos(turn) - dy * Math.sin(turn)) - size[0] / 2;
  const across = Math.abs(dx * Math.sin(turn) + dy * Math.cos(turn)) - size[1] / 2;
  return Math.hypot(Math.max(along, 0), Math.max(across, 0));
}
