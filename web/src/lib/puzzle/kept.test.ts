import { beforeEach, expect, test } from 'vitest';
import { after, dayAfter, keep, kept, streak, type Kept } from './kept.ts';

const TODAY = '2026-03-01';

beforeEach(() => localStorage.clear());

test('days go on over months', () => {
  expect(dayAfter(TODAY, -1)).toBe('2026-02-28');
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
});

test('what decided stays, whatever is tried afterwards', () => {
  let all = after({}, 'usa', TODAY, TODAY, false);
  expect(all[`${TODAY} usa`]).toEqual({ tries: 1, end: null, onDay: false });
  all = after(all, 'usa', TODAY, TODAY, true);
  expect(all[`${TODAY} usa`]).toEqual({ tries: 2, end: 'solved', onDay: true });
  expect(after(all, 'usa', TODAY, TODAY, null)).toBe(all);
});

test('days in a row count if they were solved on their day, today not being over', () => {
  let all: Kept = {};
  for (const back of [4, 2, 1]) {
    const day = dayAfter(TODAY, -back);
    all = after(all, 'usa', day, day, true);
  }
  expect(streak(all, 'usa', TODAY)).toBe(2);
  expect(streak(all, 'france', TODAY)).toBe(0);
  // Made up for later: solved, but not in a row.
  all = after(all, 'usa', dayAfter(TODAY, -3), TODAY, true);
  expect(streak(all, 'usa', TODAY)).toBe(2);
  expect(streak(after(all, 'usa', TODAY, TODAY, true), 'usa', TODAY)).toBe(3);
  expect(streak(after(all, 'usa', TODAY, TODAY, false), 'usa', TODAY)).toBe(2);
  expect(streak(after(all, 'usa', TODAY, TODAY, null), 'usa', TODAY)).toBe(0);
});

test('it is kept in the browser; what is not ours in it is left out', () => {
  keep(after({}, 'usa', TODAY, TODAY, true));
  expect(Object.keys(kept())).toEqual([`${TODAY} usa`]);
  localStorage.setItem('branchline.puzzles', '{"a": 1, "b": {"tries": "x"}, "c": null}');
  expect(kept()).toEqual({});
  localStorage.setItem('branchline.puzzles', 'x');
  expect(kept()).toEqual({});
});
