import { expect, test } from 'vitest';
import { decision, news } from '../testing/report.ts';
import type { ChanceEvent } from '../types/protocol.ts';
import { fortunesOf, isRough, joined, markedOf, neighbour, ranked } from './report.ts';

test('a report is put together of what is new in it', () => {
  const first = joined(null, 0, news({ decisions: [decision(0, 0), decision(1, 1)] }));
  const more = news({ curve: null, chances: null, decisions: [decision(2, 0)], progress: 0.5 });
  const whole = joined(first, 2, more);
  expect(whole.decisions.map((one) => one.step)).toEqual([0, 1, 2]);
  expect(whole.curve).toBe(first.curve);
  expect(whole.progress).toBe(0.5);
  // From the beginning once more: nothing stands twice.
  expect(joined(whole, 0, news({ decisions: [decision(0, 0)] })).decisions).toHaveLength(1);
});

const decisions = [
  decision(1, 0, { mark: 'mistake' }),
  decision(2, 1, { mark: 'blunder' }),
  decision(3, 0, { mark: 'close' }),
  decision(5, 0, { mark: 'inaccuracy' }),
];

test('marked choices are those that surely gave something away', () => {
  expect(markedOf(decisions, null).map((one) => one.step)).toEqual([1, 2, 5]);
  expect(markedOf(decisions, 0).map((one) => one.step)).toEqual([1, 5]);
});

test.each([
  [null, 0, true, 1],
  [null, 1, true, 2],
  [0, 1, true, 5],
  [0, 5, true, undefined],
  [0, 5, false, 1],
  [null, 3, false, 2],
  [1, 2, false, undefined],
])('of seat %s from step %i on (forward: %s) the next is %s', (seat, step, forward, wanted) => {
  expect(neighbour(decisions, seat, step, forward)?.step).toBe(wanted);
});

function draws(lucks: readonly number[], error = 0.01): ChanceEvent[] {
  return lucks.map((luck, step) => ({
    step,
    turn: step,
    seat: step % 2,
    luck: step % 2 ? [-luck, luck] : [luck, -luck],
    errors: [error, error],
  }));
}

test('luck is told by how rare it is, for whoever drew', () => {
  // A hundred draws: -0.5, -0.49, … 0.49 in some order.
  const lucks = Array.from({ length: 100 }, (_, i) => (((i * 37) % 100) - 50) / 100);
  const found = fortunesOf(draws(lucks));
  const of = (luck: number) => found.get(lucks.indexOf(luck));
  expect([of(-0.5), of(-0.49), of(-0.48), of(-0.41), of(-0.4)]).toEqual([
    'veryUnlucky',
    'veryUnlucky',
    'unlucky',
    'unlucky',
    undefined,
  ]);
  expect([of(0.49), of(0.48), of(0.47), of(0.4), of(0.39)]).toEqual([
    'veryLucky',
    'veryLucky',
    'lucky',
    'lucky',
    undefined,
  ]);
  expect(found.size).toBe(20);
});

test('what is within its error is no luck', () => {
  expect(fortunesOf(draws([0.1, -0.1, 0.05], 0.2)).size).toBe(0);
});

test('what was only glanced at has no rank, however good it looks', () => {
  const one = decision(1, 0, { mark: 'mistake' });
  const [best] = one.others;
  if (!best) throw new Error('no other');
  const known = { ...best, share: 0.45, lead: 0.05, lead_error: 0.03 };
  const glanced = { ...best, share: 0.9, lead: 0.5, lead_error: 0.3 };
  const all = { ...one, others: [{ ...best, lead_error: 0.05 }, glanced, known] };
  expect(ranked(all, 0.04).map((option) => option.share)).toEqual([0.5, 0.45, 0.4, 0.9]);
  expect(all.others.map((option) => isRough(option, all, 0.04))).toEqual([false, true, false]);
  expect(isRough(all.chosen, all, 0.04)).toBe(false);
});
