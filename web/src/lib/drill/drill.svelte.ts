// A position to solve: as a table where one has to decide, but what one does there is judged and the
// position stays.

import { loadShape } from '../board/geometry.ts';
import { analyses, api, ApiError } from '../net/index.ts';
import { toldOf } from '../replay/told.ts';
import { inWords } from '../shell/asking.ts';
import { TableStore, Viewer } from '../table/table.svelte.ts';
import type { Decision, LegalAction, Reasons, Tried } from '../types/protocol.ts';
import { after, keep, kept, type Item } from './returning.ts';

/** Milliseconds until a busy server is asked again: it goes on meanwhile. */
const AGAIN = 1500;
/** How often. */
const TRIES = 20;

export class Drill extends TableStore {
  readonly item: Item;
  /** How good the last try was. */
  tried = $state.raw<Tried | null>(null);
  /** What was chosen in the game, and what is best. */
  decision = $state.raw<Decision | null>(null);
  /** The best was shown. */
  revealed = $state(false);
  /** Why a try could not be judged, or the position not be shown. */
  problem = $state('');
  #reasons: Reasons | null = null;
  /** What comes back is decided by the first try. */
  #counted = false;

  constructor(item: Item) {
    super(item.id);
    this.item = item;
  }

  override get isLive(): boolean {
    return false;
  }

  override async open(): Promise<void> {
    this.problem = '';
    try {
      const { item } = this;
      const [found, replay, { report }] = await Promise.all([
        analyses.position(item, item.step),
        analyses.replay(item, item.seat, false),
        analyses.state(item, item.step, 0),
      ]);
      this.decision = report?.decisions.find((one) => one.step === item.step) ?? null;
      const { game } = replay.table;
      const [board, shape] = await Promise.all([api.board(game), loadShape(game)]);
      const viewer = new Viewer(found.seat);
      viewer.position = found.position;
      viewer.steps = toldOf(replay.steps.slice(0, item.step + 1));
      viewer.state = 'open';
      this.#reasons = found.reasons;
      this.board = board;
      this.shape = shape;
      // Nobody is at this table any more, and whoever decides is here.
      const seats = replay.table.seats.map((seat) => {
        const there = { ...seat, connected: true };
        return seat.seat === found.seat
          ? { ...there, kind: 'person' as const, bot: null, yours: true }
          : there;
      });
      this.table = { ...replay.table, seats, state: 'playing', help: false, you: found.seat };
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
      this.tried = tried;
      if (tried.solved) this.show();
      this.#count(tried.solved);
    } catch (problem) {
      this.problem = inWords(problem);
    }
    this.pending = null;
    return true;
  }

  async #judged(action: number): Promise<Tried> {
    for (let i = 0; ; i++) {
      try {
        return await analyses.attempt(this.item, this.item.step, action);
      } catch (problem) {
        const busy = problem instanceof ApiError && problem.code === 'slow down';
        if (!busy || i >= TRIES) throw problem;
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  }

  /** Show the best: whoever has to be shown it has not solved it. */
  reveal(): void {
    this.#count(false);
    this.revealed = true;
    this.show();
  }

  /** Mark the best where one would make it. */
  show(): void {
    this.shown = this.decision?.others[0]?.move ?? null;
  }

  #count(solved: boolean): void {
    if (this.#counted) return;
    this.#counted = true;
    keep(after(kept(), this.item, solved, Date.now() / 1000));
  }

  override needReasons(): Promise<Reasons | null> {
    const { viewer } = this;
    if (viewer) viewer.reasons = this.#reasons;
    return Promise.resolve(this.#reasons);
  }
}
