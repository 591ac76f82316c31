// Points along a line, lines through cells, and chance that repeats itself.

export interface LaidCell {
  x: number;
  y: number;
  turn: number;
}

/** The point at a distance along a polyline, going straight on beyond its ends. */
export function along(points: [number, number][], lengths: number[], s: number): [number, number] {
  let k = 1;
  while (k < points.length - 1 && lengths[k]! < s) k++;
  const [p, q] = [points[k - 1]!, points[k]!];
  const share = (s - lengths[k - 1]!) / (lengths[k]! - lengths[k - 1]! || 1);
  return [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
}

/** A line from the outer end of the first cell to that of the last, through all middles. */
export function smooth(cells: LaidCell[], long: number): string {
  const first = cells[0]!;
  const last = cells[cells.length - 1]!;
  const round = (v: number): string => v.toFixed(1);
  const ends = [
    [first.x - (Math.cos(first.turn) * long) / 2, first.y - (Math.sin(first.turn) * long) / 2],
    ...cells.map((c) => [c.x, c.y]),
    [last.x + (Math.cos(last.turn) * long) / 2, last.y + (Math.sin(last.turn) * long) / 2],
  ];
  return `M${ends.map((p) => p.map((v) => round(v)).join(' ')).join('L')}`;
}

export function seeded(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
