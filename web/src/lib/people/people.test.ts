import { describe, expect, it } from 'vitest';
import en from '../../../../src/branchline/text/languages/en.json';
import { seatLevel, seatName } from '../games.ts';
import { FACES } from './faces.ts';
import { CHARACTERS, nameOf, shuffled, whoSits } from './people.ts';

describe('characters', () => {
  it('are those that have a line', () => {
    const lines = Object.keys(en.common).filter((key) => key.startsWith('character.'));
    expect(CHARACTERS.map((who) => `character.${who}`).sort()).toEqual(lines.sort());
  });

  it('have a face of shapes within its square', () => {
    for (const who of CHARACTERS)
      for (const [colour, path] of FACES[who].shapes) {
        expect(colour).toMatch(/^#[0-9a-f]{6}$/);
        expect(path).toMatch(/^M[\d\s.,MLCZaz-]+Z$/);
      }
  });

  it('come in any order, each once', () => {
    expect([...shuffled()].sort()).toEqual([...CHARACTERS].sort());
  });

  it('sit on seats of bots only', () => {
    const [who] = CHARACTERS as [(typeof CHARACTERS)[number]];
    const bot = { kind: 'bot', name: nameOf(who), bot: 'conductor' };
    expect(whoSits(bot)).toBe(who);
    expect(seatName(bot)).toBe(nameOf(who));
    const person = { kind: 'person', name: nameOf(who), bot: null };
    expect(whoSits(person)).toBeNull();
    expect(seatLevel(person)).toBeNull();
  });

  it('do not sit where an older table has a bot by its level', () => {
    const old = { kind: 'bot', name: 'Conductor 2', bot: 'conductor' };
    expect(whoSits(old)).toBeNull();
    expect(seatName(old)).toMatch(/ 2$/);
  });
});
