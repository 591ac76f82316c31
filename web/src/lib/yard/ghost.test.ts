import { expect, test } from 'vitest';
import { viewOf } from '../testing/table.ts';
import { robs, yardGhost } from './ghost.ts';

test('an alternative is rows in the own yard, and what it robs in others', () => {
  const move = { do: 'lay', colour: 'red', cards: 2, locomotives: 1 } as const;
  const ghost = yardGhost({ move, seat: 1 }, viewOf('card_game'));
  expect(ghost?.rows).toEqual([move]);
  expect([0, 1].map((seat) => ghost && robs(ghost, seat, 'red'))).toEqual([true, false]);
  expect(ghost && robs(ghost, 0, 'blue')).toBe(false);
});

test('three colours are three rows of one card', () => {
  const move = { do: 'lay three', colours: ['red', 'blue', 'green'] } as const;
  const ghost = yardGhost(
    { move: { ...move, colours: [...move.colours] }, seat: 0 },
    viewOf('card_game'),
  );
  expect(ghost?.rows.map(({ colour, cards }) => [colour, cards])).toEqual([
    ['red', 1],
    ['blue', 1],
    ['green', 1],
  ]);
});

test('what is taken is a card one sees, one from the deck, or tickets', () => {
  const view = viewOf('card_game', { market: ['red', null, 'blue', 'locomotive', 'red'] });
  const takes = (move: Parameters<typeof yardGhost>[0]['move']) =>
    yardGhost({ move, seat: 0 }, view)?.takes;
  expect(takes({ do: 'draw', from: 2 })).toBe('blue');
  expect(takes({ do: 'draw', from: 'deck' })).toBe('deck');
  expect(takes({ do: 'tickets' })).toBe('tickets');
  expect(takes({ do: 'done' })).toBeUndefined();
});
