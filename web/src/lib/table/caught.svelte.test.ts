import { expect, test } from 'vitest';
import type { Step, View } from '../types/protocol.ts';
import { Caught } from './caught.svelte.ts';
import type { StepListener, TableStore } from './table.svelte.ts';

const captured = { events: [{ event: 'captured', seat: 1, city: 'bend' }] } as unknown as Step;

test.each([
  ['turn', { seat: 1, city: 'bend' }],
  ['over', null],
])('whoever caught the figure is shown, but not over the count: %s', (phase, shown) => {
  let tell: StepListener = () => undefined;
  const store = {
    view: { phase } as View,
    onStep: (listener: StepListener) => {
      tell = listener;
      return () => true;
    },
  } as unknown as TableStore;
  const caught = new Caught(store);
  const stop = caught.follow();
  expect(caught.now).toBeNull();
  tell(captured, null, null);
  expect(caught.now).toEqual(shown);
  stop();
});
