// A friendly name for a person who has not given one, kept from then on.

import { settings } from './settings/settings.svelte.ts';

const FIRST = ['Ada', 'Basil', 'Casey', 'Della', 'Emil', 'Flora', 'Gus', 'Hazel', 'Iris', 'Jonas'];
const LAST = ['Brook', 'Finch', 'Hill', 'Lake', 'Marsh', 'Reed', 'Stone', 'Vale', 'Wren', 'Yarrow'];

function one(of: readonly string[]): string {
  return of[Math.floor(Math.random() * of.length)] ?? 'Ada';
}

/** The player's name; a made-up one if there is none yet. */
export function myName(): string {
  if (!settings.name) settings.setName(`${one(FIRST)} ${one(LAST)}`);
  return settings.name;
}

/** Another made-up name, for a second person at this device. */
export function otherName(taken: readonly string[]): string {
  const free = FIRST.filter((name) => !taken.includes(name));
  return one(free.length ? free : FIRST);
}
