// A table as the page holds it: one viewer for each seat we look through, the lines to the server,
// and the requests under way. It knows no rule; the server's word is final.

import { loadShape, type BoardShape } from '../board/geometry.ts';
import { api, ApiError, Link, meAt, type LinkState } from '../net/index.ts';
import type {
  Advice,
  Answer,
  BoardInfo,
  LegalAction,
  Move,
  Position,
  Problem,
  Reasons,
  Step,
  StepMessage,
  TableState,
  TicketOutlook,
  TicketsTogether,
  View,
  Welcome,
} from '../types/protocol.ts';

/** What tickets still take: each alone, and each set of offered ones with those held. */
interface Outlook {
  tickets: TicketOutlook[];
  together: TicketsTogether[];
}

/** What one seat (or a watcher: null) sees. */
export class Viewer {
  readonly seat: number | null;
  position = $state.raw<Position | null>(null);
  steps = $state.raw<Step[]>([]);
  reasons = $state.raw<Reasons | null>(null);
  outlook = $state.raw<Outlook | null>(null);
  state = $state<LinkState>('connecting');
  /** The line broke off and is not back yet. */
  isLost = $state(false);
  link: Link | null = null;

  constructor(seat: number | null) {
    this.seat = seat;
  }

  get seq(): number {
    return this.steps.at(-1)?.seq ?? 0;
  }
}

/** New steps as they come in live; `fresh` if the whole log was read anew. */
export type StepListener = (step: Step, before: View | null, after: View | null) => void;

export class TableStore {
  readonly id: string;
  table = $state.raw<TableState | null>(null);
  board = $state.raw<BoardInfo | null>(null);
  shape = $state.raw<BoardShape | null>(null);
  viewers = $state.raw<Viewer[]>([]);
  /** Which viewer's eyes the page looks through. */
  eyes = $state(0);
  /** The seat that must take the device over before anything is shown; null when none. */
  cover = $state<number | null>(null);
  /** The action sent and not yet confirmed by a step. */
  pending = $state.raw<LegalAction | null>(null);
  /** A move that is marked on the table without being advised by a bot. */
  shown = $state.raw<Move | null>(null);
  /** Why the page cannot show the table at all. */
  failure = $state.raw<ApiError | Problem | null>(null);
  /** The server's clock minus our steady one (which nobody can set), in seconds. */
  skew = $state(0);
  private readonly listeners = new Set<StepListener>();
  private refusalListener: ((problem: Problem) => void) | null = null;
  private confirmed = 0;

  constructor(id: string) {
    this.id = id;
  }

  /** Whether it is played here; else a moment of a game that is over is looked at once more. */
  get isLive(): boolean {
    return true;
  }
  get viewer(): Viewer | null {
    return this.viewers[this.eyes] ?? null;
  }
  get seat(): number | null {
    return this.viewer?.seat ?? null;
  }
  get position(): Position | null {
    return this.viewer?.position ?? null;
  }
  get view(): View | null {
    return this.position?.view ?? null;
  }
  get steps(): Step[] {
    return this.viewer?.steps ?? [];
  }
  get actions(): LegalAction[] {
    return (this.pending ? null : this.position?.actions) ?? [];
  }
  get connection(): LinkState {
    return this.viewer?.state ?? 'connecting';
  }
  get isLost(): boolean {
    return this.viewer?.isLost ?? false;
  }
  get isHotSeat(): boolean {
    return this.viewers.length > 1;
  }

  /** Fetch the table and its board, then open a line for each of our seats. */
  async open(): Promise<void> {
    this.close();
    this.failure = null;
    try {
      const answer = await api.table(this.id);
      const own = answer.table.seats.filter((s) => s.yours).map((s) => s.seat);
      const [board, shape] = await Promise.all([
        api.board(answer.table.game),
        loadShape(answer.table.game),
      ]);
      this.board = board;
      this.shape = shape;
      this.table = answer.table;
      this.viewers = own.length ? own.map((seat) => new Viewer(seat)) : [new Viewer(null)];
      const first = this.viewers[0];
      if (first && (first.seat === answer.table.you || own.length <= 1)) {
        first.position = answer.position;
        first.steps = answer.steps;
      }
      for (const viewer of this.viewers) this.connect(viewer, answer.table);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error;
    }
  }

  close(): void {
    for (const viewer of this.viewers) viewer.link?.close();
  }

  /** Be told of every new step the shown viewer sees. */
  onStep(listener: StepListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  onRefusal(listener: (problem: Problem) => void): void {
    this.refusalListener = listener;
  }

  private connect(viewer: Viewer, table: TableState): void {
    viewer.link = new Link(
      { ...meAt(table), seat: viewer.seat },
      {
        welcome: (message) => this.welcome(viewer, message),
        step: (message) => this.step(viewer, message),
        table: (now) => (this.table = now),
        bye: (message) => (this.failure = message.problem),
        state: (state) => {
          viewer.state = state;
          if (state !== 'connecting') viewer.isLost = state !== 'open';
        },
      },
      viewer.steps.at(-1) ?? null,
    );
  }

  private welcome(viewer: Viewer, message: Welcome): void {
    this.skew = message.now - performance.now() / 1000;
    this.table = message.table;
    viewer.steps = message.fresh ? message.steps : [...viewer.steps, ...message.steps];
    viewer.position = message.position;
    // After a fresh log nothing is certain any more: what was confirmed may have been lost. What was
    // sent and is not answered yet is under way: the line sends it again.
    const isThere = this.confirmed > 0 && (message.fresh || viewer.seq >= this.confirmed);
    if (isThere && viewer === this.viewer) this.settle();
    this.passOn();
  }

  private step(viewer: Viewer, message: StepMessage): void {
    const before = viewer.position?.view ?? null;
    viewer.steps = [...viewer.steps, message.step];
    if (message.table) this.table = message.table;
    if (message.position) viewer.position = message.position;
    if (viewer !== this.viewer) {
      this.passOn();
      return;
    }
    if (this.confirmed && message.step.seq >= this.confirmed) this.settle();
    const after = viewer.position?.view ?? null;
    for (const listener of this.listeners) listener(message.step, before, after);
    this.passOn();
  }

  private settle(): void {
    this.pending = null;
    this.confirmed = 0;
  }

  /** Hot-seat: when the shown seat has nothing to decide and another of ours has, cover up. */
  private passOn(): void {
    if (!this.isHotSeat || this.cover !== null) return;
    const deciding = this.view?.to_act ?? [];
    if (this.seat !== null && deciding.includes(this.seat)) return;
    const next = this.viewers.find((v) => v.seat !== null && deciding.includes(v.seat));
    if (next && next.seat !== null) this.cover = next.seat;
  }

  /** The next person sits down: show the seat that was covered. */
  uncover(): void {
    const next = this.viewers.findIndex((v) => v.seat === this.cover);
    if (next >= 0) this.eyes = next;
    this.cover = null;
  }

  /** Take an action. True once the server has carried it out. */
  async act(action: LegalAction): Promise<boolean> {
    const { viewer } = this;
    if (!viewer?.link || this.pending) return false;
    this.pending = action;
    const answer = await viewer.link.ask({
      type: 'act',
      expected: viewer.seq,
      action: action.id,
    });
    if (!answer.ok || answer.seq === null) {
      this.settle();
      if (answer.position) viewer.position = answer.position;
      if (answer.problem) this.refusalListener?.(answer.problem);
      return false;
    }
    if (viewer.seq >= answer.seq) this.settle();
    else this.confirmed = answer.seq;
    return true;
  }

  async takeBack(): Promise<boolean> {
    const { viewer } = this;
    if (!viewer?.link) return false;
    const { seq } = viewer;
    return this.told(await viewer.link.ask({ type: 'take back', expected: seq }), seq);
  }

  async consent(agree: boolean): Promise<boolean> {
    const asked = this.position?.take_back.asked;
    const { viewer } = this;
    if (!viewer?.link || asked === null || asked === undefined) return false;
    const { seq } = viewer;
    return this.told(await viewer.link.ask({ type: 'consent', asked, agree }), seq);
  }

  async chat(text: string): Promise<boolean> {
    const link = this.viewer?.link;
    return link ? this.told(await link.ask({ type: 'chat', text })) : false;
  }

  async away(away: boolean): Promise<boolean> {
    const link = this.viewer?.link;
    return link ? this.told(await link.ask({ type: away ? 'away' : 'back' })) : false;
  }

  /** Whether only bots have to decide now, while we play too. */
  get isBotsTurn(): boolean {
    const deciding = this.view?.to_act ?? [];
    const seats = this.table?.seats ?? [];
    const byBot = (seat: number): boolean => seats[seat]?.kind === 'bot' || !!seats[seat]?.away;
    return (
      this.seat !== null &&
      this.table?.state === 'playing' &&
      deciding.length > 0 &&
      deciding.every(byBot)
    );
  }

  /** Whether somebody else plays here, from whom nothing may be hurried away. */
  get isInCompany(): boolean {
    return this.table?.seats.some((s) => s.kind === 'person' && !s.yours && !s.away) ?? false;
  }

  /** Let the bots hurry. Too late or too early, it is not worth a word. */
  async hurry(): Promise<void> {
    await this.viewer?.link?.ask({ type: 'hurry' });
  }

  /** What a typed command means; null with a refusal told if it means nothing possible. */
  async parse(text: string): Promise<Answer | null> {
    return (await this.viewer?.link?.ask({ type: 'parse', text })) ?? null;
  }

  async hint(): Promise<Advice | null> {
    const { viewer } = this;
    if (!viewer?.link) return null;
    const { seq } = viewer;
    const answer = await viewer.link.ask({ type: 'hint' });
    this.told(answer, seq);
    // Advice on what is decided by now helps nobody.
    return viewer.seq === seq ? answer.advice : null;
  }

  /** Why things are refused in this position, asked for once a position. */
  async needReasons(): Promise<Reasons | null> {
    const { viewer } = this;
    if (!viewer?.link || viewer.seat === null || !viewer.position) return null;
    if (viewer.reasons?.seq === viewer.position.seq) return viewer.reasons;
    const answer = await viewer.link.ask({ type: 'reasons' });
    if (answer.reasons) viewer.reasons = answer.reasons;
    return answer.reasons;
  }

  /** What open and offered tickets still take, where the table gives that help. */
  async needOutlook(): Promise<void> {
    const { viewer } = this;
    if (!viewer?.link || viewer.seat === null || !viewer.position || !this.table?.help) return;
    const { outlook, together } = await viewer.link.ask({ type: 'outlook' });
    if (outlook) viewer.outlook = { tickets: outlook, together: together ?? [] };
  }

  /** Tell of a refusal. Of what was asked at a step that is past by now, nobody waits to hear. */
  private told(answer: Answer, asked = this.viewer?.seq): boolean {
    if (answer.problem && asked === this.viewer?.seq) this.refusalListener?.(answer.problem);
    return answer.ok;
  }
}
