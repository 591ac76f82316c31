import { expect, test } from 'vitest';
import { seatReport } from '../testing/report.ts';
import { piecesOf, reachOf } from './balance.ts';

test('gains go to the right of the middle and losses to the left, as long as they are', () => {
  const seat = seatReport(0, { luck: 0.2, own: -0.3, others: 0.1, residual: 0 });
  const other = seatReport(1, { luck: -0.2, own: -0.1, others: 0.3, residual: -0.1 });
  const reach = reachOf([seat, other]);
  expect(reach).toBeCloseTo(0.4);
  const pieces = piecesOf(seat, reach);
  expect(pieces.map((one) => one.part)).toEqual(['luck', 'own', 'others']);
  const [luck, own, others] = pieces;
  expect(luck?.from).toBeCloseTo(0.5);
  expect(luck?.size).toBeCloseTo(0.25);
  expect(others?.from).toBeCloseTo(0.75);
  expect(others?.size).toBeCloseTo(0.125);
  expect(own?.from).toBeCloseTo(0.125);
  expect(own?.size).toBeCloseTo(0.375);
});
