// What each board's picture is made of: its corner of the world, its sizes and its margins.

import { geoConicConformal, geoConicEqualArea, type GeoProjection } from 'd3-geo';
import * as america from './places/america.ts';
import * as gaul from './places/gaul.ts';
import type { RailSizes } from './rails.ts';
import type { Point } from './warp.ts';

export interface Picture {
  margin: [left: number, top: number, right: number, bottom: number];
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
  /** The letters on the signs of each zone's dead ends, and where the zone's name stands. */
  zones: Record<string, { mark: string; x: number; y: number }>;
}

const KILOMETRES = 6371;

export const PICTURES: Record<string, Picture> = {
  usa: {
    margin: [70, 40, 90, 60],
    sizes: { cell: [55, 19], between: 3, cityRadius: 12, fontSize: 27, stray: 14, rounds: 150000 },
    projection: geoConicEqualArea().parallels([29.5, 45.5]).rotate([97, 0]).scale(KILOMETRES),
    window: [-141, 18, -52, 60],
    home: ['United States of America'],
    states: true,
    stiffness: 4e4,
    lakes: america.LAKES,
    rivers: america.RIVERS,
    ranges: america.RANGES,
    pins: [],
    zones: {},
  },
  france: {
    margin: [90, 60, 60, 130],
    sizes: { cell: [55, 19], between: 3, cityRadius: 12, fontSize: 28, stray: 18, rounds: 150000 },
    projection: geoConicConformal().parallels([44, 49]).rotate([-2.5, 0]).scale(KILOMETRES),
    window: [-12, 37, 16, 55],
    home: ['France'],
    states: false,
    stiffness: 2e4,
    lakes: gaul.LAKES,
    rivers: gaul.RIVERS,
    ranges: gaul.RANGES,
    pins: [],
    zones: {
      belgium: { mark: 'B', x: 0.8, y: 0.04 },
      germany: { mark: 'D', x: 0.93, y: 0.2 },
      switzerland: { mark: 'CH', x: 0.9, y: 0.6 },
      italy: { mark: 'I', x: 0.93, y: 0.78 },
      spain: { mark: 'E', x: 0.05, y: 0.95 },
      corsica: { mark: '⚓', x: 0.68, y: 1.02 },
    },
  },
  old_west: {
    margin: [80, 50, 60, 60],
    sizes: { cell: [57, 20], between: 3, cityRadius: 13, fontSize: 29, stray: 18, rounds: 150000 },
    projection: geoConicEqualArea().parallels([33, 46]).rotate([114, 0]).scale(KILOMETRES),
    window: [-135, 22, -92, 57],
    home: ['United States of America'],
    states: true,
    stiffness: 2e4,
    lakes: america.LAKES,
    rivers: america.RIVERS,
    ranges: america.RANGES,
    pins: [],
    zones: {},
  },
};
