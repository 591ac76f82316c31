// A game that is gone through with its analysis: whose choices are looked at, and which alternative.

import type { Studied } from '../net/index.ts';
import type { Decision, Option } from '../types/protocol.ts';
import { Reading } from './reading.svelte.ts';
import { fortunesOf, markOf, neighbour, type Report } from './report.ts';

export type Tab = 'moment' | 'balance' | 'table';

export class Study {
  readonly reading: Reading;
  /** Whose marks are shown and walked through; null for everybody's. */
  whose = $state<number | null>(null);
  /** The alternative that is pointed at. */
  pointed = $state.raw<Option | null>(null);
  tab = $state<Tab>('moment');
  readonly fortunes = $derived.by(() => fortunesOf(this.report?.chances ?? []));
  readonly #byStep = $derived.by(
    () => new Map((this.report?.decisions ?? []).map((one) => [one.step, one])),
  );

  constructor(game: Studied) {
    this.reading = new Reading(game);
  }

  get report(): Report | null {
    return this.reading.report;
  }

  /** The choice that is made at a moment, once it is judged. */
  decision(step: number): Decision | null {
    return this.#byStep.get(step) ?? null;
  }

  /** What is drawn on the board at a moment: what is pointed at, or what would have been better. */
  drawn(step: number): Option | null {
    if (this.pointed) return this.pointed;
    const decision = this.decision(step);
    return decision && markOf(decision) ? (decision.others[0] ?? null) : null;
  }

  /** The marked choice before or after a moment. */
  neighbour(step: number, forward: boolean): Decision | null {
    return neighbour(this.report?.decisions ?? [], this.whose, step, forward);
  }
}
