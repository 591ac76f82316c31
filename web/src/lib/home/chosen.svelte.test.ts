import { beforeEach, describe, expect, test } from 'vitest';
import { LastChosen } from './chosen.svelte.ts';

describe('what was chosen last', () => {
  beforeEach(() => localStorage.clear());

  test('has a level of its own for each game', () => {
    const chosen = new LastChosen();
    const usual = chosen.levelOf('usa');
    chosen.setLevel('usa', 'dispatcher');
    chosen.set({ game: 'france' });
    expect(chosen.levelOf('usa')).toBe('dispatcher');
    expect(chosen.levelOf('france')).toBe(usual);
  });

  test('is there at the next visit', () => {
    new LastChosen().setLevel('france', 'apprentice');
    const chosen = new LastChosen();
    expect(chosen.levelOf('france')).toBe('apprentice');
    expect(chosen.levelOf('usa')).not.toBe('apprentice');
  });

  test('starts anew where what was kept makes no sense', () => {
    localStorage.setItem('branchline.chosen', '{"levels": {"usa": 7}, "level": "apprentice"}');
    expect(new LastChosen().levelOf('usa')).toBe(new LastChosen().levelOf('france'));
  });
});
