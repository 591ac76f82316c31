// A game to go through: its steps, where one is, by whose eyes, and whether it plays by itself.

import { loadShape } from '../board/geometry.ts';
import { analyses, api, ApiError, keepInvite, type Studied } from '../net/index.ts';
import { asked, inWords } from '../shell/asking.ts';
import { TableStore, Viewer } from '../table/table.svelte.ts';
import type { Position, Replay, ReplayStep, Step, TableState, View } from '../types/protocol.ts';
import { readMoment, writeMoment, type Eyes } from './moment.ts';
import { toldOf } from './told.ts';

/** Steps a second when it plays by itself. */
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Showing {
  readonly game: Studied;
  replay = $state.raw<Replay | null>(null);
  step = $state(0);
  eyes = $state.raw<Eyes | null>(null);
  /** The analysis stands beside it. */
  analysed = $state(false);
  playing = $state(false);
  speed = $state<number>(1);
  problem = $state('');
  /** The table as it was, for the panels that show one. */
  readonly store: TableStore;
  #writing: ReturnType<typeof setTimeout> | undefined;

  constructor(game: Studied) {
    this.game = game;
    this.store = new TableStore(game.id);
  }

  get id(): string {
    return this.game.id;
  }

  /** Come to the moment an address names: the first, or one that is pasted into it later. */
  come(hash: string): void {
    const moment = readMoment(hash);
    if (moment.invite) keepInvite(this.id, moment.invite);
    if (moment.analysis) this.analysed = true;
    const others = moment.eyes !== null && moment.eyes !== this.eyes;
    if (this.replay && !others) {
      if (moment.step !== null) this.go(moment.step);
      return;
    }
    this.step = moment.step ?? 0;
    this.eyes = moment.eyes;
    void this.load();
  }

  get last(): number {
    return (this.replay?.steps.length ?? 1) - 1;
  }

  get at(): ReplayStep | null {
    return this.replay?.steps[this.step] ?? null;
  }

  get view(): View | null {
    return this.at?.view ?? null;
  }

  get table(): TableState | null {
    return this.replay?.table ?? null;
  }

  /** By whose eyes it can be shown: all when it is over, before that one's own and a watcher's. */
  get choices(): Eyes[] {
    const { table } = this;
    if (!table) return [];
    if (table.state === 'over') return ['open', ...table.seats.map((seat) => seat.seat), 'watcher'];
    return [...table.seats.filter((seat) => seat.yours).map((seat) => seat.seat), 'watcher'];
  }

  /** What the log says of the steps up to now. */
  get told(): Step[] {
    return toldOf((this.replay?.steps ?? []).slice(0, this.step + 1));
  }

  async load(): Promise<void> {
    this.problem = '';
    try {
      const replay = await asked(analyses.replay(this.game, this.eyes)).catch(
        (problem: unknown) => {
          // Another's eyes, by a link out of a game that still runs: look with one's own.
          if (problem instanceof ApiError && problem.code === 'not allowed' && this.eyes !== null)
            return asked(analyses.replay(this.game, null));
          throw problem;
        },
      );
      const { game } = replay.table;
      const [board, shape] = await Promise.all([asked(api.board(game)), loadShape(game)]);
      this.store.board = board;
      this.store.shape = shape;
      this.store.table = replay.table;
      this.eyes = replay.eyes;
      this.step = Math.min(this.step, replay.steps.length - 1);
      this.replay = replay;
      this.go(this.step);
    } catch (problem) {
      this.problem = inWords(problem);
    }
  }

  /** Go to a step; the address follows. */
  go(step: number): void {
    this.step = Math.min(Math.max(step, 0), this.last);
    const viewer = new Viewer(typeof this.eyes === 'number' ? this.eyes : null);
    viewer.position = this.position;
    viewer.steps = this.told;
    this.store.viewers = [viewer];
    // A browser lets the address change only so often; while one slides it waits.
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.#write(), 300);
  }

  /** The moment as it stands in an address. */
  get moment(): { step: number; eyes: Eyes | null; analysis: boolean } {
    return { step: this.step, eyes: this.eyes, analysis: this.analysed };
  }

  /** Show the analysis beside it, or leave it. */
  analyse(shown: boolean): void {
    this.analysed = shown;
    this.#write();
  }

  #write(): void {
    if (location.pathname.endsWith(this.id))
      history.replaceState(null, '', `#${writeMoment({ ...this.moment, invite: null })}`);
  }

  /** To the first step of the next turn, or of this or the one before. */
  turn(forward: boolean): void {
    const steps = this.replay?.steps ?? [];
    const now = this.at?.turn ?? 0;
    if (forward) {
      const next = steps.find((step) => step.step > this.step && step.turn > now);
      this.go(next?.step ?? this.last);
    } else {
      const start = steps.find((step) => step.turn === now)?.step ?? 0;
      const before = steps.find((step) => step.turn === now - 1)?.step ?? 0;
      this.go(this.step > start ? start : before);
    }
  }

  async look(eyes: Eyes): Promise<void> {
    this.eyes = eyes;
    await this.load();
  }

  get position(): Position | null {
    const { view, at, replay } = this;
    if (!view || !at || !replay) return null;
    const isEnd = this.step === this.last && view.phase === 'over';
    return {
      seq: at.step,
      view,
      actions: null,
      previews: null,
      take_back: { allowed: 'no', asked: null, by: null, waiting_for: [] },
      deadlines: [],
      paths: at.paths,
      result: isEnd ? replay.result : null,
      reveal: at.reveal,
    };
  }
}
