// A position to solve: as a table where one has to decide, but what one does there is judged and the
// position stays. Where it comes from, and what is kept of a try, is up to each kind of exercise.

import { loadShape } from '../board/geometry.ts';
import { api, ApiError } from '../net/index.ts';
import { toldOf } from '../replay/told.ts';
import { inWords } from '../shell/asking.ts';
import { TableStore, Viewer } from '../table/table.svelte.ts';
import type {
  LegalAction,
  Move,
  Reasons,
  ReplayStep,
  TableState,
  ToSolve,
  Tried,
} from '../types/protocol.ts';

/** Milliseconds until a busy server is asked again: it goes on meanwhile. */
const AGAIN = 1500;
/** How often. */
const TRIES = 20;

/** A position with the table it came up at, and what happened there until then. */
export interface Task {
  found: ToSolve;
  table: TableState;
  steps: readonly ReplayStep[];
}

export abstract class Exercise extends TableStore {
  /** How good the last try was. */
  tried = $state.raw<Tried | null>(null);
  /** What is best may be told: it was found, or asked for. */
  isAnswered = $state(false);
  /** Why a try could not be judged, or the position not be shown. */
  problem = $state('');
  /** What is best, once it may be told. */
  best = $state.raw<Move | null>(null);
  #reasons: Reasons | null = null;

  override get isLive(): boolean {
    return false;
  }

  protected abstract load(): Promise<Task>;
  protected abstract judge(action: number): Promise<Tried>;
  /** A try was judged, or what is best was asked for: null. */
  protected abstract count(solved: boolean | null): void;
  /** What is best; it is asked for once it may be told. */
  protected abstract findBest(): Promise<Move | null>;

  override async open(): Promise<void> {
    this.problem = '';
    try {
      const { found, table, steps } = await this.load();
      const [board, shape] = await Promise.all([api.board(table.game), loadShape(table.game)]);
      const viewer = new Viewer(found.seat);
      viewer.position = found.position;
      viewer.steps = toldOf(steps);
      viewer.state = 'open';
      this.#reasons = found.reasons;
      this.board = board;
      this.shape = shape;
      this.table = table;
      this.viewers = [viewer];
    } catch (problem) {
      this.problem = inWords(problem);
    }
  }

  override async act(action: LegalAction): Promise<boolean> {
    if (this.pending) return false;
    this.pending = action;
    this.problem = '';
    this.tried = null;
    this.shown = null;
    try {
      const tried = await this.#judged(action.id);
      if (tried.solved) await this.show();
      this.tried = tried;
      this.count(tried.solved);
    } catch (problem) {
      this.problem = inWords(problem);
    }
    this.pending = null;
    return true;
  }

  async #judged(action: number): Promise<Tried> {
    for (let i = 0; ; i++) {
      try {
        return await this.judge(action);
      } catch (problem) {
        const busy = problem instanceof ApiError && problem.code === 'slow down';
        if (!busy || i >= TRIES) throw problem;
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  /** Show the best: whoever has to be shown it has not solved it. */
  async reveal(): Promise<void> {
    this.problem = '';
    try {
      await this.show();
      this.count(null);
    } catch (problem) {
      this.problem = inWords(problem);
    }
  }

  /** Mark the best where one would make it. */
  protected async show(): Promise<void> {
    this.best ??= await this.findBest();
    this.shown = this.best;
    this.isAnswered = true;
  }

  override needReasons(): Promise<Reasons | null> {
    const { viewer } = this;
    if (viewer) viewer.reasons = this.#reasons;
    return Promise.resolve(this.#reasons);
  }
}
