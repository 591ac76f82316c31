import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LIVERIES, type Livery } from '../colours.ts';
import { trainShape } from './trains.ts';

const css = readFileSync('src/theme.css', 'utf8');

/** A colour of the theme by day or by night, as red, green and blue from 0 to 255. */
function colour(name: string, night: boolean): number[] {
  const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(css)?.[1] ?? '';
  const shades = value.match(/#[0-9a-f]{3,6}/g) ?? [];
  const hex = (shades[night ? shades.length - 1 : 0] ?? '').slice(1);
  const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
}

/** How light a colour is, from 0 to 1, as contrasts are reckoned. */
function light(rgb: number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((c) => {
    const part = c / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: number[], other: number[]): number {
  const [less = 0, more = 0] = [light(one), light(other)].sort((a, b) => a - b);
  return (more + 0.05) / (less + 0.05);
}

const size: [number, number] = [55, 19];

/** The area within an outline of straight lines and half circles. */
function covered(path: string): number {
  const points: [number, number][] = [];
  let [x, y] = [0, 0];
  for (const [, letter = '', rest = ''] of path.matchAll(/([MLHVAZ])([^MLHVAZ]*)/g)) {
    const n = (rest.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    if (letter === 'H') points.push([(x = n[0] ?? 0), y]);
    else if (letter === 'V') points.push([x, (y = n[0] ?? 0)]);
    else if (letter === 'A')
      for (let at = 0; at < n.length; at += 7) {
        const [r = 0, to = 0, down = 0] = [n[at], n[at + 5], n[at + 6]];
        // Half a circle, clockwise: along its middle line the angle goes from the start to the end.
        const [mx, my, from] = [(x + to) / 2, (y + down) / 2, Math.atan2(y - down, x - to)];
        for (let step = 1; step <= 8; step++) {
          const turn = from + (step / 8) * Math.PI;
          points.push([mx + r * Math.cos(turn), my + r * Math.sin(turn)]);
        }
        [x, y] = [to, down];
      }
    else
      for (let at = 0; at + 1 < n.length; at += 2)
        points.push([(x = n[at] ?? 0), (y = n[at + 1] ?? 0)]);
  }
  return Math.abs(
    points.reduce((sum, [ax, ay], i) => {
      const [bx = 0, by = 0] = points[(i + 1) % points.length] ?? [];
      return sum + (ax * by - bx * ay) / 2;
    }, 0),
  );
}

describe('the six trains', () => {
  test('have an outline and a sign each of their own', () => {
    const shapes = LIVERIES.map((livery) => trainShape(livery, size));
    expect(new Set(shapes.map((s) => s.body)).size).toBe(6);
    expect(new Set(shapes.map((s) => s.sign)).size).toBe(6);
  });

  test.each(['day', 'night'])('differ in grey by %s', (time) => {
    const shades = LIVERIES.map((livery) => colour(`p-${livery}`, time === 'night'));
    const steps = shades.flatMap((one, i) => shades.slice(i + 1).map((two) => contrast(one, two)));
    expect(Math.min(...steps)).toBeGreaterThan(1.35);
  });

  test.each(['day', 'night'])('plain from afar differ in grey with their signs by %s', (time) => {
    const shades = (['red', 'yellow'] as const).map((livery) => {
      const { body, sign } = trainShape(livery, size);
      const share = covered(sign) / covered(body);
      const [roof = 0, drawn = 0] = [`p-${livery}`, `on-p-${livery}`].map((name) =>
        light(colour(name, time === 'night')),
      );
      return { share, seen: roof * (1 - share) + drawn * share };
    });
    for (const { share } of shades) expect(share).toBeLessThan(0.1);
    const [dark = 0, bright = 0] = shades.map(({ seen }) => seen);
    expect((bright + 0.05) / (dark + 0.05)).toBeGreaterThan(2);
  });

  test('half of the green roof is dark, most of the yellow and the white one is not', () => {
    const share = (livery: Livery): number => {
      const { body, sign } = trainShape(livery, size);
      return covered(sign) / covered(body);
    };
    expect(share('green')).toBeGreaterThan(0.35);
    expect(share('green')).toBeLessThan(0.6);
    expect(share('yellow')).toBeLessThan(0.1);
    expect(share('white')).toBeLessThan(0.25);
  });

  test.each(['day', 'night'])('are joined by a line that is seen on land by %s', (time) => {
    const [line, land] = ['coupling', 'land'].map((name) => colour(name, time === 'night'));
    expect(contrast(line ?? [], land ?? [])).toBeGreaterThan(3);
  });

  test.each(LIVERIES)('%s bears a sign that stands out on its roof', (livery: Livery) => {
    for (const night of [false, true])
      expect(
        contrast(colour(`p-${livery}`, night), colour(`on-p-${livery}`, night)),
      ).toBeGreaterThan(4.5);
  });
});
