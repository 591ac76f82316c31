// What each board's picture is made of: its corner of the world, its sizes and its margins.

import { geoConicConformal, geoConicEqualArea, type GeoProjection } from 'd3-geo';
import * as america from './places/america.ts';
import * as gaul from './places/gaul.ts';
import type { RailSizes } from './names.ts';
import type { Point } from './warp.ts';

export interface Picture {
  margin: [left: number, top: number, right: number, bottom: number];
  /** How far beyond the picture the ground is drawn as it is, for windows of another shape. */
  bleed: [sideways: number, upwards: number];
  sizes: RailSizes;
  /** Projects longitude and latitude before the warp, in kilometres or thereabouts. */
  projection: GeoProjection;
  /** What of the world is looked at: west, south, east, north. */
  window: [number, number, number, number];
  /** The countries on which the game is played, by their names in the atlas. */
  home: string[];
  states: boolean;
  stiffness: number;
  lakes: Point[][];
  rivers: Point[][];
  ranges: america.Range[];
  /** Further points held to a place on the board, as longitude, latitude, x and y (0 to 1). */
  pins: [lon: number, lat: number, x: number, y: number][];
  /** Parts of the world (west, south, east, north) moved bodily, and shrunk about a place, in board units. */
  moved: {
    from: [number, number, number, number];
    by: [number, number];
    scale: number;
    about: [number, number];
  }[];
  /** The letters on the signs of a zone's dead ends, its name's place, and its other names. */
  zones: Record<string, { mark: string; x: number; y: number; also: string[] }>;
}

const KILOMETRES = 6371;

export const PICTURES: Record<string, Picture> = {
  usa: {
    margin: [20, 40, 23, 60],
    bleed: [900, 1500],
    sizes: { cell: [55, 19], between: 3, cityRadius: 12, fontSize: 25, stray: 14, rounds: 220000 },
    projection: geoConicEqualArea().parallels([29.5, 45.5]).rotate([97, 0]).scale(KILOMETRES),
    window: [-179, -25, -8, 83.7],
    home: ['United States of America'],
    states: true,
    stiffness: 4e4,
    lakes: america.LAKES,
    rivers: america.RIVERS,
    ranges: america.RANGES,
    pins: [],
    moved: [],
    zones: {},
  },
  france: {
    margin: [90, 60, 60, 170],
    bleed: [1400, 900],
    sizes: { cell: [55, 19], between: 6, cityRadius: 12, fontSize: 28, stray: 18, rounds: 220000 },
    projection: geoConicConformal().parallels([44, 49]).rotate([-2.5, 0]).scale(KILOMETRES),
    window: [-32, 24, 38, 68],
    home: ['France'],
    states: false,
    stiffness: 2e4,
    lakes: gaul.LAKES,
    rivers: gaul.RIVERS,
    ranges: gaul.RANGES,
    pins: [],
    moved: [{ from: [8.4, 41.33, 9.62, 43.1], by: [-190, -143], scale: 0.48, about: [1195, 1760] }],
    zones: {
      belgium: { mark: 'B', x: 0.8, y: 0.04, also: ['Belgique'] },
      germany: { mark: 'D', x: 0.93, y: 0.2, also: ['Allemagne'] },
      switzerland: { mark: 'CH', x: 0.9, y: 0.6, also: ['Suisse'] },
      italy: { mark: 'I', x: 0.93, y: 0.78, also: ['Italie'] },
      spain: { mark: 'E', x: 0.05, y: 0.95, also: ['Espagne'] },
      corsica: { mark: '⚓', x: 0.56, y: 1.02, also: ['Corse'] },
    },
  },
  old_west: {
    margin: [80, 0, 20, 60],
    bleed: [1300, 1000],
    sizes: { cell: [57, 20], between: 6, cityRadius: 13, fontSize: 29, stray: 18, rounds: 220000 },
    projection: geoConicEqualArea().parallels([33, 46]).rotate([114, 0]).scale(KILOMETRES),
    window: [-175, 2, -45, 78],
    home: ['United States of America'],
    states: true,
    stiffness: 2e4,
    lakes: america.LAKES,
    rivers: america.RIVERS,
    ranges: america.RANGES,
    pins: [],
    moved: [],
    zones: {},
  },
};
