// The faces of the characters that bots are: flat shapes on a poster's sun, in a square of 64.

/** Shapes in the order in which they are painted: a colour, and a path filled with it. */
export type Shapes = readonly (readonly [colour: string, path: string])[];

export interface Face {
  /** Behind the face, by day and by night, and the sun there. */
  sky: string;
  sun: string;
  shapes: Shapes;
}

function disc(x: number, y: number, r: number): string {
  return oval(x, y, r, r);
}

function oval(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
}

/** A disc on either side of the middle. */
function pair(away: number, y: number, r: number): string {
  return disc(32 - away, y, r) + disc(32 + away, y, r);
}

/** A path and its mirror image; all of it in absolute pairs of numbers. */
function both(path: string): string {
  return path + other(path);
}

function other(path: string): string {
  return path.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, x: string, y: string) => `${64 - +x} ${y}`);
}

const INK = '#1d2733';
const CREAM = '#fff4de';
const GOLD = '#e9b44c';

const SHOULDERS = 'M7 66 C7 54 18 48 32 48 C46 48 57 54 57 66 Z';
const SHADE = 'M32 48 C46 48 57 54 57 66 L32 66 Z';
const COLLAR = both('M32 58 L22 49 L27 46 L32 50 Z');

/** Bright eyes: dark, with a light from above on the left. */
function eyes(away: number, y: number, r = 2.9): Shapes {
  const spark = disc(32 - away - 0.9, y - 1, r / 3) + disc(32 + away - 0.9, y - 1, r / 3);
  return [
    [INK, pair(away, y, r)],
    [CREAM, spark],
  ];
}

function coat(colour: string, dark: string): Shapes {
  return [
    [colour, SHOULDERS],
    [dark, SHADE],
  ];
}

export const FACES = {
  // A fox with the cap of a guard.
  paprika: {
    sky: 'light-dark(#f2c98c, #5a3b2c)',
    sun: 'light-dark(#fbe6b8, #7d5336)',
    shapes: [
      ...coat('#24495c', '#1a3645'),
      [CREAM, COLLAR],
      ['#d8622a', both('M13 36 L11 11 L30 24 Z')],
      ['#5a2a1a', both('M16 27 L14.5 17 L23 23 Z')],
      [
        '#df6d30',
        'M32 21 C43 21 51 27 53 35 C50 45 41 53 32 56 C23 53 14 45 11 35 C13 27 21 21 32 21 Z',
      ],
      ['#c25522', 'M32 21 C43 21 51 27 53 35 C50 45 41 53 32 56 Z'],
      [CREAM, both('M11 35 C17 36 25 40 29 46 C31 50 31.500 53 32 56 C23 53 14 45 11 35 Z')],
      ...eyes(9, 36),
      [INK, oval(32, 53.5, 3.4, 2.8)],
      ['#24495c', 'M20 20 C20 10 25 7 32 7 C39 7 44 10 44 20 Z'],
      ['#1a3645', 'M32 7 C39 7 44 10 44 20 L32 20 Z'],
      [GOLD, 'M19 17 L45 17 L45 22 L19 22 Z'],
      [INK, 'M17 22 L47 22 C43 27 21 27 17 22 Z'],
    ],
  },
  // An owl with round glasses, at night.
  nocturne: {
    sky: 'light-dark(#6f86a8, #22304d)',
    sun: 'light-dark(#f4e4b4, #ead9a2)',
    shapes: [
      ...coat('#5b4a6b', '#483a57'),
      ['#6b513c', both('M13 34 C9 24 10 15 12 9 C18 13 25 16 32 18 Z')],
      [
        '#7d6048',
        'M32 15 C45 15 53 24 53 36 C53 48 44 56 32 56 C20 56 11 48 11 36 C11 24 19 15 32 15 Z',
      ],
      ['#6b513c', 'M32 15 C45 15 53 24 53 36 C53 48 44 56 32 56 Z'],
      ['#e9d6b4', both('M32 24 C27 21 15 24 14 35 C14 43 21 48 26 47 C30 46 32 43 32 38 Z')],
      [GOLD, pair(9.5, 35, 9)],
      [CREAM, pair(9.5, 35, 7)],
      [INK, pair(9, 35, 4.4)],
      [CREAM, disc(21.4, 33.4, 1.5) + disc(39.4, 33.4, 1.5)],
      [GOLD, 'M29 33 L35 33 L35 35 L29 35 Z'],
      ['#e08a2e', 'M28 40 L36 40 L32 49 Z'],
      ['#e9d6b4', 'M24 54 L28 51 L32 54 L36 51 L40 54 L36 58 L28 58 Z'],
    ],
  },
  // A badger in a bowler hat.
  domino: {
    sky: 'light-dark(#a9c3a4, #2c4238)',
    sun: 'light-dark(#e6ecc8, #46614c)',
    shapes: [
      ...coat('#7a2733', '#611d28'),
      [CREAM, COLLAR],
      ['#3b4048', pair(18, 29, 6)],
      ['#efe9dc', pair(18, 29, 3)],
      [
        '#f6f1e6',
        'M32 18 C44 18 51 27 51 38 C51 49 42 57 32 57 C22 57 13 49 13 38 C13 27 20 18 32 18 Z',
      ],
      ['#ded7c8', 'M32 18 C44 18 51 27 51 38 C51 49 42 57 32 57 Z'],
      ['#343940', both('M27 19 C20 20 15 27 14 36 C14 42 17 49 23 54 C27 52 28 46 28 40 Z')],
      ['#f6f1e6', both('M13 38 C14 45 18 51 24 55 C21 50 19 44 19 38 Z')],
      [CREAM, pair(8.5, 36, 3.2)],
      [INK, pair(8.5, 36, 2.3)],
      [INK, oval(32, 50, 4.4, 3.4)],
      ['#2b2f36', 'M18 23 C18 10 23 5 32 5 C41 5 46 10 46 23 Z'],
      ['#1f2329', 'M32 5 C41 5 46 10 46 23 L32 23 Z'],
      ['#7a2733', 'M18 18 L46 18 L46 22 L18 22 Z'],
      ['#2b2f36', 'M11 22 C18 20 46 20 53 22 C53 26 11 26 11 22 Z'],
    ],
  },
  // A hare with goggles.
  presto: {
    sky: 'light-dark(#9cc9d6, #23475a)',
    sun: 'light-dark(#e4f1ea, #3a6678)',
    shapes: [
      ...coat('#c48a3a', '#a8722b'),
      ['#8e5c2a', 'M20 52 L32 59 L44 52 L46 57 L32 65 L18 57 Z'],
      ['#b79b7c', both('M28 27 C20 22 15 10 18 1 C26 4 31 15 31 26 Z')],
      ['#e7b9a4', both('M27 23 C22 18 19 11 20 6 C25 9 28 16 28 23 Z')],
      [
        '#c8ad8e',
        'M32 22 C43 22 49 30 49 39 C49 50 42 57 32 57 C22 57 15 50 15 39 C15 30 21 22 32 22 Z',
      ],
      ['#b29474', 'M32 22 C43 22 49 30 49 39 C49 50 42 57 32 57 Z'],
      [CREAM, both('M32 43 C27 43 21 46 21 50 C22 55 28 57 32 57 Z')],
      ...eyes(9, 41),
      ['#c9625c', 'M28.500 46 L35.500 46 L32 49.500 Z'],
      [INK, 'M31.500 49 L32.500 49 L32.500 53 L31.500 53 Z'],
      ['#5a3b22', 'M15 29 L49 29 L49 33 L15 33 Z'],
      ['#5a3b22', pair(8, 30, 7.4)],
      ['#bfe3ee', pair(8, 30, 5.2)],
      ['#eef9fb', 'M21 27 L27 27 L21 33 Z M37 27 L43 27 L37 33 Z'],
    ],
  },
  // A bear in a flat cap.
  cacao: {
    sky: 'light-dark(#e3b7a0, #57302c)',
    sun: 'light-dark(#f6dfc6, #784640)',
    shapes: [
      ...coat('#3f6b4f', '#32563f'),
      [CREAM, COLLAR],
      ['#5f3f2c', pair(17, 23, 8)],
      ['#a77a58', pair(17, 23, 4.2)],
      [
        '#6f4a33',
        'M32 16 C45 16 53 25 53 37 C53 49 44 57 32 57 C20 57 11 49 11 37 C11 25 19 16 32 16 Z',
      ],
      ['#5f3f2c', 'M32 16 C45 16 53 25 53 37 C53 49 44 57 32 57 Z'],
      ['#d3a981', oval(32, 47, 11, 8.5)],
      ['#94694a', pair(9.5, 35.5, 5)],
      ...eyes(9.5, 35.5),
      [INK, oval(32, 43, 4.6, 3.3)],
      [INK, 'M31.400 45 L32.600 45 L32.600 50 L31.400 50 Z'],
      ['#4d6478', 'M14 21 C14 11 22 6 33 6 C44 6 51 12 51 20 C40 24 24 25 14 21 Z'],
      ['#3d5163', 'M33 6 C44 6 51 12 51 20 C45 22 39 23 33 23.500 Z'],
      ['#33444f', 'M12 21 C22 24 38 24 48 21 C48 26 36 28 28 28 C20 28 13 26 12 21 Z'],
      ['#33444f', disc(33, 6.5, 2)],
    ],
  },
  // The cat of a station, as stationmaster.
  biscuit: {
    sky: 'light-dark(#d7c3de, #423457)',
    sun: 'light-dark(#f4e6ee, #5f4c78)',
    shapes: [
      ...coat('#2b3440', '#1f2731'),
      [GOLD, 'M30 55 L34 55 L34 66 L30 66 Z'],
      ['#e2a95c', both('M14 38 L14 14 L29 24 Z')],
      ['#f0b9a2', both('M17 27 L17 19 L23 23 Z')],
      [
        '#eab868',
        'M32 21 C44 21 52 28 52 38 C52 49 43 56 32 56 C21 56 12 49 12 38 C12 28 20 21 32 21 Z',
      ],
      ['#d9a252', 'M32 21 C44 21 52 28 52 38 C52 49 43 56 32 56 Z'],
      ['#b87a33', both('M12 37 L19 38 L12.500 41 Z M13.500 44 L20 43 L16 48 Z')],
      [CREAM, pair(4.6, 47.5, 5.6)],
      ['#6fae5c', pair(9.5, 38, 4)],
      [INK, oval(22.5, 38, 1.7, 3.6) + oval(41.5, 38, 1.7, 3.6)],
      ['#c9625c', 'M29 43.500 L35 43.500 L32 47 Z'],
      ['#b5282e', 'M19 20 C18 12 24 7 32 7 C40 7 46 12 45 20 Z'],
      ['#96191f', 'M32 7 C40 7 46 12 45 20 L32 20 Z'],
      [INK, 'M19 19 L45 19 L45 24 L19 24 Z'],
      [GOLD, disc(32, 16, 3)],
      [INK, 'M18 24 L46 24 C43 28 21 28 18 24 Z'],
    ],
  },
  // A hedgehog with a neckerchief.
  cactus: {
    sky: 'light-dark(#c9d79a, #55693a)',
    sun: 'light-dark(#f0f0c4, #748a4e)',
    shapes: [
      [
        '#5d4a3c',
        'M32 4 L37 10 L44 7 L46 14 L54 14 L53 22 L60 25 L56 32 L62 38 L56 43 L59 51 L52 53 L50 62 L14 62 L12 53 L5 51 L8 43 L2 38 L8 32 L4 25 L11 22 L10 14 L18 14 L20 7 L27 10 Z',
      ],
      [
        '#4b3a2f',
        'M32 4 L37 10 L44 7 L46 14 L54 14 L53 22 L60 25 L56 32 L62 38 L56 43 L59 51 L52 53 L50 62 L32 62 Z',
      ],
      [
        '#e6c9a3',
        'M32 22 C36 18 44 20 47 27 C51 36 50 46 45 52 C41 57 36 59 32 59 C28 59 23 57 19 52 C14 46 13 36 17 27 C20 20 28 18 32 22 Z',
      ],
      ['#d3b288', 'M32 22 C36 18 44 20 47 27 C51 36 50 46 45 52 C41 57 36 59 32 59 Z'],
      ['#e39f86', pair(12, 43, 3.2)],
      ...eyes(8, 35, 3.2),
      [INK, oval(32, 44, 4, 3.2)],
      ['#b5282e', 'M13 55 C22 60 42 60 51 55 L53 66 L11 66 Z'],
      ['#96191f', 'M32 58.800 C40 59 46 57.500 51 55 L53 66 L32 66 Z'],
      [CREAM, disc(20, 61, 1.4) + disc(28, 62.5, 1.4) + disc(37, 62.3, 1.4) + disc(45, 60.5, 1.4)],
    ],
  },
  // A raccoon with a striped scarf.
  bandit: {
    sky: 'light-dark(#e9d28e, #54481f)',
    sun: 'light-dark(#fbf0c6, #77672f)',
    shapes: [
      ...coat('#4d5560', '#3e454f'),
      ['#5d656f', both('M15 33 C10 24 11 15 14 12 C21 13 27 18 29 24 Z')],
      ['#e9e4da', both('M17 26 C15 22 15 18 16 17 C20 18 23 20 24 23 Z')],
      [
        '#8b939c',
        'M32 17 C44 17 53 26 54 38 C49 49 41 55 32 55 C23 55 15 49 10 38 C11 26 20 17 32 17 Z',
      ],
      ['#767e88', 'M32 17 C44 17 53 26 54 38 C49 49 41 55 32 55 Z'],
      ['#f1ece1', both('M32 33 C28 27 18 26 12 31 L10 38 C13 45 18 50 24 53 C30 52 32 45 32 40 Z')],
      ['#2c3138', both('M30 33 C24 28 16 31 12 38 C15 45 23 46 28 41 C30 39 31 36 30 33 Z')],
      [CREAM, pair(9.5, 37, 3.4)],
      [INK, pair(9.2, 37, 2.4)],
      ['#f1ece1', oval(32, 48, 7, 6)],
      [INK, oval(32, 45.5, 3.8, 2.9)],
      ['#d97b29', 'M12 53 C22 58 42 58 52 53 L54 60 C42 65 22 65 10 60 Z'],
      [
        CREAM,
        'M20 56 L26 57 L25 63.200 L18.500 62.300 Z M34 57.300 L40 56.500 L41.500 62.800 L35 63.300 Z',
      ],
    ],
  },
  // A tortoise with a straw boater.
  express: {
    sky: 'light-dark(#f0b7a6, #5c2f34)',
    sun: 'light-dark(#fbe0cf, #804850)',
    shapes: [
      ['#6b5a2e', 'M2 66 C3 50 14 43 32 43 C50 43 61 50 62 66 Z'],
      ['#57491f', 'M32 43 C50 43 61 50 62 66 L32 66 Z'],
      ['#a38d4b', both('M8 60 L13 51 L21 49 L22 58 L15 64 Z')],
      ['#7fa35a', 'M24 44 L40 44 L43 60 L21 60 Z'],
      ['#6b8d49', 'M32 44 L40 44 L43 60 L32 60 Z'],
      [
        '#8db267',
        'M32 15 C43 15 50 23 50 34 C50 45 42 52 32 52 C22 52 14 45 14 34 C14 23 21 15 32 15 Z',
      ],
      ['#78994f', 'M32 15 C43 15 50 23 50 34 C50 45 42 52 32 52 Z'],
      [CREAM, pair(8.5, 34, 5.4)],
      [INK, pair(8, 34.6, 3)],
      ['#6b8d49', both('M17 31 C19 27 27 27 30 32 C26 30 21 30 17 33 Z')],
      ['#3f5a2b', 'M24 43.500 C29 47.500 36 47.500 40 43.500 C37 49 27 49 24 43.500 Z'],
      ['#3f5a2b', pair(1.8, 40.5, 0.8)],
      ['#e8cd86', 'M20 20 L21 8 C28 6 36 6 43 8 L44 20 Z'],
      ['#d3b468', 'M32 6.500 C36 6.500 40 7 43 8 L44 20 L32 20 Z'],
      ['#b5282e', 'M20.300 16 L43.700 16 L44 20 L20 20 Z'],
      ['#e8cd86', 'M10 20 C20 17 44 17 54 20 C54 25 10 25 10 20 Z'],
    ],
  },
  // An otter in a sailor's cap.
  delta: {
    sky: 'light-dark(#8fd0c0, #1f4d4c)',
    sun: 'light-dark(#d9f1e2, #34706a)',
    shapes: [
      ...coat('#f4efe2', '#dcd5c3'),
      ['#2d5f92', 'M19 50 L32 62 L45 50 L50 52 L33 66 L31 66 L14 52 Z'],
      ['#6a4a35', pair(19, 29, 5.4)],
      [
        '#7d5940',
        'M32 17 C45 17 52 26 52 37 C52 48 43 55 32 55 C21 55 12 48 12 37 C12 26 19 17 32 17 Z',
      ],
      ['#6a4a35', 'M32 17 C45 17 52 26 52 37 C52 48 43 55 32 55 Z'],
      [
        '#e7d0ae',
        'M32 38 C42 37 49 41 49 46 C46 52 39 55 32 55 C25 55 18 52 15 46 C15 41 22 37 32 38 Z',
      ],
      ['#a17a5b', pair(10, 34, 4.8)],
      ...eyes(10, 34),
      [INK, oval(32, 41.5, 5, 3.4)],
      ['#8a6c4f', disc(22, 46, 0.9) + disc(25, 49, 0.9) + disc(42, 46, 0.9) + disc(39, 49, 0.9)],
      [INK, 'M31.400 44 L32.600 44 L32.600 48.500 L31.400 48.500 Z'],
      ['#f4efe2', 'M15 15 C15 8 24 5 34 6 C44 7 51 11 50 16 C46 20 20 21 15 15 Z'],
      ['#dcd5c3', 'M34 6 C44 7 51 11 50 16 C46 18 40 19 34 19.300 Z'],
      ['#2d5f92', 'M18 16.500 C26 19 38 19 47 16.500 L47 22 C38 25 26 25 18 22 Z'],
      ['#b5282e', disc(33, 6, 2.6)],
    ],
  },
} as const satisfies Record<string, Face>;

export type Character = keyof typeof FACES;
