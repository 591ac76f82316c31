import { describe, expect, test } from 'vitest';
import { figureAt, besideCity, markersAt } from './beside.ts';
import { loadShape } from './geometry.ts';
import { namesAt } from './names.ts';
import { shared } from './room.ts';

const board = (await loadShape('old_west'))!;
const size = board.fontSize * 2.4;

describe('a figure', () => {
  test.each([1, 0.5, 0.23])('covers no name and no marker at scale %d', (scale) => {
    const names = namesAt(board, scale);
    const covered = board.cities.flatMap((city) => {
      const box = figureAt(...besideCity(board, city, names, size), size);
      return board.cities.flatMap((other) => {
        const [left, top, width, height] = names.of(other)?.box ?? [0, 0, 0, 0];
        const name = { left, top, right: left + width, bottom: top + height };
        const hidden = shared(box, name) + shared(box, markersAt(other, 1));
        return hidden > 0 ? [`${city.id} over ${other.id}`] : [];
      });
    });
    expect(covered).toEqual([]);
  });

  test('stands near his city', () => {
    const names = namesAt(board, 0.5);
    for (const city of board.cities) {
      const [x, y] = besideCity(board, city, names, size);
      expect(Math.hypot(x - city.x, y - city.y)).toBeLessThan(size * 1.3);
    }
  });
});
