// Rectangles and circles that must keep clear of one another: how deep two of them overlap.

export interface Box {
  x: number;
  y: number;
  /** Half length and half breadth. */
  hx: number;
  hy: number;
  cos: number;
  sin: number;
  /** Radius of the circle around it, for a first quick look. */
  r: number;
}

export function box(x: number, y: number, width: number, height: number, turn = 0): Box {
  const [hx, hy] = [width / 2, height / 2];
  return { x, y, hx, hy, cos: Math.cos(turn), sin: Math.sin(turn), r: Math.hypot(hx, hy) };
}

/** How deep two boxes overlap, counting a clearance; nought if they are apart. */
export function overlap(p: Box, q: Box, clear: number): number {
  const dx = q.x - p.x;
  const dy = q.y - p.y;
  const reach = p.r + q.r + clear;
  if (dx * dx + dy * dy >= reach * reach) return 0;
  const c = Math.abs(p.cos * q.cos + p.sin * q.sin);
  const s = Math.abs(p.cos * q.sin - p.sin * q.cos);
  let depth = p.hx + q.hx * c + q.hy * s + clear - Math.abs(dx * p.cos + dy * p.sin);
  if (depth <= 0) return 0;
  depth = Math.min(depth, p.hy + q.hx * s + q.hy * c + clear - Math.abs(dy * p.cos - dx * p.sin));
  if (depth <= 0) return 0;
  depth = Math.min(depth, q.hx + p.hx * c + p.hy * s + clear - Math.abs(dx * q.cos + dy * q.sin));
  if (depth <= 0) return 0;
  depth = Math.min(depth, q.hy + p.hx * s + p.hy * c + clear - Math.abs(dy * q.cos - dx * q.sin));
  return Math.max(depth, 0);
}

/** How deep a circle reaches into a box, counting a clearance. */
export function roundOverlap(b: Box, x: number, y: number, radius: number, clear: number): number {
  const dx = x - b.x;
  const dy = y - b.y;
  if (dx * dx + dy * dy >= (b.r + radius + clear) ** 2) return 0;
  const along = Math.max(Math.abs(dx * b.cos + dy * b.sin) - b.hx, 0);
  const across = Math.max(Math.abs(dy * b.cos - dx * b.sin) - b.hy, 0);
  return Math.max(radius + clear - Math.hypot(along, across), 0);
}

/** The frame around some boxes: left, top, right, bottom. */
export function around(boxes: readonly Box[]): [number, number, number, number] {
  const wide = (b: Box): number => b.hx * Math.abs(b.cos) + b.hy * Math.abs(b.sin);
  const high = (b: Box): number => b.hx * Math.abs(b.sin) + b.hy * Math.abs(b.cos);
  return [
    Math.min(...boxes.map((b) => b.x - wide(b))),
    Math.min(...boxes.map((b) => b.y - high(b))),
    Math.max(...boxes.map((b) => b.x + wide(b))),
    Math.max(...boxes.map((b) => b.y + high(b))),
  ];
}

export const tenth = (v: number): number => Math.round(v * 10) / 10;

/** A box that is not turned, as it is written down: left, top, width, height. */
export function frameOf(b: Box): [number, number, number, number] {
  return [tenth(b.x - b.hx), tenth(b.y - b.hy), tenth(2 * b.hx), tenth(2 * b.hy)];
}
