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
