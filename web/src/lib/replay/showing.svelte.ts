// A game to go through: its steps, where one is, by whose eyes, and whether it plays by itself.

import { loadShape, type BoardId } from '../board/geometry.ts';
import { api, ApiError, inviteOf, keepInvite, secretOf } from '../net/index.ts';
import { asked, inWords } from '../shell/asking.ts';
import { TableStore, Viewer } from '../table/table.svelte.ts';
import type { Position, Replay, ReplayStep, Step, Table, View } from '../types/protocol.ts';
import { readMoment, writeMoment, type Eyes } from './moment.ts';

/** Steps a second when it plays by itself. */
export const SPEEDS = [0.5, 1, 2, 4] as const;

export class Showing {
  readonly id: string;
  replay = $state.raw<Replay | null>(null);
  step = $state(0);
  eyes = $state.raw<Eyes | null>(null);
  playing = $state(false);
  speed = $state<number>(1);
  problem = $state('');
  /** The table as it was, for the panels that show one. */
  readonly store: TableStore;
  #writing: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string, hash: string) {
    this.id = id;
    const moment = readMoment(hash);
    if (moment.invite) keepInvite(id, moment.invite);
    this.step = moment.step ?? 0;
    this.eyes = moment.eyes;
    this.store = new TableStore(id);
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

  get table(): Table | null {
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
    return (this.replay?.steps ?? []).slice(0, this.step + 1).map((step) => ({
      seq: step.step,
      at: 0,
      kind: step.step ? 'action' : 'start',
      seat: step.seat,
      by_bot: step.by_bot,
      thought: null,
      text: step.text,
      lines: step.lines,
      events: step.events,
      undone: [],
      agree: null,
      table: null,
    }));
  }

  async load(): Promise<void> {
    this.problem = '';
    const secret = secretOf(this.id);
    const invite = inviteOf(this.id);
    const own = secret && typeof this.eyes === 'number' ? this.eyes : null;
    const ask = { views: true, invite, ...(this.eyes === null ? {} : { eyes: this.eyes }) };
    try {
      const replay = await asked(api.replay(this.id, { ...ask, secret, seat: own })).catch(
        (problem: unknown) => {
          // Whoever sits elsewhere, or several times, looks on without a seat of his own.
          if (!secret || !(problem instanceof ApiError) || problem.code === 'offline') throw problem;
          return asked(api.replay(this.id, ask));
        },
      );
      const { game } = replay.table;
      const [board, shape] = await Promise.all([
        asked(api.board(game)),
        game === 'card_game' ? null : loadShape(game as BoardId),
      ]);
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
    this.store.viewers = [viewer];
    // A browser lets the address change only so often; while one slides it waits.
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.#write(), 300);
  }

  #write(): void {
    if (location.pathname.endsWith(this.id)) history.replaceState(null, '', `#${this.address(false)}`);
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

  address(shared: boolean): string {
    // The table's own comes first: the one that was kept may be from before somebody was removed.
    const invite = shared && !this.table?.listed ? (this.table?.invite ?? inviteOf(this.id)) : null;
    return writeMoment({ step: this.step, eyes: this.eyes, invite });
  }

  get position(): Position | null {
    const { view, at, replay } = this;
    if (!view || !at || !replay) return null;
    const isEnd = this.step === this.last && view.phase === 'over';
    return {
      seq: at.step,
      view,
      status: '',
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
