import { expect, test } from 'vitest';
import { pipsOf } from './pips.ts';

test('an open ticket has a pip for each card it asks for', () => {
  expect(pipsOf({ yellow: 2, black: 1 })).toEqual([
    { colour: 'yellow', card: null },
    { colour: 'yellow', card: null },
    { colour: 'black', card: null },
  ]);
});

test('locomotives lie where a colour was missing', () => {
  const cards = pipsOf({ yellow: 2, black: 1 }, { yellow: 1, locomotive: 2 }).map((p) => p.card);
  expect(cards).toEqual(['yellow', 'locomotive', 'locomotive']);
});
