// What a bot advises is marked where one would do it.
import { flushSync, mount, unmount, type Component } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { actionsOf, adviceOf, sitAt } from '../testing/table.ts';
import type { LegalAction } from '../types/protocol.ts';
import Market from './Market.svelte';
import TopBar from './TopBar.svelte';

type Move = LegalAction['move'];

let shown: Record<string, unknown> | null = null;
afterEach(() => {
  if (shown) void unmount(shown);
});

/** What is marked when a move is advised. */
async function marked(where: Component<never>, advised: Move): Promise<Element[]> {
  await useLanguage('en');
  const market = ['red', 'blue', 'locomotive', 'white', 'black'];
  const sitting = await sitAt('usa', {
    actions: actionsOf(advised),
    view: { market, deck: 40, phase: 'turn', to_act: [0] },
  });
  const nothing = (): undefined => undefined;
  const does = { narrow: false, onsearch: nothing, onmenu: nothing, onundo: nothing };
  const props = { ...sitting, ...does, onhint: undefined, onhurry: nothing };
  shown = mount(where, { target: document.body, props: props as never });
  flushSync();
  expect(document.querySelectorAll('.tb-advised')).toHaveLength(0);
  sitting.play.advise(adviceOf(advised));
  flushSync();
  return [...document.querySelectorAll('.tb-advised')];
}

test.each([
  [{ do: 'draw', from: 2 }, '[data-place="2"]'],
  [{ do: 'draw', from: 'deck' }, '[data-deck]'],
  [{ do: 'tickets' }, '[data-tickets]'],
] as [Move, string][])('%o in the market', async (move, where) => {
  const found = await marked(Market as Component<never>, move);
  expect(found.map((e) => e.matches(where))).toEqual([true]);
});

test('no marker, at the button for it', async () => {
  const found = await marked(TopBar as Component<never>, { do: 'no marker' });
  expect(found.map((e) => e.matches('[data-no-marker]'))).toEqual([true]);
});
