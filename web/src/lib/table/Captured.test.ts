import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import type { Step, View } from '../types/protocol.ts';
import Captured from './Captured.svelte';
import type { StepListener, TableStore } from './table.svelte.ts';
import type { Words } from './words.ts';

const words = { livery: () => 'red', name: () => 'Ada', city: () => 'Bend' } as unknown as Words;
const captured = { events: [{ event: 'captured', seat: 0, city: 'bend' }] } as unknown as Step;

test.each([
  ['turn', 1],
  ['over', 0],
])('whoever caught Alvin is shown, but not over the count: %s', (phase, boxes) => {
  let tell: StepListener = () => undefined;
  const store = {
    view: { phase } as View,
    onStep: (listener: StepListener) => {
      tell = listener;
      return () => true;
    },
  } as unknown as TableStore;
  const box = mount(Captured, { target: document.body, props: { store, words } });
  flushSync();
  tell(captured, null, null);
  flushSync();
  expect(document.querySelectorAll('[data-caught]').length).toBe(boxes);
  void unmount(box);
});
