// A board as the Python package's plain files tell it, read for drawing.

import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';

export interface CityEntry {
  id: string;
  name: string;
  zone: string | null;
  /** Board units from the top left corner of the picture, its margin included. */
  x: number;
  y: number;
  lat: number | null;
  lon: number | null;
  /** Where the name must stand, if the file says so: a compass point. */
  label: string | null;
}

export interface TrackEntry {
  id: string;
  a: number;
  b: number;
  length: number;
  colour: string | null;
  locomotives: number;
}

export interface BoardEntry {
  size: [number, number];
  cities: CityEntry[];
  tracks: TrackEntry[];
  zones: { id: string; name: string }[];
  crossings: [number, number][];
  /** Curvature fixed by hand, by the pair's ids joined with a dash. */
  bends: Record<string, number>;
}

interface Place {
  x: number;
  y: number;
  lat?: number;
  lon?: number;
  label?: string;
}

/** Read a game's board; margins (left, top, right, bottom) widen the picture around the cities. */
export function readBoard(game: string, margin: [number, number, number, number]): BoardEntry {
  const folder = new URL(`../../src/branchline/boards/${game}/`, import.meta.url);
  const read = (name: string): Record<string, unknown> =>
    parse(readFileSync(new URL(name, folder), 'utf8'));
  const board = read('board.toml') as {
    cities: { id: string; name: string; zone?: string }[];
    zones?: { id: string; name: string }[];
    crossings?: [string, string][];
    tracks: {
      id: string;
      ends: [string, string];
      length: number;
      colour?: string;
      locomotives?: number;
    }[];
  };
  const layout = read('layout.toml') as {
    size: [number, number];
    cities: Record<string, Place>;
    bends?: Record<string, number>;
  };
  const [width, height] = layout.size;
  const cities = board.cities.map(({ id, name, zone }) => {
    const place = layout.cities[id];
    if (!place) throw new Error(`${game}: ${id} has no place in layout.toml`);
    return {
      id,
      name,
      zone: zone ?? null,
      x: place.x * width + margin[0],
      y: place.y * height + margin[1],
      lat: place.lat ?? null,
      lon: place.lon ?? null,
      label: place.label ?? null,
    };
  });
  const index = new Map(cities.map((city, i) => [city.id, i]));
  const at = (id: string): number => {
    const i = index.get(id);
    if (i === undefined) throw new Error(`${game}: unknown city ${id}`);
    return i;
  };
  const tracks = board.tracks.map((t) => ({
    id: t.id,
    a: at(t.ends[0]),
    b: at(t.ends[1]),
    length: t.length,
    colour: t.colour ?? null,
    locomotives: t.locomotives ?? 0,
  }));
  const numbers = new Map(tracks.map((t, i) => [t.id, i]));
  return {
    size: [width + margin[0] + margin[2], height + margin[1] + margin[3]],
    cities,
    tracks,
    zones: board.zones ?? [],
    crossings: (board.crossings ?? []).map(([a, b]) => [numbers.get(a) ?? 0, numbers.get(b) ?? 0]),
    bends: layout.bends ?? {},
  };
}
