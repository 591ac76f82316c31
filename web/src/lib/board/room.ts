// Where on the board a question or a notice stands: clear of what it speaks of, near it, and over as
// little else as possible. And where the board's own buttons stand.

import type { BoardShape, Cell, CityShape, Label } from './geometry.ts';

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something drawn, and how dear the sight of it is while a question is asked. */
export interface Sight extends Rect {
  dear: number;
}

/** What a question speaks of, by the server's numbers. */
export interface Subject {
  tracks: readonly number[];
  cities: readonly number[];
  /** Tracks it mentions besides, as those that would be cut off, or that may be clicked next. */
  besides?: readonly number[];
  /** True if it should stand over no other city and no name either, and over few tracks. */
  modest?: boolean;
}

/** A pixel counts so many pixels of anything else: of what is spoken of, its name, what is mentioned. */
export const [SPOKEN, NAMED, MENTIONED] = [1000, 200, 20];
/** And of any name and any track, for what can as well stand farther away. */
const [WRITTEN, DRAWN] = [30, 1.5];
/** A pixel between the question and what it speaks of counts so many pixels covered; at this
    distance twice as many, and ever more. */
const [FAR, FARTHER] = [50, 200];
/** Of places as near as each other, the one that lies more in the middle of it. */
const OFF = 1.5;
/** Between the places that are tried. */
const STEP = 16;
/** Kept free round what is spoken of, and to the board's edge. */
const CLEAR = 6;

/** What is drawn on a board, in board units, with the names as they are written and the pieces that
    stand on it: markers, and a figure. */
export function sights(
  board: BoardShape,
  { tracks, cities, besides = [], modest = false }: Subject,
  nameOf: (city: CityShape) => Label | null,
  pieces: readonly Rect[] = [],
): Sight[] {
  const ends = tracks.flatMap((t) => [board.tracks[t]?.a, board.tracks[t]?.b]);
  const spoken = new Set([...cities, ...ends]);
  return [
    ...board.tracks.flatMap((track, i) => {
      const other = modest ? DRAWN : 1;
      const dear = tracks.includes(i) ? SPOKEN : besides.includes(i) ? MENTIONED : other;
      return track.cells.map((cell) => ({ ...aroundCell(cell, board.cell), dear }));
    }),
    ...board.cities.flatMap((city, i) => {
      const r = board.cityRadius * 1.35;
      const dot = framed([city.x - r, city.y - r, 2 * r, 2 * r]);
      const name = nameOf(city);
      return [
        { ...dot, dear: spoken.has(i) ? SPOKEN : modest ? SPOKEN - 1 : 1 },
        ...(name
          ? [{ ...framed(name.box), dear: spoken.has(i) ? NAMED : modest ? WRITTEN : 1 }]
          : []),
      ];
    }),
    ...board.zones.map((zone) => ({ ...framed(zone.box), dear: 1 })),
    ...pieces.map((piece) => ({ ...piece, dear: modest ? SPOKEN - 1 : MENTIONED })),
  ];
}

/** Another shape is taken only if it covers so much less. */
const LESS = 0.75;

/** Which of some sizes that a box may have is best, and where it stands then. */
export function shapeFor(
  sizes: readonly [number, number][],
  window: [number, number],
  drawn: readonly Sight[],
): { shape: number; place: [left: number, top: number] } {
  let best = { shape: 0, place: [0, 0] as [number, number] };
  let least = Infinity;
  sizes.forEach((size, shape) => {
    const { place, cost } = bestRoom(size, window, drawn);
    if (cost < least * LESS) [least, best] = [cost, { shape, place }];
  });
  return best;
}

/** The left upper corner for a box of some size within a window, all in pixels. */
export function roomFor(
  size: [number, number],
  window: [number, number],
  drawn: readonly Sight[],
): [left: number, top: number] {
  return bestRoom(size, window, drawn).place;
}

function bestRoom(
  [width, height]: [number, number],
  window: [number, number],
  drawn: readonly Sight[],
): { place: [left: number, top: number]; cost: number } {
  // The dearest first: most places are given up before the rest is looked at.
  const seen = drawn.map(grown).sort((a, b) => b.dear - a.dear);
  const spoken = drawn.filter(({ dear }) => dear === SPOKEN);
  const near = middle(spoken) ?? [window[0] / 2, window[1]];
  const away = (box: Rect): number => {
    const far = spoken.length ? Math.min(...spoken.map((s) => gap(box, s))) : 0;
    const off = [(box.left + box.right) / 2 - near[0], (box.top + box.bottom) / 2 - near[1]];
    return FAR * far * (1 + far / FARTHER) + OFF * Math.hypot(...off);
  };
  // The nearest first: soon none of the others can be better.
  const places = steps(window[1] - height)
    .flatMap((top) => steps(window[0] - width).map((left) => framed([left, top, width, height])))
    .map((box) => ({ box, start: away(box) }))
    .sort((a, b) => a.start - b.start);
  let best: [number, number] = [0, 0];
  let least = Infinity;
  for (const { box, start } of places) {
    if (start >= least) break;
    let cost = start;
    for (const sight of seen) {
      if (cost >= least) break;
      cost += sight.dear * shared(box, sight);
    }
    if (cost < least) [least, best] = [cost, [box.left, box.top]];
  }
  return { place: best, cost: least };
}

/**
 * How far a picture must be lifted for what is spoken of to end above a line of the window, and
 * what begins above its top to stay below it.
 */
export function liftFor(
  drawn: readonly Sight[],
  view: { toWindow(x: number, y: number): [number, number] },
  line: number,
): number {
  const spoken = drawn.filter(({ dear }) => dear >= NAMED);
  if (!spoken.length) return 0;
  const [, top] = view.toWindow(0, Math.min(...spoken.map((sight) => sight.top)));
  const [, bottom] = view.toWindow(0, Math.max(...spoken.map((sight) => sight.bottom)));
  return Math.max(0, Math.min(bottom + CLEAR - line, top - CLEAR));
}

/** A pixel up from the left lower corner, or to the right of it, counts so many pixels covered. */
const OUT = 20;

/** A place for a box that covers no city and as little else as it can, low and on the left if possible. */
export function cornerFor(
  [width, height]: [number, number],
  window: [number, number],
  drawn: readonly Sight[],
): [left: number, top: number] {
  let best: [number, number] = [0, 0];
  let least = Infinity;
  for (const top of steps(window[1] - height))
    for (const left of steps(window[0] - width)) {
      const box = framed([left, top, width, height]);
      const off = OUT * (window[1] - box.bottom + left);
      const cost = drawn.reduce((sum, s) => sum + weight(s) * shared(box, s), off);
      if (cost < least) [least, best] = [cost, [left, top]];
    }
  return best;
}

/** Every pixel of a track counts here: it is there to be clicked. */
function weight({ dear }: Sight): number {
  return Math.max(dear, NAMED);
}

/** How many pixels lie between two rectangles. */
export function gap(a: Rect, b: Rect): number {
  return Math.hypot(
    Math.max(a.left - b.right, b.left - a.right, 0),
    Math.max(a.top - b.bottom, b.top - a.bottom, 0),
  );
}

/** How many square pixels two rectangles share. */
export function shared(a: Rect, b: Rect): number {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** With the space that is kept free round it. */
function grown(sight: Sight): Sight {
  const by = sight.dear >= NAMED ? CLEAR : 0;
  return {
    dear: sight.dear,
    left: sight.left - by,
    top: sight.top - by,
    right: sight.right + by,
    bottom: sight.bottom + by,
  };
}

/** Places from edge to edge, both included as far as there is room. */
function steps(room: number): number[] {
  const last = Math.max(room - CLEAR, 0);
  const found: number[] = [];
  for (let at = Math.min(CLEAR, last); at < last; at += STEP) found.push(at);
  return [...found, last];
}

function middle(rects: readonly Rect[]): [number, number] | null {
  if (!rects.length) return null;
  return [
    (Math.min(...rects.map((r) => r.left)) + Math.max(...rects.map((r) => r.right))) / 2,
    (Math.min(...rects.map((r) => r.top)) + Math.max(...rects.map((r) => r.bottom))) / 2,
  ];
}

function framed([left, top, width, height]: [number, number, number, number]): Rect {
  return { left, top, right: left + width, bottom: top + height };
}

function aroundCell([x, y, turn]: Cell, [long, broad]: [number, number]): Rect {
  const c = Math.abs(Math.cos((turn * Math.PI) / 180));
  const s = Math.abs(Math.sin((turn * Math.PI) / 180));
  const [wide, high] = [long * c + broad * s, long * s + broad * c];
  return framed([x - wide / 2, y - high / 2, wide, high]);
}
