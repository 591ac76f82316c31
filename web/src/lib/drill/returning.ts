// When a position that was missed comes back: as analysis/returning.py has it, kept in this browser
// for all own games.

import type { Studied } from '../net/index.ts';
import { Notes } from '../notes.ts';

/** A position to solve. */
export interface Item extends Studied {
  step: number;
  seat: number;
}

/** How far one is with a position. */
export interface Return {
  /** How often it was solved since it was missed. */
  stage: number;
  /** When it comes back, in seconds since 1970; null if it is learnt. */
  due: number | null;
}

export type Kept = Record<string, Item & Return>;

const DAY = 86_400;
/** Days from a miss, and from each solution after it, to the next try. */
const AFTER = [1, 3, 7, 21];
/** So many are kept; of more, those that were learnt first are forgotten. */
const MOST = 500;
const KEPT = 'branchline.mistakes';

export function nameOf({ kind, id, step }: Omit<Item, 'seat'>): string {
  return `${kind}:${id}:${step}`;
}

/** When a position comes back after a try. What is solved at first sight is learnt. */
export function comeBack(before: Return | null, solved: boolean, now: number): Return {
  if (!solved) return { stage: 0, due: now + (AFTER[0] ?? 1) * DAY };
  if (!before || before.due === null) return { stage: before?.stage ?? 0, due: null };
  const stage = before.stage + 1;
  const days = AFTER[stage];
  return { stage, due: days === undefined ? null : now + days * DAY };
}

/** What is due, what has waited longest first. */
export function dueOf(kept: Kept, now: number): (Item & Return)[] {
  return Object.values(kept)
    .filter((one) => one.due !== null && one.due <= now)
    .sort((a, b) => (a.due ?? 0) - (b.due ?? 0) || a.step - b.step);
}

/** What is kept after a try. */
export function after(kept: Kept, item: Item, solved: boolean, now: number): Kept {
  const name = nameOf(item);
  const { kind, id, step, seat } = item;
  const { [name]: before, ...others } = kept;
  const all: Kept = {
    ...others,
    [name]: { kind, id, step, seat, ...comeBack(before ?? null, solved, now) },
  };
  const learnt = Object.keys(all).filter((one) => one !== name && all[one]?.due === null);
  for (const old of learnt.slice(0, Math.max(0, Object.keys(all).length - MOST))) delete all[old];
  return all;
}

function isKept(one: unknown): one is Item & Return {
  if (typeof one !== 'object' || one === null) return false;
  const { kind, id, step, seat, stage, due } = one as Record<string, unknown>;
  return (
    (kind === 'table' || kind === 'record') &&
    typeof id === 'string' &&
    [step, seat, stage].every((n) => Number.isSafeInteger(n)) &&
    (due === null || typeof due === 'number')
  );
}

const notes = new Notes(KEPT, isKept);

/** What this browser keeps. */
export const kept = (): Kept => notes.read();
export const keep = (now: Kept): void => notes.write(now);
