// Laying the tracks: the bend of every route, small moves of the cities and the places of the
// names are varied at random, ever more carefully (simulated annealing), until no cell, city or
// name touches another.

import type { BoardEntry } from './files.ts';
import { along, seeded, type LaidCell } from './lines.ts';
import { labelSpots, type LaidLabel, type RailSizes } from './names.ts';
import { box, overlap, roundOverlap, type Box } from './shapes.ts';

export interface Laid {
  cities: { x: number; y: number }[];
  cells: LaidCell[][];
  labels: (LaidLabel | null)[];
  /** What is left of overlaps; nought is the aim. */
  trouble: string[];
}

interface Pair {
  a: number;
  b: number;
  length: number;
  tracks: number[];
  bend: number;
  skew: number;
  slide: number;
  /** Cells pushed along the line, where another bed passes between them. */
  push: number[];
  fixed: boolean;
  crossed: boolean;
}

const CLEAR = 2.2;
const SAMPLES = 36;

interface Geometry {
  boxes: Box[];
  /** Per track: centre and turn of each cell. */
  cells: LaidCell[][];
  /** Own trouble: too little room, bends, uneven cells. */
  own: number;
}

export function layRails(
  board: BoardEntry,
  sizes: RailSizes,
  widthOf: (text: string) => number,
  /** Lettering that must be kept clear of, as for zones. */
  obstacles: Box[],
  seed: number,
): Laid {
  const [cellLong, cellBroad] = sizes.cell;
  const random = seeded(seed);
  const home = board.cities.map(({ x, y }) => ({ x, y }));
  const at = home.map((p) => ({ ...p }));
  const radius = board.cities.map((c) => sizes.cityRadius * (c.zone ? 1.35 : 1));
  const stray = board.cities.map((c) => (c.zone ? sizes.stray * 2.6 : sizes.stray));

  const pairs: Pair[] = [];
  const pairOf: number[] = [];
  board.tracks.forEach((track, i) => {
    const known = pairs.findIndex(
      (p) => (p.a === track.a && p.b === track.b) || (p.a === track.b && p.b === track.a),
    );
    if (known >= 0) pairs[known]?.tracks.push(i);
    else {
      const names = [board.cities[track.a]?.id, board.cities[track.b]?.id].join('-');
      const given = board.bends[names];
      pairs.push({
        a: track.a,
        b: track.b,
        length: track.length,
        tracks: [i],
        bend: given ?? (random() - 0.5) * 0.1,
        skew: 0,
        slide: 0,
        push: new Array<number>(track.length).fill(0),
        fixed: given !== undefined,
        crossed: false,
      });
    }
    pairOf[i] = known >= 0 ? known : pairs.length - 1;
  });
  const mayCross = new Set<number>();
  for (const [t, u] of board.crossings) {
    const [p, q] = [pairOf[t] ?? 0, pairOf[u] ?? 0];
    mayCross.add(p * 1000 + q).add(q * 1000 + p);
    for (const k of [p, q]) {
      const pair = pairs[k];
      if (pair) pair.crossed = true;
    }
  }
  const pairsAt = board.cities.map((_, c) =>
    pairs.flatMap((p, i) => (p.a === c || p.b === c ? [i] : [])),
  );

  function curve(pair: Pair, count: number): [number, number][] {
    const [p, q] = [at[pair.a], at[pair.b]];
    if (!p || !q) return [];
    const [dx, dy] = [q.x - p.x, q.y - p.y];
    const [b1, b2] = [pair.bend + pair.skew, pair.bend - pair.skew];
    const c1 = [p.x + dx / 3 - dy * b1, p.y + dy / 3 + dx * b1] as const;
    const c2 = [q.x - dx / 3 - dy * b2, q.y - dy / 3 + dx * b2] as const;
    const points: [number, number][] = [];
    for (let i = 0; i <= count; i++) {
      const t = i / count;
      const u = 1 - t;
      const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      points.push([
        w0 * p.x + w1 * c1[0] + w2 * c2[0] + w3 * q.x,
        w0 * p.y + w1 * c1[1] + w2 * c2[1] + w3 * q.y,
      ]);
    }
    return points;
  }

  function lay(pair: Pair): Geometry {
    const points = curve(pair, SAMPLES);
    const lengths = [0];
    for (let i = 1; i < points.length; i++) {
      const [p, q] = [points[i - 1]!, points[i]!];
      lengths.push(lengths[i - 1]! + Math.hypot(q[0] - p[0], q[1] - p[1]));
    }
    const whole = lengths[lengths.length - 1]!;
    const from = radius[pair.a]! + CLEAR + 1;
    const room = whole - from - radius[pair.b]! - CLEAR - 1;
    const pitch = Math.max(room / pair.length, 1);
    const least = cellLong + CLEAR + 0.8;
    let own = pitch < least ? (least - pitch) * 3 * pair.length : 0;
    // Cells keep together in the middle of a line much too long for them.
    const step = Math.min(pitch, cellLong * 1.42);
    const slack = room - step * pair.length;
    const start = from + slack / 2 + pair.slide * (slack / 2);
    own += 70 * Math.abs(pair.bend) ** 1.6 + 90 * Math.abs(pair.skew) ** 1.5;
    if (Math.abs(pair.bend) > 0.34) own += (Math.abs(pair.bend) - 0.34) * 400;
    const cells: LaidCell[][] = pair.tracks.map(() => []);
    const boxes: Box[] = [];
    let last = -Infinity;
    for (let i = 0; i < pair.length; i++) {
      const push = pair.push[i]!;
      own += 0.05 * Math.abs(push);
      const s = start + (i + 0.5) * step + push;
      if (s - last < least) own += (least - s + last) * 4;
      if (s < from + cellLong / 2) own += (from + cellLong / 2 - s) * 4;
      const end = from + room - cellLong / 2;
      if (s > end) own += (s - end) * 4;
      last = s;
      let k = 1;
      while (k < SAMPLES && lengths[k]! < s) k++;
      const [p, q] = [points[k - 1]!, points[k]!];
      const share = (s - lengths[k - 1]!) / (lengths[k]! - lengths[k - 1]! || 1);
      // The direction between the two ends of the cell, so that it lies on the curve as a chord.
      const before = along(points, lengths, s - cellLong / 2);
      const after = along(points, lengths, s + cellLong / 2);
      const turn = Math.atan2(after[1] - before[1], after[0] - before[0]);
      const [nx, ny] = [-Math.sin(turn), Math.cos(turn)];
      const x = p[0] + (q[0] - p[0]) * share;
      const y = p[1] + (q[1] - p[1]) * share;
      pair.tracks.forEach((_, t) => {
        const aside = (t - (pair.tracks.length - 1) / 2) * (cellBroad + sizes.between);
        const cell = { x: x + nx * aside, y: y + ny * aside, turn };
        cells[t]!.push(cell);
        boxes.push(box(cell.x, cell.y, cellLong, cellBroad, turn));
      });
    }
    // Neighbours on the inside of a bend must not touch.
    const n = pair.tracks.length;
    for (let i = n; i < boxes.length; i++) own += overlap(boxes[i]!, boxes[i - n]!, 1.2) * 2;
    return { boxes, cells, own };
  }

  // Names: every city has a list of places to choose from, the better ones first.
  const spots = board.cities.map((city, i) =>
    city.zone ? [] : labelSpots(city.name, city.label, () => at[i]!, sizes, widthOf),
  );
  const chosen = board.cities.map(() => 0);

  const laid = pairs.map(lay);
  const labels: (LaidLabel | null)[] = spots.map((s, i) => s[chosen[i]!]?.make() ?? null);

  /** Trouble of one route with everything else. */
  function pairTrouble(i: number, skip: Set<number> = NONE): number {
    const mine = laid[i]!;
    const pair = pairs[i]!;
    let sum = mine.own;
    for (const b of mine.boxes) {
      for (let c = 0; c < at.length; c++)
        sum +=
          2 *
          roundOverlap(
            b,
            at[c]!.x,
            at[c]!.y,
            radius[c]!,
            c === pair.a || c === pair.b ? 0.8 : CLEAR + 3,
          );
      for (const label of labels) if (label) sum += overlap(b, label.box, CLEAR);
      for (const o of obstacles) sum += overlap(b, o, CLEAR);
      sum += outside(b) * 3;
    }
    for (let j = 0; j < pairs.length; j++) {
      if (j === i || skip.has(j)) continue;
      const other = laid[j]!.boxes;
      for (const b of mine.boxes) for (const o of other) sum += overlap(b, o, CLEAR) * 1.5;
    }
    return sum;
  }

  function outside(b: Box): number {
    const [w, h] = board.size;
    const rx = Math.abs(b.hx * b.cos) + Math.abs(b.hy * b.sin) + 8;
    const ry = Math.abs(b.hx * b.sin) + Math.abs(b.hy * b.cos) + 8;
    return (
      Math.max(0, rx - b.x) +
      Math.max(0, b.x + rx - w) +
      Math.max(0, ry - b.y) +
      Math.max(0, b.y + ry - h)
    );
  }

  function labelTrouble(c: number): number {
    const label = labels[c];
    if (!label) return 0;
    let sum = spots[c]![chosen[c]!]!.cost + outside(label.box) * 3;
    for (const geometry of laid)
      for (const b of geometry.boxes) sum += overlap(b, label.box, CLEAR);
    for (let d = 0; d < at.length; d++) {
      sum += 2 * roundOverlap(label.box, at[d]!.x, at[d]!.y, radius[d]!, d === c ? 1 : 5);
      const other = labels[d];
      if (other && d !== c) sum += overlap(label.box, other.box, 3) * 1.5;
    }
    for (const o of obstacles) sum += overlap(label.box, o, 4);
    return sum;
  }

  function cityTrouble(c: number): number {
    const p = at[c]!;
    let sum = 0.03 * Math.hypot(p.x - home[c]!.x, p.y - home[c]!.y);
    for (let d = 0; d < at.length; d++)
      if (d !== c) {
        const far = Math.hypot(at[d]!.x - p.x, at[d]!.y - p.y);
        sum += Math.max(0, radius[c]! + radius[d]! + 4 - far) * 2;
      }
    for (const o of obstacles) sum += 2 * roundOverlap(o, p.x, p.y, radius[c]!, 4);
    sum += outside(box(p.x, p.y, radius[c]! * 2, radius[c]! * 2)) * 3;
    return sum;
  }

  const rounds = sizes.rounds;
  for (let round = 0; round < rounds; round++) {
    const heat = 4 * (1 - round / rounds) ** 2 + 0.01;
    const big = 0.25 + 0.75 * (1 - round / rounds);
    const kind = random();
    if (kind < 0.55) {
      const i = Math.floor(random() * pairs.length);
      const pair = pairs[i]!;
      const before = { ...pair, push: [...pair.push] };
      const old = laid[i]!;
      const was = pairTrouble(i);
      const what = random();
      if (what < 0.36 && !pair.fixed) pair.bend += (random() - 0.5) * 0.3 * big;
      else if (what < 0.45 && !pair.fixed) {
        // To the other side, or straight again: bends must not stay where they once were useful.
        pair.bend = random() < 0.5 ? -pair.bend : (random() - 0.5) * 0.1;
        pair.skew = 0;
      } else if (what < 0.65) pair.skew = clamp(pair.skew + (random() - 0.5) * 0.25 * big, 0.3);
      else if (what < 0.85 || !pair.crossed)
        pair.slide = clamp(pair.slide + (random() - 0.5) * big, 1);
      else {
        const k = Math.floor(random() * pair.length);
        const d = (random() - 0.5) * 50 * big;
        const dir = random() < 0.5;
        for (let m = 0; m < pair.length; m++)
          if (dir ? m >= k : m <= k) pair.push[m] = clamp(pair.push[m]! + d, 40);
      }
      laid[i] = lay(pair);
      if (!accept(pairTrouble(i) - was, heat)) {
        Object.assign(pair, before);
        laid[i] = old;
      }
    } else if (kind < 0.8) {
      const c = Math.floor(random() * at.length);
      if (!spots[c]!.length) continue;
      const was = labelTrouble(c);
      const [old, oldLabel] = [chosen[c]!, labels[c]!];
      chosen[c] = Math.floor(random() * spots[c]!.length);
      labels[c] = spots[c]![chosen[c]]!.make();
      if (!accept(labelTrouble(c) - was, heat)) {
        chosen[c] = old;
        labels[c] = oldLabel;
      }
    } else {
      const c = Math.floor(random() * at.length);
      const touched = pairsAt[c]!;
      const skip = new Set(touched);
      const total = (): number => {
        let sum = cityTrouble(c) + labelTrouble(c);
        for (const i of touched) sum += pairTrouble(i, skip);
        for (let m = 0; m < touched.length; m++)
          for (let n = 0; n < m; n++)
            for (const b of laid[touched[m]!]!.boxes)
              for (const o of laid[touched[n]!]!.boxes) sum += overlap(b, o, CLEAR) * 1.5;
        // The dot itself against tracks that only pass by.
        for (let j = 0; j < pairs.length; j++)
          if (!skip.has(j))
            for (const b of laid[j]!.boxes)
              sum += 2 * roundOverlap(b, at[c]!.x, at[c]!.y, radius[c]!, CLEAR + 3);
        return sum;
      };
      const was = total();
      const old = at[c]!;
      const kept = touched.map((i) => laid[i]!);
      const oldLabel = labels[c]!;
      const angle = random() * 2 * Math.PI;
      const far = random() * 14 * big;
      let [x, y] = [old.x + Math.cos(angle) * far, old.y + Math.sin(angle) * far];
      const gone = Math.hypot(x - home[c]!.x, y - home[c]!.y);
      if (gone > stray[c]!) {
        x = home[c]!.x + ((x - home[c]!.x) * stray[c]!) / gone;
        y = home[c]!.y + ((y - home[c]!.y) * stray[c]!) / gone;
      }
      at[c] = { x, y };
      touched.forEach((i) => (laid[i] = lay(pairs[i]!)));
      if (spots[c]!.length) labels[c] = spots[c]![chosen[c]!]!.make();
      if (!accept(total() - was, heat)) {
        at[c] = old;
        touched.forEach((i, m) => (laid[i] = kept[m]!));
        labels[c] = oldLabel;
      }
    }
  }

  function accept(worse: number, heat: number): boolean {
    return worse <= 0 || random() < Math.exp(-worse / heat);
  }

  // Long lines are gathered into the tracks' own order.
  const cells: LaidCell[][] = board.tracks.map(() => []);
  pairs.forEach((pair, i) => {
    pair.tracks.forEach((t, k) => {
      const own = laid[i]!.cells[k]!;
      const flipped = board.tracks[t]!.a !== pair.a;
      cells[t] = flipped ? [...own].reverse() : own;
    });
  });
  return { cities: at, cells, labels, trouble: leftovers() };

  function leftovers(): string[] {
    const said: string[] = [];
    const name = (i: number): string =>
      `${board.cities[pairs[i]!.a]!.id}-${board.cities[pairs[i]!.b]!.id}`;
    pairs.forEach((_, i) => {
      for (let j = 0; j < i; j++) {
        let deep = 0;
        for (const b of laid[i]!.boxes)
          for (const o of laid[j]!.boxes) deep = Math.max(deep, overlap(b, o, 0.5));
        if (deep > 0) said.push(`${name(i)} × ${name(j)}: ${deep.toFixed(1)}`);
      }
      for (let c = 0; c < at.length; c++) {
        let deep = 0;
        for (const b of laid[i]!.boxes)
          deep = Math.max(deep, roundOverlap(b, at[c]!.x, at[c]!.y, radius[c]!, 0));
        if (deep > 0) said.push(`${name(i)} × city ${board.cities[c]!.id}: ${deep.toFixed(1)}`);
        const label = labels[c];
        deep = 0;
        if (label) for (const b of laid[i]!.boxes) deep = Math.max(deep, overlap(b, label.box, 0));
        if (deep > 0) said.push(`${name(i)} × name ${board.cities[c]!.id}: ${deep.toFixed(1)}`);
      }
      const n = pairs[i]!.tracks.length;
      const boxes = laid[i]!.boxes;
      for (let k = n; k < boxes.length; k++)
        if (overlap(boxes[k]!, boxes[k - n]!, 0.3) > 0) said.push(`${name(i)} × itself`);
    });
    labels.forEach((label, c) => {
      if (!label) return;
      if (outside(label.box) > 8) said.push(`name ${board.cities[c]!.id} outside`);
      labels.forEach((other, d) => {
        if (other && d < c && overlap(label.box, other.box, 0) > 0)
          said.push(`name ${board.cities[c]!.id} × name ${board.cities[d]!.id}`);
      });
      at.forEach((p, d) => {
        if (roundOverlap(label.box, p.x, p.y, radius[d]!, 0) > 0)
          said.push(`name ${board.cities[c]!.id} × city ${board.cities[d]!.id}`);
      });
    });
    return said;
  }
}

const NONE = new Set<number>();
function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}
