// The pictures of the rules pages, as data: what lies where. They are drawn with the cards, cells,
// trains and cities of the game itself; each has its words among the texts of the rules pages.

import type { Cell, TrackShape } from '../board/geometry.ts';
import type { CardType, Colour, Livery } from '../colours.ts';
import type { Key } from '../i18n/index.ts';

/** Length and breadth of a cell, and a city's radius, as on the boards. */
export const CELL: [number, number] = [55, 19];
export const CITY = 12;
/** From the middle of one cell to that of the next, and from a city to the first cell's end. */
const PITCH = 60;
const FREE = 20;

export interface Place {
  x: number;
  y: number;
  marker?: Livery;
  ringed?: boolean;
  /** The letters of a dead end's sign. */
  sign?: string;
}

export interface Line {
  shape: TrackShape;
  livery?: Livery;
  built?: Colour;
  cut?: boolean;
  closed?: boolean;
  claimable?: boolean;
  lit?: boolean;
  dim?: boolean;
}

/** A piece of a map. */
export interface Scene {
  size: [width: number, height: number];
  cities: Place[];
  lines: Line[];
  /** Where a figure stands. */
  figure?: [x: number, y: number];
}

export type Part =
  | { scene: Scene }
  /** Cards side by side; those that overlap lie in a row of a yard. */
  | { cards: (CardType | 'back')[]; overlap?: boolean; struck?: boolean; of?: Livery }
  | { sign: 'then' | 'and' | 'or' }
  /** Points, and who gets them. */
  | { points: number; to?: Livery }
  | { text: string }
  /** A completed ticket of The Card Game, and the card that fills each of its pips. */
  | { ticket: string; worth: number; pips: [asked: CardType, paid: CardType][]; of?: Livery };

export interface Picture {
  words: Key;
  parts: Part[];
}

type How = Omit<Line, 'shape'> & {
  colour?: Colour | 'grey' | null;
  signs?: number;
  shift?: number;
};

/** How far apart cities stand that so many spaces join. */
function far(spaces: number): number {
  return spaces * PITCH + 2 * FREE;
}

/** A straight track from one place to another, its cells in the middle. */
export function lineOf(from: Place, to: Place, spaces: number, how: How = {}): Line {
  const { colour = 'grey', signs = 0, shift = 0, ...rest } = how;
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  const [ux, uy] = [(to.x - from.x) / long, (to.y - from.y) / long];
  const turn = (Math.atan2(uy, ux) * 180) / Math.PI;
  const at = (along: number): [number, number] => [
    from.x + ux * along - uy * shift,
    from.y + uy * along + ux * shift,
  ];
  const start = long / 2 - ((spaces - 1) * PITCH) / 2;
  const cells = Array.from({ length: spaces }, (_, i): Cell => [...at(start + i * PITCH), turn]);
  const ends = [start - CELL[0] / 2, start + (spaces - 1) * PITCH + CELL[0] / 2].map(at);
  const line = `M${ends.map((p) => p.join(' ')).join('L')}`;
  const shape = { id: '', a: 0, b: 0, length: spaces, colour, locomotives: signs, cells, line };
  return { shape, ...rest };
}

/** One route between two cities. */
function route(
  spaces: number,
  how: How = {},
  a: Partial<Place> = {},
  b: Partial<Place> = {},
): Part {
  const [from, to] = [
    { x: 30, y: 40, ...a },
    { x: 30 + far(spaces), y: 40, ...b },
  ];
  const size: [number, number] = [far(spaces) + 60, 80];
  return { scene: { size, cities: [from, to], lines: [lineOf(from, to, spaces, how)] } };
}

const THEN: Part = { sign: 'then' };
const AND: Part = { sign: 'and' };
const OR: Part = { sign: 'or' };

function sisters(one: How, other: How): Part {
  const [from, to] = [
    { x: 30, y: 45 },
    { x: 30 + far(2), y: 45 },
  ];
  const lines = [
    lineOf(from, to, 2, { colour: 'orange', shift: -13, ...one }),
    lineOf(from, to, 2, { colour: 'white', shift: 13, ...other }),
  ];
  return { scene: { size: [far(2) + 60, 90], cities: [from, to], lines } };
}

function joined(): Scene {
  const [a, b, c]: Place[] = [
    { x: 30, y: 90, ringed: true },
    { x: 30 + far(2), y: 50 },
    { x: 30 + far(2) + far(3), y: 70, ringed: true },
  ] as Place[];
  const lines = [
    lineOf(a!, b!, 2, { livery: 'red', lit: true }),
    lineOf(b!, c!, 3, { livery: 'red', lit: true }),
  ];
  return { size: [far(2) + far(3) + 60, 130], cities: [a!, b!, c!], lines };
}

function longest(): Scene {
  const west = { x: 34, y: 60, ringed: true };
  const fork = { x: west.x + far(3), y: 90 };
  const east = { x: fork.x + far(3), y: 60, ringed: true };
  const branch = { x: fork.x + far(1) * 0.55, y: fork.y + far(1) * 0.83 };
  const lines = [
    lineOf(west, fork, 3, { livery: 'blue', lit: true }),
    lineOf(fork, east, 3, { livery: 'blue', lit: true }),
    lineOf(fork, branch, 1, { livery: 'blue' }),
  ];
  return { size: [east.x + 34, 210], cities: [west, fork, east, branch], lines };
}

function crossing(built: boolean): Part {
  const [a, b] = [
    { x: 30, y: 100 },
    { x: 30 + far(3), y: 100 },
  ];
  const [c, d] = [
    { x: a.x + far(3) / 2 - 60, y: 100 - far(2) / 2 + 8 },
    { x: a.x + far(3) / 2 + 60, y: 100 + far(2) / 2 - 8 },
  ];
  const lines = [
    lineOf(c, d, 2, { colour: null, cut: built }),
    lineOf(a, b, 3, { colour: null, ...(built ? { built: 'yellow' as const } : {}) }),
  ];
  return { scene: { size: [far(3) + 60, 200], cities: [a, b, c, d], lines } };
}

function zone(): Scene {
  const city = { x: 34, y: 100, ringed: true };
  const [upper, lower] = [
    { x: city.x + far(3), y: 32, sign: 'CH', ringed: true },
    { x: city.x + far(3), y: 168, sign: 'CH', ringed: true },
  ];
  const lines = [
    lineOf(city, upper, 3, { livery: 'green', lit: true }),
    lineOf(city, lower, 3, { colour: 'grey' }),
  ];
  return { size: [far(3) + 80, 200], cities: [city, upper, lower], lines };
}

function connected(): Scene {
  const home = { x: 40, y: 60, marker: 'red' as const };
  const next = { x: home.x + far(2), y: 60 };
  const open = { x: next.x + far(2), y: 60 };
  const [lone, end] = [
    { x: home.x + far(2) * 0.6, y: 150 },
    { x: home.x + far(2) * 0.6 + far(2), y: 150 },
  ];
  const lines = [
    lineOf(home, next, 2, { livery: 'red' }),
    lineOf(next, open, 2, { colour: 'blue', claimable: true }),
    lineOf(lone, end, 2, { colour: 'green', closed: true }),
  ];
  return { size: [open.x + 34, 190], cities: [home, next, open, lone, end], lines };
}

function alvin(caught: boolean): Part {
  const home = { x: 40, y: 90, marker: 'red' as const };
  const far2 = { x: home.x + far(2), y: 90 };
  const at = caught ? home : far2;
  const how: How = caught ? { livery: 'red' } : { colour: 'yellow' };
  return {
    scene: {
      size: [far(2) + 80, 120],
      cities: [home, far2],
      lines: [lineOf(home, far2, 2, how)],
      figure: [at.x + (caught ? 26 : 0), at.y - 30],
    },
  };
}

const row = (...cards: CardType[]): Part => ({ cards });

export const PICTURES: Record<string, Picture> = {
  draw: {
    words: 'rules.picture.draw',
    parts: [row('red'), AND, { cards: ['back'] }, OR, row('locomotive')],
  },
  claim: {
    words: 'rules.picture.claim',
    parts: [
      route(3, { colour: 'blue' }),
      row('blue', 'blue', 'locomotive'),
      THEN,
      route(3, { livery: 'red' }),
      { points: 4 },
    ],
  },
  grey: {
    words: 'rules.picture.grey',
    parts: [route(3), row('green', 'green', 'green'), THEN, route(3, { livery: 'red' })],
  },
  sisters: {
    words: 'rules.picture.sisters',
    parts: [
      { text: '2–3' },
      sisters({ livery: 'red' }, { closed: true }),
      { text: '4+' },
      sisters({ livery: 'red' }, { livery: 'blue' }),
    ],
  },
  ticket: {
    words: 'rules.picture.ticket',
    parts: [{ scene: joined() }, { points: 11, to: 'red' }],
  },
  sweep: {
    words: 'rules.picture.sweep',
    parts: [
      { cards: ['locomotive', 'red', 'locomotive', 'white', 'locomotive'], struck: true },
      THEN,
      row('green', 'black', 'yellow', 'locomotive', 'blue'),
    ],
  },
  ferry: {
    words: 'rules.picture.ferry',
    parts: [
      route(3, { signs: 1 }),
      row('locomotive', 'purple', 'purple'),
      THEN,
      route(3, { livery: 'red' }),
    ],
  },
  path: {
    words: 'rules.picture.path',
    parts: [{ scene: longest() }, { points: 10, to: 'blue' }],
  },
  bed: {
    words: 'rules.picture.bed',
    parts: [route(3, { colour: null }), THEN, route(3, { colour: null, built: 'green' })],
  },
  piece: {
    words: 'rules.picture.piece',
    parts: [
      route(3, { colour: null, built: 'green' }),
      row('green', 'green', 'green'),
      THEN,
      route(3, { livery: 'red' }),
      { points: 4 },
    ],
  },
  crossing: {
    words: 'rules.picture.crossing',
    parts: [crossing(false), THEN, crossing(true)],
  },
  zone: {
    words: 'rules.picture.zone',
    parts: [{ scene: zone() }, { points: 13, to: 'green' }],
  },
  home: {
    words: 'rules.picture.home',
    parts: [route(2, { colour: 'black' }, { marker: 'red' }, { marker: 'blue' })],
  },
  connected: { words: 'rules.picture.connected', parts: [{ scene: connected() }] },
  marker: {
    words: 'rules.picture.marker',
    parts: [route(4, { livery: 'red' }, {}, { marker: 'blue' }), THEN, { points: 7, to: 'blue' }],
  },
  pair: {
    words: 'rules.picture.pair',
    parts: [
      route(2, { livery: 'red' }),
      row('purple', 'purple'),
      THEN,
      route(2, { livery: 'red' }, {}, { marker: 'red' }),
    ],
  },
  alvin: {
    words: 'rules.picture.alvin',
    parts: [alvin(false), THEN, alvin(true), { points: 10, to: 'red' }],
  },
  lay: {
    words: 'rules.picture.lay',
    parts: [
      row('red', 'red', 'red', 'locomotive'),
      THEN,
      { cards: ['red', 'red', 'red', 'locomotive'], overlap: true, of: 'red' },
    ],
  },
  three: {
    words: 'rules.picture.three',
    parts: [
      row('blue', 'yellow', 'white'),
      THEN,
      { cards: ['blue'], of: 'red' },
      { cards: ['yellow'], of: 'red' },
      { cards: ['white'], of: 'red' },
    ],
  },
  rob: {
    words: 'rules.picture.rob',
    parts: [
      { cards: ['green', 'green', 'green'], overlap: true, of: 'red' },
      THEN,
      { cards: ['green', 'green'], overlap: true, struck: true, of: 'blue' },
    ],
  },
  step: {
    words: 'rules.picture.step',
    parts: [
      { cards: ['black', 'black', 'locomotive'], overlap: true },
      THEN,
      { cards: ['black', 'black'], overlap: true },
      AND,
      { cards: ['back'] },
    ],
  },
  pips: {
    words: 'rules.picture.pips',
    parts: [
      row('red', 'red', 'locomotive'),
      THEN,
      {
        ticket: 'Chicago – Miami',
        worth: 10,
        pips: [
          ['red', 'red'],
          ['red', 'red'],
          ['green', 'locomotive'],
        ],
      },
    ],
  },
  city: {
    words: 'rules.picture.city',
    parts: [
      { ticket: 'New York – Dallas', worth: 11, pips: [], of: 'red' },
      { ticket: 'Seattle – New York', worth: 20, pips: [], of: 'red' },
      { ticket: 'New York – Miami', worth: 10, pips: [], of: 'blue' },
      THEN,
      { points: 15, to: 'red' },
    ],
  },
};
