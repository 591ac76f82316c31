// The names of cities: the places around its dot where a name may be written.

import { box, type Box } from './shapes.ts';

export interface RailSizes {
  cell: [length: number, breadth: number];
  /** Between sister tracks. */
  between: number;
  cityRadius: number;
  fontSize: number;
  /** How far a city may be moved from its place. */
  stray: number;
  rounds: number;
}

export interface LaidLabel {
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  lines: string[];
  box: Box;
}

export interface Spot {
  make: () => LaidLabel;
  cost: number;
}

const COMPASS: [string, number, number][] = [
  ['e', 1, 0],
  ['w', -1, 0],
  ['n', 0, -1],
  ['s', 0, 1],
  ['ne', 1, -1],
  ['se', 1, 1],
  ['nw', -1, -1],
  ['sw', -1, 1],
];

/** The ways to write a name: in one line, or in two. */
export function linesOf(name: string): string[][] {
  const parts = name.split(/(?<=[ -])/);
  return parts.map((_, i) =>
    i === 0 ? [name] : [parts.slice(0, i).join('').trim(), parts.slice(i).join('')],
  );
}

/** Every place where a city's name could stand, with how little it is liked there. */
export function labelSpots(
  name: string,
  wish: string | null,
  city: () => { x: number; y: number },
  sizes: RailSizes,
  widthOf: (text: string) => number,
): Spot[] {
  const found: Spot[] = [];
  const size = sizes.fontSize;
  for (const lines of linesOf(name))
    for (const far of [0, 7, 15])
      for (const [point, ux, uy] of COMPASS) {
        if (wish && point !== wish) continue;
        for (const lean of ux === 0
          ? [0, -0.3, 0.3, -0.15, 0.15]
          : uy === 0
            ? [0, -0.5, 0.5]
            : [0]) {
          const cost =
            0.4 * Math.abs(lean) +
            (lines.length - 1) * 0.8 +
            far * 0.09 +
            (ux !== 0 && uy !== 0 ? 0.5 : 0) +
            (uy > 0 ? 0.2 : 0);
          found.push({
            cost,
            make: () => {
              const width = Math.max(...lines.map(widthOf));
              const high = size * (0.98 + 0.95 * (lines.length - 1));
              const gap = sizes.cityRadius + 3.5 + far;
              const diagonal = ux !== 0 && uy !== 0 ? 0.74 : 1;
              const middle = city();
              const cx =
                middle.x + ux * (gap * diagonal + width / 2) + (ux === 0 ? lean * width : 0);
              const cy = middle.y + uy * (gap * diagonal + high / 2) + (uy === 0 ? lean * high : 0);
              const anchor = ux > 0 ? 'start' : ux < 0 ? 'end' : 'middle';
              const x =
                anchor === 'start' ? cx - width / 2 : anchor === 'end' ? cx + width / 2 : cx;
              return {
                x,
                // The box holds capitals and descenders; the baseline lies at four fifths.
                y: cy - high / 2 + size * 0.76,
                anchor,
                lines,
                box: box(cx, cy, width + 2, high),
              };
            },
          });
        }
      }
  return found;
}
