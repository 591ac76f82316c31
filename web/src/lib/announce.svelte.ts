// What a screen reader is told: App has one polite and one urgent region that speak these words.

import { untrack } from 'svelte';

class Announcer {
  polite = $state('');
  urgent = $state('');
}

export const announcer = new Announcer();

/** Tell a screen reader what happened; urgent words interrupt. */
export function announce(text: string, urgent = false): void {
  const words = urgent ? 'urgent' : 'polite';
  // The same words twice in a row are news too: an invisible space makes them differ.
  const before = untrack(() => announcer[words]);
  announcer[words] = before === text ? `${text}\u200b` : text;
}
