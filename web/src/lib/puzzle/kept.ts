// Which puzzles were solved, kept in this browser, and on how many days in a row.

import { Notes } from '../notes.ts';

/** How it went with a puzzle. */
export interface Outcome {
  /** Tries until it was solved, or until the answer was shown. */
  tries: number;
  /** Null while it is tried. */
  end: 'solved' | 'shown' | null;
  /** It ended on its own day. */
  onDay: boolean;
}

/** By game and day. */
export type Kept = Record<string, Outcome>;

const KEPT = 'branchline.puzzles';
/** So many are kept; of more, the earliest days are forgotten. */
const MOST = 1000;

export function nameOf(game: string, day: string): string {
  return `${day} ${game}`;
}

/** Another day, so many later. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** What is kept after a try, or (null) after the answer was asked for. The end stays as it was. */
export function after(
  kept: Kept,
  game: string,
  day: string,
  today: string,
  solved: boolean | null,
): Kept {
  const name = nameOf(game, day);
  const before = kept[name] ?? { tries: 0, end: null, onDay: false };
  if (before.end) return kept;
  const end = solved ? 'solved' : solved === null ? 'shown' : null;
  const tries = before.tries + (solved === null ? 0 : 1);
  const all: Kept = { ...kept, [name]: { tries, end, onDay: end !== null && day === today } };
  const names = Object.keys(all).sort();
  for (const old of names.slice(0, Math.max(0, names.length - MOST))) delete all[old];
  return all;
}

/** On how many days in a row the puzzle of a game was solved on its day, until today or yesterday. */
export function streak(kept: Kept, game: string, today: string): number {
  const isSolved = (day: string): boolean => {
    const found = kept[nameOf(game, day)];
    return found?.end === 'solved' && found.onDay;
  };
  let day = kept[nameOf(game, today)]?.end ? today : dayAfter(today, -1);
  let days = 0;
  for (; isSolved(day); day = dayAfter(day, -1)) days++;
  return days;
}

function isOutcome(one: unknown): one is Outcome {
  if (typeof one !== 'object' || one === null) return false;
  const { tries, end, onDay } = one as Record<string, unknown>;
  return (
    Number.isSafeInteger(tries) &&
    (end === null || end === 'solved' || end === 'shown') &&
    typeof onDay === 'boolean'
  );
}

const notes = new Notes(KEPT, isOutcome);

/** What this browser keeps. */
export const kept = (): Kept => notes.read();
export const keep = (now: Kept): void => notes.write(now);
