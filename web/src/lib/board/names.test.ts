import { describe, expect, test } from 'vitest';
import { loadShape } from './geometry.ts';
import { namesAt } from './names.ts';

const board = (await loadShape('france'))!;
const named = board.cities.filter((city) => city.label);
const shown = (scale: number): number => {
  const names = namesAt(board, scale);
  return named.filter((city) => names.of(city)).length;
};

describe('names on the board', () => {
  test('are as printed, all of them, where those can be read', () => {
    const names = namesAt(board, 0.5);
    expect(names.fontSize).toBe(board.fontSize);
    expect(named.map((city) => names.of(city))).toEqual(named.map((city) => city.label));
  });

  test('are never too small to read as long as there is a larger size', () => {
    for (const scale of [0.25, 0.22, 0.2, 0.18, 0.165])
      expect(namesAt(board, scale).fontSize * scale).toBeGreaterThanOrEqual(7);
    expect(namesAt(board, 0.05).fontSize).toBe(board.largeFontSizes.at(-1));
  });

  test('are more the nearer one looks', () => {
    const counts = [0.14, 0.18, 0.2, 0.23, 0.5].map(shown);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[0]).toBeLessThan(named.length);
  });

  test('are called out for a city that is looked at, near it and in the same size', () => {
    const names = namesAt(board, 0.17);
    const hidden = named.filter((city) => !names.of(city));
    expect(hidden.length).toBeGreaterThan(0);
    for (const city of named) {
      const label = names.calledOut(city);
      if (names.of(city)) expect(label).toBe(names.of(city));
      const [left, top, width, height] = label!.box;
      const aside = Math.max(left - city.x, city.x - left - width, 0);
      const apart = Math.max(top - city.y, city.y - top - height, 0);
      expect(Math.hypot(aside, apart), city.id).toBeLessThan(60);
    }
  });
});

test.each(['usa', 'france', 'old_west'])('on a phone every city of %s has a name', async (game) => {
  const board = (await loadShape(game))!;
  // The stage at 390×844.
  const scale = Math.min(382 / board.size[0], 382 / board.size[1]);
  const names = namesAt(board, scale);
  const nameless = board.cities.filter((city) => city.label && !names.of(city));
  expect(nameless.map(({ id }) => id)).toEqual([]);
  const sizes = board.cities.map((city) => (names.of(city)?.size ?? names.fontSize) * scale);
  expect(Math.min(...sizes)).toBeGreaterThan(5.5);
});
