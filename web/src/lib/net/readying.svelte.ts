// A server that was just installed compiles its rules once. Requests that need them wait for it here,
// and the pages can see how far it is.

import type { Progress } from '../types/protocol.ts';

const PAUSE = 700;

class Readying {
  /** How much is done, while a request of ours waits for the rules. */
  progress = $state.raw<Progress | null>(null);
  #waiting: Promise<void> | null = null;

  /** Wait until the server has its rules, or says otherwise; asking it again then tells which. */
  wait(progress: Progress): Promise<void> {
    this.progress = progress;
    this.#waiting ??= this.#look();
    return this.#waiting;
  }

  async #look(): Promise<void> {
    while (this.progress) {
      await new Promise((done) => setTimeout(done, PAUSE));
      try {
        const told = (await (await fetch('/ready')).json()) as { progress?: Progress | null };
        this.progress = told.progress ?? null;
      } catch {
        this.progress = null; // it is away: who asks again will be told
      }
    }
    this.#waiting = null;
  }
}

export const readying = new Readying();
