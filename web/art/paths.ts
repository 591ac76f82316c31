// Polygons and lines: clipped, simplified, and written as short SVG paths in whole units.

import type { Point } from './warp.ts';

export type Frame = [x0: number, y0: number, x1: number, y1: number];

/** Cut a ring down to a frame (Sutherland–Hodgman). */
export function clipRing(ring: Point[], [x0, y0, x1, y1]: Frame): Point[] {
  const sides: [(p: Point) => boolean, (p: Point, q: Point) => Point][] = [
    [(p) => p[0] >= x0, (p, q) => cutX(p, q, x0)],
    [(p) => p[0] <= x1, (p, q) => cutX(p, q, x1)],
    [(p) => p[1] >= y0, (p, q) => cutY(p, q, y0)],
    [(p) => p[1] <= y1, (p, q) => cutY(p, q, y1)],
  ];
  let points = ring;
  for (const [inside, cut] of sides) {
    const kept: Point[] = [];
    points.forEach((p, i) => {
      const before = points[(i + points.length - 1) % points.length]!;
      if (inside(p) !== inside(before)) kept.push(cut(before, p));
      if (inside(p)) kept.push(p);
    });
    points = kept;
    if (!points.length) break;
  }
  return points;
}

function cutX(p: Point, q: Point, x: number): Point {
  return [x, p[1] + ((q[1] - p[1]) * (x - p[0])) / (q[0] - p[0])];
}

function cutY(p: Point, q: Point, y: number): Point {
  return [p[0] + ((q[0] - p[0]) * (y - p[1])) / (q[1] - p[1]), y];
}

/** The parts of a line that lie in a frame; a part keeps one point beyond each side. */
export function clipLine(line: Point[], [x0, y0, x1, y1]: Frame): Point[][] {
  const inside = (p: Point): boolean => p[0] >= x0 && p[0] <= x1 && p[1] >= y0 && p[1] <= y1;
  const parts: Point[][] = [];
  let part: Point[] = [];
  line.forEach((p, i) => {
    const near = inside(p) || [line[i - 1], line[i + 1]].some((q) => q && inside(q));
    if (near) part.push(p);
    else if (part.length) {
      parts.push(part);
      part = [];
    }
  });
  if (part.length) parts.push(part);
  return parts.filter((found) => found.length > 1);
}

/**
 * Leave out points that lie within a tolerance of the line without them (Douglas–Peucker);
 * `coarse` says how many times the tolerance holds at a point.
 */
export function simplify(
  points: Point[],
  tolerance: number,
  coarse: (p: Point) => number = () => 1,
): Point[] {
  if (points.length < 3) return points;
  const keep = new Uint8Array(points.length);
  keep[0] = keep[points.length - 1] = 1;
  const stack: [number, number][] = [[0, points.length - 1]];
  while (stack.length) {
    const [i, j] = stack.pop()!;
    const [p, q] = [points[i]!, points[j]!];
    const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
    const long = Math.hypot(dx, dy);
    let far = tolerance;
    let at = -1;
    for (let k = i + 1; k < j; k++) {
      const r = points[k]!;
      const off = long
        ? Math.abs((r[0] - p[0]) * dy - (r[1] - p[1]) * dx) / long
        : Math.hypot(r[0] - p[0], r[1] - p[1]);
      const d = off / coarse(r);
      if (d > far) [far, at] = [d, k];
    }
    if (at >= 0) {
      keep[at] = 1;
      stack.push([i, at], [at, j]);
    }
  }
  return points.filter((_, i) => keep[i]);
}

export function area(ring: Point[]): number {
  let sum = 0;
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length]!;
    sum += p[0] * q[1] - q[0] * p[1];
  });
  return Math.abs(sum) / 2;
}

/** A ring simplified in two halves, so that its first point is not its anchor only. */
export function simplifyRing(
  ring: Point[],
  tolerance: number,
  coarse?: (p: Point) => number,
): Point[] {
  const half = Math.floor(ring.length / 2);
  return [
    ...simplify(ring.slice(0, half + 1), tolerance, coarse),
    ...simplify([...ring.slice(half), ring[0]!], tolerance, coarse).slice(1, -1),
  ];
}

/** Write lines or rings as one relative path in whole units. */
export function write(parts: Point[][], closed: boolean): string {
  let out = '';
  let [px, py] = [0, 0];
  for (const part of parts) {
    const whole: Point[] = [];
    for (const [fx, fy] of part) {
      const p: Point = [Math.round(fx), Math.round(fy)];
      const before = whole[whole.length - 1];
      if (!before || before[0] !== p[0] || before[1] !== p[1]) whole.push(p);
    }
    if (whole.length < (closed ? 3 : 2)) continue;
    const [sx, sy] = whole[0]!;
    out += `${out ? 'm' : 'M'}${sx - px}${sep(sy - py)}l`;
    [px, py] = [sx, sy];
    whole.slice(1).forEach(([x, y], i) => {
      out += `${i ? sep(x - px) : x - px}${sep(y - py)}`;
      [px, py] = [x, y];
    });
    if (closed) {
      out += 'z';
      [px, py] = [sx, sy];
    }
  }
  return out;
}

/** A number with what must stand between it and the one before. */
function sep(value: number): string {
  return value < 0 ? `${value}` : ` ${value}`;
}

/** A smooth line through a few points given by hand (Catmull–Rom). */
export function flowing(points: Point[], closed = false, steps = 6): Point[] {
  const n = points.length;
  const at = (i: number): Point =>
    closed ? points[(i + n) % n]! : points[Math.max(0, Math.min(n - 1, i))]!;
  const out: Point[] = [];
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let s = 0; s < steps; s++) {
      const t = s / steps;
      const mix = (k: 0 | 1): number =>
        0.5 *
        (2 * p1[k] +
          (p2[k] - p0[k]) * t +
          (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t +
          (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t * t * t);
      out.push([mix(0), mix(1)]);
    }
  }
  if (!closed) out.push(points[n - 1]!);
  return out;
}
