import { expect, test } from 'vitest';
import { decision, news } from '../testing/report.ts';
import { bandOf, drawsOf, lineOf, spotAt, spotsOf, stepAt, xOf, type Field } from './curve.ts';

const field: Field = { width: 120, height: 130, left: 10, right: 10, top: 10, bottom: 20, last: 4 };
const curve = news().curve ?? [];

test('a share of 1 stands above, and steps go from left to right', () => {
  expect(lineOf(field, curve, 0)).toBe('10,110 35,85 60,60 85,35 110,10');
  expect(lineOf(field, curve, 1)).toBe('10,10 35,35 60,60 85,85 110,110');
});

test('the interval stays within what is possible', () => {
  const points = bandOf(field, curve, 0).split(' ');
  expect(points).toHaveLength(10);
  expect(points[0]).toBe('10,100');
  expect(points.at(-1)).toBe('10,110');
});

test('a click means the nearest moment', () => {
  expect([-50, 10, 22, 23, 61, 400].map((x) => stepAt(field, x))).toEqual([0, 0, 0, 1, 2, 4]);
  for (let step = 0; step <= 4; step++) expect(stepAt(field, xOf(field, step))).toBe(step);
  expect(stepAt({ ...field, last: 0 }, 60)).toBe(0);
});

test('marks stand on the line of whoever chose, and a click close to one means it', () => {
  const decisions = [decision(1, 0, { mark: 'mistake' }), decision(3, 1, { mark: 'blunder' })];
  const spots = spotsOf(field, curve, decisions, null);
  expect(spots.map(({ x, y, mark }) => [x, y, mark])).toEqual([
    [35, 85, 'mistake'],
    [85, 85, 'blunder'],
  ]);
  expect(spotAt(spots, 40, 90, 14)?.step).toBe(1);
  expect(spotAt(spots, 60, 85, 14)).toBeNull();
  expect(spotsOf(field, curve, decisions, 1)).toHaveLength(1);
});

test('a rare draw stands at the moment after it', () => {
  const chance = { step: 1, turn: 1, seat: 0, luck: [0.2, -0.2], errors: [0, 0] };
  const found = drawsOf(field, [chance], new Map([[1, 'veryLucky' as const]]), 0);
  expect(found).toEqual([{ step: 2, seat: 0, lucky: true, very: true, x: 60 }]);
  expect(drawsOf(field, [chance], new Map(), 0)).toEqual([]);
});
