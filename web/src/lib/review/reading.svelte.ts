// An analysis as it comes in: asked for, waited for, and put together part by part.

import { saying, sentence } from '../i18n/index.ts';
import { analyses, type Studied } from '../net/index.ts';
import { asked, inWords } from '../shell/asking.ts';
import type { AnalysisState } from '../types/protocol.ts';
import { joined, type Report } from './report.ts';

/** Seconds until a server that could not be reached is asked again. */
const LATER = 5;

export class Reading {
  readonly game: Studied;
  state = $state.raw<AnalysisState | null>(null);
  report = $state.raw<Report | null>(null);
  /** Why it cannot be told how far it is. */
  problem = $state('');
  /** An answer is under way that somebody asked for. */
  busy = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(game: Studied) {
    this.game = game;
  }

  /** Look at it; what nobody has asked for yet is begun. */
  async open(): Promise<void> {
    await this.look();
    if (this.state?.state === 'none') await this.begin();
  }

  /** Look how far it is. */
  async look(): Promise<void> {
    await this.#ask(() =>
      analyses.state(
        this.game,
        this.report?.decisions.length ?? 0,
        this.report ? this.report.worlds : null,
      ),
    );
  }

  /** Let it be made, or tried again. */
  async begin(): Promise<void> {
    this.busy = true;
    if (this.game.kind === 'record' && this.state?.state === 'failed') await this.#sendAgain();
    else await this.#ask(() => analyses.begin(this.game));
    this.busy = false;
  }

  /** Of a record that failed: it is the same analysis again. */
  async #sendAgain(): Promise<void> {
    await this.#ask(async () => analyses.send(await analyses.record(this.game)));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #ask(ask: () => Promise<AnalysisState>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const state = await asked(ask());
      if (this.#closed) return;
      this.problem = '';
      if (state.report) this.report = joined(this.report, state.first, state.report);
      this.state = state;
    } catch (problem) {
      this.problem = inWords(problem);
    }
    const again = this.state?.again ?? null;
    if (again === null || this.#closed) return;
    const wait = this.problem ? LATER : again;
    this.#timer = setTimeout(() => void this.look(), wait * 1000);
  }

  /** Why it failed, as a sentence. */
  get why(): string {
    const { problem } = this.state ?? {};
    return problem ? sentence(saying(problem.said) ?? problem.text) : '';
  }
}
