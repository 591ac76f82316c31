// Card colours and player liveries: each has a symbol or shape beside its colour, so that nobody
// needs to tell colours apart. Symbols are paths in a box from -10 to 10.

export const COLOURS = [
  'purple',
  'white',
  'blue',
  'yellow',
  'orange',
  'black',
  'red',
  'green',
] as const;
export type Colour = (typeof COLOURS)[number];
export const CARDS = [...COLOURS, 'locomotive'] as const;
export type CardType = (typeof CARDS)[number];

/** Star, moon, drop, sun, bolt, clover, heart, leaf; the locomotive's driving wheel. */
export const SYMBOLS: Record<CardType, string> = {
  purple: 'M0-9.5 2.6-3.2 9.4-2.7 4.2 1.7 5.9 8.3 0 4.7-5.9 8.3-4.2 1.7-9.4-2.7-2.6-3.2Z',
  white: 'M3.5-9A9.3 9.3 0 1 0 8.6 5.2 7.8 7.8 0 0 1 3.5-9Z',
  blue: 'M0-9.6C3.6-4.6 6.6-1.2 6.6 3A6.6 6.6 0 0 1-6.6 3C-6.6-1.2-3.6-4.6 0-9.6Z',
  yellow:
    'M4.6 0A4.6 4.6 0 1 1-4.6 0 4.6 4.6 0 0 1 4.6 0ZM-1.2-9.8H1.2V-6.2H-1.2ZM-1.2 6.2H1.2V9.8H-1.2ZM-9.8-1.2H-6.2V1.2H-9.8ZM6.2-1.2H9.8V1.2H6.2ZM-7.8-6.1-6.1-7.8-3.6-5.3-5.3-3.6ZM5.3 3.6 7.8 6.1 6.1 7.8 3.6 5.3ZM-5.3 3.6-3.6 5.3-6.1 7.8-7.8 6.1ZM6.1-7.8 7.8-6.1 5.3-3.6 3.6-5.3Z',
  orange: 'M3.4-9.8-6.2 1.6H-.8L-3.4 9.8 6.4-2H.9Z',
  black:
    'M0-9.6A4.4 4.4 0 0 1 3.5-2.5 4.4 4.4 0 1 1 1.3 4.5L2.9 9.2H-2.9L-1.3 4.5A4.4 4.4 0 1 1-3.5-2.5 4.4 4.4 0 0 1 0-9.6Z',
  red: 'M0 8.8C-12 .2-9.6-8-4.8-8-2.2-8-.6-6.4 0-4.6.6-6.4 2.2-8 4.8-8 9.6-8 12 .2 0 8.8Z',
  green:
    'M-8.6 8.8C-9.6-2-4.6-9 9-9 9.2 3.8 2.6 9.2-5.4 6.6L-7.2 9.4ZM-5.2 5.2C-3 .8.4-2.6 4.4-4.6-.6-3.8-4-.2-5.2 5.2Z',
  locomotive:
    'M0-9.4A9.4 9.4 0 1 1 0 9.4 9.4 9.4 0 0 1 0-9.4ZM-1.1-6.7A6.8 6.8 0 0 0-6.7-1.1H-2.7A3 3 0 0 1-1.1-2.7ZM1.1-6.7V-2.7A3 3 0 0 1 2.7-1.1H6.7A6.8 6.8 0 0 0 1.1-6.7ZM6.7 1.1H2.7A3 3 0 0 1 1.1 2.7V6.7A6.8 6.8 0 0 0 6.7 1.1ZM-1.1 6.7V2.7A3 3 0 0 1-2.7 1.1H-6.7A6.8 6.8 0 0 0-1.1 6.7Z',
};

/** In the order in which seats have them at first. */
export const LIVERIES = ['red', 'blue', 'green', 'yellow', 'black', 'white'] as const;
export type Livery = (typeof LIVERIES)[number];

/** Disc, square, triangle, diamond, bars, chevron. */
export const SHAPES: Record<Livery, string> = {
  red: 'M0-8A8 8 0 1 1 0 8 8 8 0 0 1 0-8Z',
  blue: 'M-7.2-7.2H7.2V7.2H-7.2Z',
  green: 'M0-8.6 9 7.4H-9Z',
  yellow: 'M0-9.8 9.8 0 0 9.8-9.8 0Z',
  black: 'M-7.5-8H-2V8H-7.5ZM2-8H7.5V8H2Z',
  white: 'M-8.5-8.5H-1.5L8 0-1.5 8.5H-8.5L1 0Z',
};
