import { beforeEach, expect, test } from 'vitest';
import { after, comeBack, dueOf, keep, kept, type Item } from './returning.ts';

const DAY = 86_400;
const item: Item = { kind: 'table', id: 'abc', step: 12, seat: 1 };

beforeEach(() => localStorage.clear());

test('what is missed comes back after a day, then after 3, 7 and 21 more', () => {
  expect(comeBack(null, true, 0)).toEqual({ stage: 0, due: null });
  let now = comeBack(null, false, 0);
  const days: number[] = [];
  while (now.due !== null) {
    days.push(now.due / DAY);
    now = comeBack(now, true, now.due);
  }
  expect(days).toEqual([1, 4, 11, 32]);
  expect(comeBack({ stage: 2, due: 5 }, false, 5)).toEqual({ stage: 0, due: 5 + DAY });
});

test('what is due is kept in the browser, what has waited longest first', () => {
  const other = { ...item, step: 20 };
  keep(after(after(kept(), other, false, 0), item, false, 100));
  expect(dueOf(kept(), DAY - 1)).toEqual([]);
  expect(dueOf(kept(), 2 * DAY).map((one) => one.step)).toEqual([20, 12]);
  keep(after(kept(), other, true, DAY));
  expect(dueOf(kept(), 2 * DAY)).toEqual([{ ...item, stage: 0, due: 100 + DAY }]);
});

test('what is no note of ours is left out', () => {
  localStorage.setItem('branchline.mistakes', '{"a": 1, "b": {"kind": "table"}, "c": null}');
  expect(kept()).toEqual({});
  localStorage.setItem('branchline.mistakes', 'x');
  expect(kept()).toEqual({});
});

test('of many, those that were learnt first are forgotten', () => {
  let all = {};
  for (let step = 0; step < 510; step++) all = after(all, { ...item, step }, step % 2 === 0, 0);
  expect(Object.keys(all)).toHaveLength(500);
  expect(all).not.toHaveProperty('table:abc:0');
  expect(all).toHaveProperty('table:abc:1');
});
