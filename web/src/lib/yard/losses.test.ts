import { flushSync, mount, unmount } from 'svelte';
import { beforeAll, describe, expect, test } from 'vitest';
import { announcer } from '../announce.svelte.ts';
import { useLanguage } from '../i18n/index.ts';
import { happen } from '../table/happenings.ts';
import { Looks } from '../table/looks.svelte.ts';
import type { Words } from '../table/words.ts';
import { sitAt, stepOf, viewOf } from '../testing/table.ts';
import type { Step, View } from '../types/protocol.ts';
import { lossesOf, lossTold } from './losses.ts';
import Lost from './Lost.svelte';
import { rowsMoved } from './moves.ts';

/** Ben robs Ada's three purple by four; then her turn begins, and her other row moves. */
const EVENTS = [
  { event: 'robbed', seat: 0, colour: 'purple', cards: 2, locomotives: 1 },
  { event: 'laid', seat: 1, rows: [{ colour: 'purple', cards: 4, locomotives: 0 }] },
  { event: 'turn', seat: 0, number: 5 },
  { event: 'moved', seat: 0, cards: ['red'] },
];
const robbery = (seq = 7): Step => stepOf(seq, { seat: 1, events: EVENTS });
const drew = (seq: number, seat: number): Step =>
  stepOf(seq, { seat, events: [{ event: 'drew', seat, from: 'deck' }] });
const words = async (): Promise<Words> => (await sitAt('usa')).words;

beforeAll(() => useLanguage('en'));

describe('a robbed row', () => {
  test('is told until its owner moves again', () => {
    const found = { seat: 0, colour: 'purple', cards: 2, locomotives: 1, thief: 1, seq: 7 };
    expect(lossesOf([robbery()])).toMatchObject([found]);
    expect(lossesOf([robbery(), drew(8, 1)])).toHaveLength(1);
    expect(lossesOf([robbery(), drew(8, 0)])).toEqual([]);
    expect(lossesOf([drew(6, 0), robbery()])).toHaveLength(1);
  });

  test('is not told when it was taken back, nor once tickets are completed', () => {
    expect(lossesOf([robbery(), stepOf(8, { kind: 'undo', undone: [7] })])).toEqual([]);
    const scoring = stepOf(8, { seat: 1, events: [{ event: 'scoring', pass: 1 }] });
    expect(lossesOf([robbery(), scoring])).toEqual([]);
  });

  test('says who took what by which cards, to each player', async () => {
    const [loss] = lossesOf([robbery()]);
    const at = await words();
    if (!loss) throw new Error('nothing was lost');
    const told = (): string[] => [0, 1, null].map((seat) => lossTold(loss, seat, at));
    expect(told()).toEqual([
      'Ben robbed your 2 purple, 1 locomotive with 4 purple',
      'You robbed Ada of 2 purple, 1 locomotive with 4 purple',
      'Ben robbed Ada of 2 purple, 1 locomotive with 4 purple',
    ]);
    await useLanguage('fr');
    expect(told()).toEqual([
      'Ben vous a volé 2 violettes, 1 locomotive avec 4 violettes',
      'Vous avez volé 2 violettes, 1 locomotive à Ada avec 4 violettes',
      'Ben a volé 2 violettes, 1 locomotive à Ada avec 4 violettes',
    ]);
    await useLanguage('en');
  });

  test('is heard first by whoever lost it', async () => {
    const on = { words: await words(), looks: new Looks(), seat: 0, dropped: false };
    happen(robbery(), null, null, { ...on, fresh: () => undefined });
    expect(announcer.polite).toMatch(/^Ben robbed your 2 purple, 1 locomotive with 4 purple\. /);
  });

  test('goes to the discards: no card of it goes on to the track', () => {
    const players = [{ seat: 0, yard: { purple: [2, 1], red: [1, 0] } }];
    const before = { ...viewOf('usa'), players } as unknown as View;
    expect(rowsMoved(0, { before, events: robbery().events })).toEqual(['red']);
    expect(rowsMoved(0, { before, events: [] })).toEqual(['purple', 'red']);
  });

  test.each([true, false])(
    'shakes only when it is news; the notice is always there: %s',
    async (shakes) => {
      const [loss] = lossesOf([robbery()]);
      if (!loss) throw new Error('nothing was lost');
      const props = { loss, words: await words(), seat: 0, small: false, shakes };
      const mark = mount(Lost, { target: document.body, props });
      flushSync();
      expect(document.querySelectorAll('.gone').length).toBe(shakes ? 1 : 0);
      expect(document.querySelector('.note')?.textContent).toContain('Ben robbed your 2 purple');
      void unmount(mark);
    },
  );
});
