// A mistake of an analysed game to solve: what is missed comes back.

import { analyses } from '../net/index.ts';
import type { Decision, Move, Tried } from '../types/protocol.ts';
import { Exercise, type Task } from './exercise.svelte.ts';
import { after, keep, kept, type Item } from './returning.ts';

export class Drill extends Exercise {
  readonly item: Item;
  /** What was chosen in the game, and what is best. */
  decision = $state.raw<Decision | null>(null);
  /** What comes back is decided by the first try. */
  #counted = false;

  constructor(item: Item) {
    super(item.id);
    this.item = item;
  }

  protected async load(): Promise<Task> {
    const { item } = this;
    const [found, replay, { report }] = await Promise.all([
      analyses.position(item, item.step),
      analyses.replay(item, item.seat, false),
      analyses.state(item, item.step, 0),
    ]);
    this.decision = report?.decisions.find((one) => one.step === item.step) ?? null;
    // Nobody is at this table any more, and whoever decides is here.
    const seats = replay.table.seats.map((seat) => {
      const there = { ...seat, connected: true };
      return seat.seat === found.seat
        ? { ...there, kind: 'person' as const, bot: null, yours: true }
        : there;
    });
    return {
      found,
      table: { ...replay.table, seats, state: 'playing', help: false, you: found.seat },
      steps: replay.steps.slice(0, item.step + 1),
    };
  }

  protected judge(action: number): Promise<Tried> {
    return analyses.attempt(this.item, this.item.step, action);
  }

  protected findBest(): Promise<Move | null> {
    return Promise.resolve(this.decision?.others[0]?.move ?? null);
  }

  protected count(solved: boolean | null): void {
    if (this.#counted) return;
    this.#counted = true;
    keep(after(kept(), this.item, solved === true, Date.now() / 1000));
  }
}
