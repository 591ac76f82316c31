// The ground of a board: the atlas's coasts and borders, our lakes, rivers and ranges, all warped.

import { readFileSync } from 'node:fs';
import type { MultiLineString, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { ArtLayer } from '../src/lib/board/geometry.ts';
import type { Picture } from './games.ts';
import {
  area,
  clipLine,
  clipRing,
  flowing,
  simplify,
  simplifyRing,
  write,
  type Frame,
} from './paths.ts';
import { cut, distances, gridOver, landMask, relief } from './terrain.ts';
import type { Point, Warp } from './warp.ts';

type Atlas = Topology<{
  countries: GeometryCollection<{ name: string }>;
  states: GeometryCollection<{ name: string }>;
}>;

function atlas(file: string): Atlas {
  const path = new URL(`../node_modules/${file}`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Atlas;
}

/** The ground of a picture of a size whose upper left corner is a point of the warped world. */
export function drawGround(
  picture: Picture,
  [left, top]: Point,
  size: Point,
  warp: Warp,
): ArtLayer[] {
  const world = atlas('world-atlas/countries-10m.json');
  const [west, south, east, north] = picture.window;
  const window: Frame = [west, south, east, north];
  const [bx, by] = picture.bleed;
  const frame: Frame = [-bx, -by, size[0] + bx, size[1] + by];
  const place = (p: Point): Point => {
    const projected = picture.projection(p);
    if (!projected) throw new Error(`cannot project ${p.join(', ')}`);
    const [x, y] = warp([projected[0], projected[1]]);
    const moved = picture.moved.find(
      ({ from: [w, s, e, n] }) => p[0] >= w && p[0] <= e && p[1] >= s && p[1] <= n,
    );
    if (!moved) return [x - left, y - top];
    const [ax, ay] = moved.about;
    return [
      ax + (x + moved.by[0] - ax) * moved.scale - left,
      ay + (y + moved.by[1] - ay) * moved.scale - top,
    ];
  };

  // Beyond the picture's edge less will do, and far beyond it, where few windows reach, still less.
  const beyond = ([x, y]: Point): number => {
    const off = Math.max(-x, -y, x - size[0], y - size[1]);
    return off < 20 ? 1 : off < 400 ? 3 : 6;
  };

  /** A ring of the atlas as a ring of the board, or null where it lies outside. */
  const ringOf = (ring: Point[], tolerance: number): Point[] | null => {
    const seen = clipRing(ring, window);
    if (seen.length < 3) return null;
    const laid = clipRing(dense(seen).map(place), frame);
    const least = { 1: 40, 3: 300 }[Math.min(...laid.map(beyond))] ?? 900;
    if (laid.length < 3 || area(laid) < least) return null;
    return simplifyRing(laid, tolerance, beyond);
  };
  const linesOf = (lines: Point[][], tolerance: number): Point[][] =>
    lines
      .flatMap((line) => clipLine(line, window))
      .flatMap((line) => clipLine(line.map(place), frame))
      .map((line) => simplify(line, tolerance, beyond));
  /** What reaches the frame's edge runs on beyond it, so that no window shows an end of the land. */
  const runningOn = (rings: Point[][]): Point[][] =>
    rings.map((ring) =>
      ring.map(([x, y]): Point => [
        x <= frame[0] ? -FAR : x >= frame[2] ? size[0] + FAR : x,
        y <= frame[1] ? -FAR : y >= frame[3] ? size[1] + FAR : y,
      ]),
    );

  const home: Point[][] = [];
  const far: Point[][] = [];
  for (const { geometry, properties } of feature(world, world.objects.countries).features) {
    const shape = geometry as Polygon | MultiPolygon;
    const polygons = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
    const isHome = picture.home.includes(properties.name);
    for (const polygon of polygons) {
      const ring = ringOf((polygon[0] ?? []) as Point[], 0.8);
      if (ring) (isHome ? home : far).push(ring);
    }
  }
  const lines = (m: MultiLineString): Point[][] => m.coordinates as Point[][];
  const borders = linesOf(lines(mesh(world, world.objects.countries, (a, b) => a !== b)), 0.8);
  let regions: Point[][] = [];
  if (picture.states) {
    const states = atlas('us-atlas/states-10m.json');
    regions = linesOf(lines(mesh(states, states.objects.states, (a, b) => a !== b)), 1);
  }
  const lakes = picture.lakes.flatMap((lake) => {
    const ring = ringOf(flowing(lake, true, 5), 0.7);
    return ring ? [ring] : [];
  });
  const rivers = linesOf(
    picture.rivers.map((r) => meander(flowing(r, false, 8))),
    0.7,
  );

  const grid = gridOver(frame);
  const mask = landMask([...home, ...far], lakes, grid);
  const off = distances(mask, grid);
  const shoals = [9, 20, 34].flatMap((level) =>
    cut(
      Float64Array.from(off, (d) => -d),
      grid,
      -level,
      200,
      0.9,
      beyond,
    ),
  );
  // Kilometres to board units, measured across the middle of the map.
  const middle: Point = [(west + east) / 2, (south + north) / 2];
  const [m0, m1] = [place(middle), place([middle[0], middle[1] + 1])];
  const unit = Math.hypot(m1[0] - m0[0], m1[1] - m0[1]) / 111;
  const ridges = picture.ranges.map(({ line, spread, height }) => ({
    line: (line.length > 1 ? flowing(line, false, 4) : line).map(place),
    spread: spread * unit,
    height,
  }));
  const hills = relief(ridges, mask, grid, beyond);

  const ground = (kind: ArtLayer['kind'], rings: Point[][]): ArtLayer => ({
    kind,
    d: write(runningOn(rings), true),
  });
  const layers: ArtLayer[] = [
    ground('shoal', shoals),
    ground('far', far),
    ground('land', home),
    ground('relief1', hills.relief1),
    ground('relief2', hills.relief2),
    ground('shade', hills.shade),
    ground('light', hills.light),
    { kind: 'river', d: write(rivers, false) },
    { kind: 'region', d: write(regions, false) },
    { kind: 'border', d: write(borders, false) },
    ground('lake', lakes),
  ];
  return layers.filter((layer) => layer.d);
}

/** Farther than any window shows, in board units. */
const FAR = 9000;

/** Long straight edges get points in between, so that they bend with the warp. */
function dense(ring: Point[]): Point[] {
  const out: Point[] = [];
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length]!;
    const parts = Math.max(1, Math.ceil(Math.hypot(q[0] - p[0], q[1] - p[1]) / 0.5));
    for (let k = 0; k < parts; k++)
      out.push([p[0] + ((q[0] - p[0]) * k) / parts, p[1] + ((q[1] - p[1]) * k) / parts]);
  });
  return out;
}

/** A river given by a few points wanders a little between them. */
function meander(line: Point[]): Point[] {
  return line.map(([x, y], i) => [
    x + 0.035 * Math.sin(i * 1.7) + 0.02 * Math.sin(i * 4.1 + 1),
    y + 0.035 * Math.cos(i * 2.3) + 0.02 * Math.sin(i * 3.7),
  ]);
}
