// Relief: mountain ranges given as ridges at their real places are raised into a field of heights,
// lit from the north-west, and cut into flat shapes: two tints of height, shade and light.

import { contours } from 'd3-contour';
import { area, simplifyRing, type Frame } from './paths.ts';
import type { Point } from './warp.ts';

export interface Ridge {
  line: Point[];
  /** How far the range spreads, in board units, and how high it stands (1 is the Alps). */
  spread: number;
  height: number;
}

export interface Relief {
  relief1: Point[][];
  relief2: Point[][];
  shade: Point[][];
  light: Point[][];
}

const STEP = 5;

/** Points STEP apart over a frame. */
export interface Grid {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function gridOver([x0, y0, x1, y1]: Frame): Grid {
  return {
    x: x0,
    y: y0,
    width: Math.ceil((x1 - x0) / STEP) + 1,
    height: Math.ceil((y1 - y0) / STEP) + 1,
  };
}

/** Rings of where a field exceeds a level, in board units. */
export function cut(
  field: Float64Array,
  grid: Grid,
  level: number,
  least: number,
  tolerance: number,
  coarse?: (p: Point) => number,
): Point[][] {
  const [shape] = contours().size([grid.width, grid.height]).thresholds([level])(Array.from(field));
  const rings: Point[][] = [];
  for (const polygon of shape?.coordinates ?? [])
    for (const ring of polygon) {
      const points = ring
        .slice(0, -1)
        .map(([x, y]): Point => [grid.x + (x! - 0.5) * STEP, grid.y + (y! - 0.5) * STEP]);
      if (points.length > 3 && area(points) > least)
        rings.push(simplifyRing(points, tolerance, coarse));
    }
  return rings;
}

/** Which grid points lie on land. */
export function landMask(land: Point[][], water: Point[][], grid: Grid): Uint8Array {
  const mask = new Uint8Array(grid.width * grid.height);
  fill(land, grid, mask, 1);
  const wet = new Uint8Array(mask.length);
  fill(water, grid, wet, 1);
  wet.forEach((v, i) => v && (mask[i] = 0));
  return mask;
}

/** Even-odd filling by rows. */
function fill(rings: Point[][], grid: Grid, out: Uint8Array, value: number): void {
  for (let j = 0; j < grid.height; j++) {
    const y = grid.y + j * STEP + 0.01;
    // Countries meet without overlapping: each ring is filled by itself, its holes aside.
    for (const ring of rings) {
      const hits: number[] = [];
      ring.forEach((p, i) => {
        const q = ring[(i + 1) % ring.length]!;
        if (p[1] > y !== q[1] > y) hits.push(p[0] + ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1]));
      });
      hits.sort((a, b) => a - b);
      for (let k = 0; k + 1 < hits.length; k += 2) {
        const end = Math.min(grid.width - 1, Math.floor((hits[k + 1]! - grid.x) / STEP));
        for (let i = Math.max(0, Math.ceil((hits[k]! - grid.x) / STEP)); i <= end; i++)
          out[j * grid.width + i] = value;
      }
    }
  }
}

/** Distance in board units from every grid point to the nearest one that is set. */
export function distances(mask: Uint8Array, grid: Grid): Float64Array {
  const { width: w, height: h } = grid;
  const d = Float64Array.from(mask, (v) => (v ? 0 : 1e6));
  const relax = (i: number, j: number, di: number, dj: number, cost: number): void => {
    const [x, y] = [i + di, j + dj];
    if (x < 0 || y < 0 || x >= w || y >= h) return;
    const via = d[y * w + x]! + cost * STEP;
    if (via < d[j * w + i]!) d[j * w + i] = via;
  };
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++)
      for (const [di, dj, c] of [
        [-1, 0, 1],
        [0, -1, 1],
        [-1, -1, 1.414],
        [1, -1, 1.414],
        [-1, -2, 2.236],
        [1, -2, 2.236],
        [-2, -1, 2.236],
        [2, -1, 2.236],
      ] as const)
        relax(i, j, di, dj, c);
  for (let j = h - 1; j >= 0; j--)
    for (let i = w - 1; i >= 0; i--)
      for (const [di, dj, c] of [
        [1, 0, 1],
        [0, 1, 1],
        [1, 1, 1.414],
        [-1, 1, 1.414],
        [1, 2, 2.236],
        [-1, 2, 2.236],
        [2, 1, 2.236],
        [-2, 1, 2.236],
      ] as const)
        relax(i, j, di, dj, c);
  return d;
}

/** Raise the ridges and cut the heights and their lighting into shapes. */
export function relief(
  ridges: Ridge[],
  mask: Uint8Array,
  grid: Grid,
  coarse: (p: Point) => number,
): Relief {
  const { width: w, height: h } = grid;
  const inland = distances(
    Uint8Array.from(mask, (v) => (v ? 0 : 1)),
    grid,
  );
  const field = new Float64Array(w * h);
  for (let j = 0; j < h; j++)
    for (let i = 0; i < w; i++) {
      const [x, y] = [grid.x + i * STEP, grid.y + j * STEP];
      // Wandering a little off the true place roughens the outline of a range.
      const wx = x + 70 * (noise(x / 95, y / 95) - 0.5) + 30 * (noise(x / 38 + 9, y / 38) - 0.5);
      const wy =
        y + 70 * (noise(x / 95 + 40, y / 95) - 0.5) + 30 * (noise(x / 38, y / 38 + 7) - 0.5);
      let high = 0;
      for (const ridge of ridges) {
        const [d, share] = toLine(ridge.line, wx, wy);
        if (d > ridge.spread * 2.6) continue;
        // Ranges thin out towards their ends.
        const taper = 0.35 + 0.65 * Math.min(1, 5 * Math.min(share, 1 - share));
        const broad = ridge.spread * (0.55 + 0.45 * taper);
        high = Math.max(high, ridge.height * (0.6 + 0.4 * taper) * Math.exp(-((d / broad) ** 2)));
      }
      if (high < 0.01) continue;
      const rough = 0.62 * ridged(x / 74, y / 74) + 0.38 * ridged(x / 33 + 50, y / 33);
      const shore = Math.min(1, inland[j * w + i]! / 26);
      field[j * w + i] = high * (0.3 + 1.0 * rough) * shore;
    }
  const slope = new Float64Array(w * h);
  for (let j = 1; j < h - 1; j++)
    for (let i = 1; i < w - 1; i++) {
      const k = j * w + i;
      const dx = field[k + 1]! - field[k - 1]!;
      const dy = field[k + w]! - field[k - w]!;
      slope[k] = -(dx + dy) * 0.7071;
    }
  const soft = blur(slope, w, h);
  return {
    relief1: cut(blur(field, w, h), grid, 0.2, 900, 1.4, coarse),
    relief2: cut(field, grid, 0.47, 260, 1.3, coarse),
    shade: cut(soft, grid, 0.062, 110, 1.1, coarse),
    light: cut(
      Float64Array.from(soft, (v) => -v),
      grid,
      0.07,
      110,
      1.1,
      coarse,
    ),
  };
}

function blur(field: Float64Array, w: number, h: number): Float64Array {
  const out = Float64Array.from(field);
  for (let j = 1; j < h - 1; j++)
    for (let i = 1; i < w - 1; i++) {
      const k = j * w + i;
      out[k] =
        field[k]! * 0.36 +
        (field[k - 1]! + field[k + 1]! + field[k - w]! + field[k + w]!) * 0.11 +
        (field[k - w - 1]! + field[k - w + 1]! + field[k + w - 1]! + field[k + w + 1]!) * 0.05;
    }
  return out;
}

/** The distance to a line, and how far along it (0 to 1) its nearest point lies. */
function toLine(line: Point[], x: number, y: number): [distance: number, share: number] {
  if (line.length === 1) return [Math.hypot(line[0]![0] - x, line[0]![1] - y), 0.5];
  let best = Infinity;
  let share = 0;
  for (let i = 1; i < line.length; i++) {
    const [p, q] = [line[i - 1]!, line[i]!];
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const t = Math.max(
      0,
      Math.min(1, ((x - p[0]) * dx + (y - p[1]) * dy) / (dx * dx + dy * dy || 1)),
    );
    const d = Math.hypot(p[0] + t * dx - x, p[1] + t * dy - y);
    if (d < best) [best, share] = [d, (i - 1 + t) / (line.length - 1)];
  }
  return [best, share];
}

/** Noise with sharp crests, 0 to 1. */
function ridged(x: number, y: number): number {
  return 1 - Math.abs(2 * noise(x, y) - 1) ** 0.9;
}

function noise(x: number, y: number): number {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - i), ease(y - j)];
  const top = hash(i, j) + (hash(i + 1, j) - hash(i, j)) * u;
  const low = hash(i, j + 1) + (hash(i + 1, j + 1) - hash(i, j + 1)) * u;
  return top + (low - top) * v;
}

function hash(i: number, j: number): number {
  let a = Math.imul(i, 374761393) + Math.imul(j, 668265263);
  a = Math.imul(a ^ (a >>> 13), 1274126177);
  return ((a ^ (a >>> 16)) >>> 0) / 4294967296;
}
