// A thin-plate spline: bends real geography so that the cities come to lie where the board has
// them, as gently as possible in between.

export type Point = [number, number];
export type Warp = (p: Point) => Point;

/**
 * The warp that brings `from[i]` near `to[i]`; `stiffness` trades nearness for smoothness. Far
 * from all cities it turns into the plain affine map that fits them best.
 */
export function thinPlate(from: Point[], to: Point[], stiffness: number): Warp {
  const plain = affine(from, to);
  // A ring of points held to the affine map keeps the spline from running wild beyond the cities.
  const xs = from.map((p) => p[0]);
  const ys = from.map((p) => p[1]);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  const ring: Point[] = [];
  for (let i = 0; i < 16; i++) {
    const a = (i / 16) * 2 * Math.PI;
    ring.push([cx + Math.cos(a) * (x1 - x0) * 1.15, cy + Math.sin(a) * (y1 - y0) * 1.15]);
  }
  const src = [...from, ...ring];
  const dst = [...to, ...ring.map(plain)];
  const n = src.length;
  const rows: number[][] = [];
  for (let i = 0; i < n; i++) {
    const row: number[] = [];
    for (let j = 0; j < n; j++) row.push(i === j ? stiffness : kernel(src[i]!, src[j]!));
    rows.push([...row, 1, src[i]![0], src[i]![1], dst[i]![0], dst[i]![1]]);
  }
  for (let k = 0; k < 3; k++) {
    const row = src.map((p) => (k === 0 ? 1 : p[k - 1]!));
    rows.push([...row, 0, 0, 0, 0, 0]);
  }
  const weights = solve(rows);
  return (p) => {
    let [x, y] = [0, 0];
    for (let i = 0; i < n; i++) {
      const u = kernel(p, src[i]!);
      x += weights[i]![0] * u;
      y += weights[i]![1] * u;
    }
    const [a, b, c] = [weights[n]!, weights[n + 1]!, weights[n + 2]!];
    return [x + a[0] + b[0] * p[0] + c[0] * p[1], y + a[1] + b[1] * p[0] + c[1] * p[1]];
  };
}

/** The affine map that fits best, by least squares. */
function affine(from: Point[], to: Point[]): Warp {
  const rows = [0, 1, 2].map(() => [0, 0, 0, 0, 0]);
  from.forEach((p, i) => {
    const v = [1, p[0], p[1]];
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) rows[r]![c]! += v[r]! * v[c]!;
      rows[r]![3]! += v[r]! * to[i]![0];
      rows[r]![4]! += v[r]! * to[i]![1];
    }
  });
  const [a, b, c] = solve(rows) as [Point, Point, Point];
  return (p) => [a[0] + b[0] * p[0] + c[0] * p[1], a[1] + b[1] * p[0] + c[1] * p[1]];
}

function kernel(p: Point, q: Point): number {
  const d = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2;
  return d === 0 ? 0 : d * Math.log(d);
}

/** Solve a linear system whose rows end in two right-hand sides. */
function solve(rows: number[][]): Point[] {
  const n = rows.length;
  for (let c = 0; c < n; c++) {
    let top = c;
    for (let r = c + 1; r < n; r++) if (Math.abs(rows[r]![c]!) > Math.abs(rows[top]![c]!)) top = r;
    [rows[c], rows[top]] = [rows[top]!, rows[c]!];
    for (let r = 0; r < n; r++) {
      if (r === c) continue;
      const f = rows[r]![c]! / rows[c]![c]!;
      if (f !== 0) for (let k = c; k < n + 2; k++) rows[r]![k]! -= f * rows[c]![k]!;
    }
  }
  return rows.map((row, i) => [row[n]! / row[i]!, row[n + 1]! / row[i]!]);
}
