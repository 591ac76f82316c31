import { expect, test } from 'vitest';
import { Lanes } from './lanes.ts';

test('a row keeps its siding while others come and go', () => {
  const lanes = new Lanes();
  expect([...lanes.of(0, ['red', 'blue', 'green'])]).toEqual([
    ['red', 0],
    ['blue', 1],
    ['green', 2],
  ]);
  expect([...lanes.of(0, ['blue', 'green'])]).toEqual([
    ['blue', 1],
    ['green', 2],
  ]);
  // A new row takes the first siding that is free.
  expect(lanes.of(0, ['blue', 'green', 'white']).get('white')).toBe(0);
  expect(lanes.of(0, ['blue', 'green', 'white', 'black']).get('black')).toBe(3);
});

test('each seat has sidings of its own', () => {
  const lanes = new Lanes();
  lanes.of(0, ['red']);
  expect(lanes.of(1, ['blue']).get('blue')).toBe(0);
});
