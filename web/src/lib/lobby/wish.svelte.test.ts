import { beforeEach, describe, expect, it } from 'vitest';
import { LIVERIES } from '../colours.ts';
import { GAMES } from '../games.ts';
import { CHARACTERS, nameOf } from '../people/people.ts';
import type { GameInfo } from '../types/protocol.ts';
import { Wish } from './wish.svelte.ts';

const INFO = { options: [] } as unknown as GameInfo;

function kinds(wish: Wish): string {
  return wish.chairs.map((chair) => chair.kind).join(' ');
}

function cast(wish: Wish): string[] {
  return wish.chairs.flatMap((chair) => (chair.kind === 'bot' ? [chair.who] : []));
}

describe('a table being thought up', () => {
  let wish: Wish;
  beforeEach(() => (wish = new Wish('usa', 'conductor')));

  it('begins with oneself and an open seat', () => {
    expect(kinds(wish)).toBe('me open');
  });

  it('grows by as many bots as one wants', () => {
    wish.set('bot', 2);
    expect(kinds(wish)).toBe('me open bot bot');
    wish.set('bot', 1);
    expect(kinds(wish)).toBe('me open bot');
  });

  it('lets the other kind give way when it is full, on the same seat and in its colour', () => {
    const colour = wish.chairs[1]?.colour;
    wish.set('bot', 4);
    expect(kinds(wish)).toBe('me bot bot bot bot');
    expect(wish.chairs[1]?.colour).toBe(colour);
    wish.set('open', 3);
    expect([wish.count('open'), wish.count('bot')]).toEqual([3, 1]);
  });

  it('never has too few seats', () => {
    wish.set('open', 0);
    expect(kinds(wish)).toBe('me bot');
    wish.set('bot', 0);
    expect(kinds(wish)).toBe('me open');
  });

  it.each(GAMES.map((game) => game.id))('has as many seats as %s is for', (game) => {
    wish.game = 'old_west';
    wish.set('bot', 5);
    wish.game = game;
    wish.fit();
    expect(wish.chairs.length).toBe(Math.min(6, GAMES.find((g) => g.id === game)?.seats.max ?? 0));
    expect(wish.chairs[0]?.kind).toBe('me');
  });

  it('has different characters and colours for all', () => {
    wish.game = 'old_west';
    wish.set('bot', 5);
    expect(new Set(cast(wish)).size).toBe(5);
    expect(new Set(wish.chairs.map((chair) => chair.colour)).size).toBe(LIVERIES.length);
  });

  it('keeps who a bot is when its level changes, and finds somebody else when asked', () => {
    wish.set('bot', 3);
    const before = cast(wish);
    wish.setLevel('apprentice');
    wish.choose(2, 'bot:superintendent');
    expect(cast(wish)).toEqual(before);
    expect(wish.level).toBeNull();
    for (const _ of CHARACTERS) {
      const was = cast(wish)[0];
      wish.change(2);
      expect(cast(wish)[0]).not.toBe(was);
      expect(new Set(cast(wish)).size).toBe(3);
    }
    wish.setLevel('conductor');
    expect(wish.level).toBe('conductor');
  });

  it('asks the server for those who were shown, and starts if no seat is open', () => {
    wish.set('bot', 4);
    const { seats, start } = wish.request(INFO);
    expect(start).toBe(true);
    expect(seats.slice(1).map((seat) => seat.name)).toEqual(
      (cast(wish) as (typeof CHARACTERS)[number][]).map(nameOf),
    );
  });
});
