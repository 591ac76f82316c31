import { describe, expect, test, vi } from 'vitest';
import type { CardType, Colour } from '../colours.ts';
import { actionsOf, because, sitAt } from '../testing/table.ts';
import type { LegalAction } from '../types/protocol.ts';

type Move = LegalAction['move'];
const lay = (colour: Colour, cards: number, locomotives = 0): Move => ({
  do: 'lay',
  colour,
  cards,
  locomotives,
});
const three = (...colours: Colour[]): Move => ({ do: 'lay three', colours });

const MOVES = [
  lay('red', 2),
  lay('red', 3),
  lay('red', 2, 1),
  lay('red', 3, 1),
  lay('blue', 1, 1),
  three('red', 'blue', 'green'),
];

describe('taking up cards', () => {
  test('so many of a colour are the action that lays them', async () => {
    const { play, server } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    play.laying.take('red', 1);
    expect(play.laying.action).toBe(null);
    play.laying.take('red', 3);
    play.laying.lay();
    expect(server.asked).toEqual([lay('red', 3)]);
  });

  test('locomotives go with a colour, and stay when it is another', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    play.laying.take('locomotive', 1);
    play.laying.take('red', 2);
    expect(play.laying.action?.move).toEqual(lay('red', 2, 1));
    play.laying.take('blue', 1);
    expect(play.laying.action?.move).toEqual(lay('blue', 1, 1));
  });

  test('one each of three colours are three rows', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    for (const colour of ['blue', 'green', 'red'] as CardType[]) play.laying.take(colour, 1);
    expect(play.laying.rows.map((row) => [row.colour, row.cards])).toEqual([
      ['red', 1],
      ['blue', 1],
      ['green', 1],
    ]);
  });

  test('what goes with nothing taken up takes its place', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    play.laying.take('green', 1);
    play.laying.take('red', 2);
    expect(play.laying.cards).toEqual({ red: 2 });
  });

  test('a colour that cannot be laid says why and changes nothing', async () => {
    const { play, server } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    const why = because('IN_OWN_YARD', 'the colour is in your yard already');
    server.reasons = { lays: { white: why } };
    play.laying.take('red', 2);
    play.laying.take('white', 2);
    await vi.waitUntil(() => play.refusal);
    expect(play.refusal?.reason).toEqual(why);
    expect(play.laying.cards).toEqual({ red: 2 });
  });

  test('a whole pile is the longest suit, and is put down again', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    play.laying.pick('red');
    expect(play.laying.action?.move).toEqual(lay('red', 3));
    play.laying.pick('red');
    expect(play.laying.any).toBe(false);
    play.laying.pick('green');
    expect(play.laying.cards).toEqual({ green: 1 });
  });

  test('the piles that can be touched are suits, or one of three colours', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    expect([...play.laying.piles]).toEqual(['red', 'blue']);
    play.laying.three = true;
    expect([...play.laying.piles]).toEqual(['red', 'blue', 'green']);
    const threes = await sitAt('usa', { actions: actionsOf(three('red', 'blue', 'green')) });
    expect([...threes.play.laying.piles]).toEqual(['red', 'blue', 'green']);
  });

  test('Esc puts down what is taken up', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(...MOVES) });
    play.laying.take('red', 2);
    expect(play.back()).toBe(true);
    expect(play.laying.any).toBe(false);
    expect(play.back()).toBe(false);
  });

  test('the row that would be robbed is known before', async () => {
    const lays = { red: { robs: 1, cards: 1, locomotives: 1 } };
    const { play } = await sitAt('usa', {
      actions: actionsOf(lay('red', 3)),
      previews: { claims: {}, builds: {}, lays },
    });
    play.laying.take('red', 2);
    expect(play.laying.robs).toEqual([]);
    play.laying.take('red', 3);
    expect(play.laying.robs).toEqual([{ colour: 'red', seat: 1, cards: 2 }]);
  });
});
