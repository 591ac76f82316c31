// The characters that bots are: who they are, and who sits on a seat.

import { maybe } from '../i18n/index.ts';
import { FACES, type Character } from './faces.ts';

export type { Character } from './faces.ts';
export const CHARACTERS = Object.keys(FACES) as Character[];

/** What a character is called, in every language. */
export function nameOf(who: Character): string {
  return who.charAt(0).toUpperCase() + who.slice(1);
}

/** A line about what somebody is like. */
export function lineOf(who: Character): string {
  return maybe(`common.character.${who}`) ?? '';
}

/** Who the bot of a seat is; null for people, and for bots of tables from before there were any. */
export function whoSits(seat: { kind: string; name: string }): Character | null {
  if (seat.kind !== 'bot') return null;
  return CHARACTERS.find((who) => nameOf(who) === seat.name) ?? null;
}

/** All characters in an order of chance. */
export function shuffled(): Character[] {
  const left = [...CHARACTERS];
  const order: Character[] = [];
  while (left.length) order.push(...left.splice(Math.floor(Math.random() * left.length), 1));
  return order;
}
