// The report on a game as the page holds it: put together of what comes in, and what is looked for
// in it.

import type { ChanceEvent, Decision, Moment, Option, ReportNews } from '../types/protocol.ts';

export type Report = Omit<ReportNews, 'curve' | 'chances'> & {
  curve: Moment[];
  chances: ChanceEvent[];
};

/** The marks of a choice that gave something away, the least first. */
export const MARKS = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Mark = (typeof MARKS)[number];
/** As players of chess and backgammon write them. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** How rare the luck of a draw was within its game. */
export type Fortune = 'veryLucky' | 'lucky' | 'unlucky' | 'veryUnlucky';

/** A report with what is new in it: decisions from a number on, a curve unless it is known. */
export function joined(known: Report | null, first: number, news: ReportNews): Report {
  return {
    ...news,
    curve: news.curve ?? known?.curve ?? [],
    chances: news.chances ?? known?.chances ?? [],
    decisions: [...(known?.decisions ?? []).slice(0, first), ...news.decisions],
  };
}

export function markOf({ mark }: Decision): Mark | null {
  return MARKS.find((one) => one === mark) ?? null;
}

/** The choices that were marked, of one seat or all, in their order. */
export function markedOf(decisions: readonly Decision[], seat: number | null): Decision[] {
  return decisions.filter((one) => markOf(one) && (seat === null || one.seat === seat));
}

/** The next marked choice after a moment, or the last one before it; null if there is none. */
export function neighbour(
  decisions: readonly Decision[],
  seat: number | null,
  step: number,
  forward: boolean,
): Decision | null {
  const marked = markedOf(decisions, seat);
  const found = forward
    ? marked.find((one) => one.step > step)
    : marked.findLast((one) => one.step < step);
  return found ?? null;
}

/** So much of the draws are the luckiest and the least lucky, and very much so. */
const RARE = 0.1;
const VERY_RARE = 0.02;

/**
 * Which draws were rare luck for whoever drew, by their steps. It is told by how rare it is among
 * the draws of the game, and only where it is larger than its error.
 */
export function fortunesOf(chances: readonly ChanceEvent[]): Map<number, Fortune> {
  const sorted = [...chances].sort((a, b) => luckOf(a) - luckOf(b));
  const n = sorted.length;
  const found = new Map<number, Fortune>();
  sorted.forEach((one, i) => {
    const error = one.errors[one.seat] ?? 0;
    const [below, above] = [(i + 1) / n, (n - i) / n];
    if (luckOf(one) < -error && below <= RARE)
      found.set(one.step, below <= VERY_RARE ? 'veryUnlucky' : 'unlucky');
    else if (luckOf(one) > error && above <= RARE)
      found.set(one.step, above <= VERY_RARE ? 'veryLucky' : 'lucky');
  });
  return found;
}

/** What a draw was worth to whoever drew. */
export function luckOf(chance: ChanceEvent): number {
  return chance.luck[chance.seat] ?? 0;
}

export function isLucky(fortune: Fortune): boolean {
  return fortune === 'lucky' || fortune === 'veryLucky';
}

/** A part of a win as it can be: an estimate from a difference may lie outside. */
export function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/**
 * Whether an alternative was only glanced at: how it compares with what was played is not known well
 * enough to tell a mistake from none. The one a marked choice is compared with is known.
 */
export function isRough(option: Option, decision: Decision, mistake: number): boolean {
  if (option === decision.chosen) return false;
  if (markOf(decision) && option === decision.others[0]) return false;
  return option.lead_error > mistake;
}

/**
 * What could be done, the best first. What a marked choice is compared with comes before all: it was
 * played on in more worlds than others. What was only glanced at comes last: the best of several rough
 * figures looks too good.
 */
export function ranked(decision: Decision, mistake: number): Option[] {
  const best = markOf(decision) ? decision.others[0] : undefined;
  const place = (one: Option): number =>
    one === best ? 0 : isRough(one, decision, mistake) ? 2 : 1;
  return [decision.chosen, ...decision.others].sort(
    (a, b) => place(a) - place(b) || b.share - a.share,
  );
}
