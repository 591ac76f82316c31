// A table before its game, live: who sits where, what is said, and when it starts.

import {
  api,
  ApiError,
  forgetSecret,
  inviteOf,
  keepInvite,
  keepSecret,
  Link,
  makeSecret,
  secretOf,
  type LinkState,
} from '../net/index.ts';
import { asked } from '../shell/asking.ts';
import type { Step, Table } from '../types/protocol.ts';

export class Lobby {
  readonly id: string;
  table = $state.raw<Table | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  line = $state<LinkState>('connecting');
  /** Why the table cannot be shown: there is none for us, or we were removed. */
  gone = $state<'unknown' | 'removed' | null>(null);
  #link: Link | null = null;

  constructor(id: string) {
    this.id = id;
  }

  get secret(): string | null {
    return secretOf(this.id);
  }

  get invite(): string | null {
    return this.table?.invite ?? inviteOf(this.id);
  }

  /** The address to send to others. */
  get address(): string {
    return `${location.origin}/table/${this.id}${this.invite ? `#${this.invite}` : ''}`;
  }

  get chat(): readonly Step[] {
    return this.steps.filter((step) => step.kind === 'chat');
  }

  get myChairs(): number[] {
    return this.table?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  /** Look at the table and, while it waits, listen to it. */
  async open(): Promise<void> {
    const { secret } = this;
    const invite = inviteOf(this.id);
    try {
      const answer = await asked(api.table(this.id, { secret, invite })).catch((problem: unknown) => {
        // A key that opens nothing here any more: come as a guest.
        if (!secret || !(problem instanceof ApiError) || problem.code === 'offline') throw problem;
        forgetSecret(this.id);
        return asked(api.table(this.id, { invite }));
      });
      this.table = answer.table;
      this.steps = answer.steps;
      if (answer.table.state === 'lobby') this.#listen();
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (problem.code !== 'offline') this.gone = problem.code === 'removed' ? 'removed' : 'unknown';
    }
  }

  close(): void {
    this.#link?.close();
    this.#link = null;
  }

  async sit(seat: number, name: string): Promise<void> {
    const secret = this.secret ?? makeSecret();
    const seated = await asked(api.sit(this.id, { seat, name, invite: inviteOf(this.id), secret }));
    keepSecret(this.id, secret);
    this.table = seated.table;
    this.#listen();
  }

  async leave(seat: number): Promise<void> {
    const { secret } = this;
    if (!secret) return;
    const { invite, host } = this.table ?? {};
    if (invite) keepInvite(this.id, invite);
    // The line of the seat ends with the seat.
    this.close();
    await asked(api.leave(this.id, secret, seat));
    if (!this.myChairs.some((own) => own !== seat) && !host) forgetSecret(this.id);
    await this.open();
  }

  async setBot(seat: number, bot: string | null): Promise<void> {
    if (this.secret) this.table = await asked(api.bot(this.id, this.secret, seat, bot));
  }

  async remove(seat: number): Promise<void> {
    if (this.secret) this.table = await asked(api.remove(this.id, this.secret, seat));
  }

  async start(): Promise<void> {
    if (this.secret) this.table = await asked(api.start(this.id, this.secret));
  }

  async say(text: string): Promise<void> {
    const answer = await this.#link?.ask({ type: 'chat', text });
    const problem = answer?.problem;
    if (problem) throw new ApiError(problem.code, problem.text, problem.reasons, problem.said);
  }

  #listen(): void {
    this.close();
    const { secret } = this;
    const seat = this.myChairs[0] ?? null;
    const as = seat === null ? null : secret;
    this.#link = new Link(
      { table: this.id, secret: as, seat, invite: inviteOf(this.id) },
      {
        welcome: (message) => {
          this.#take(message.table);
          this.steps = message.fresh ? message.steps : [...this.steps, ...message.steps];
        },
        step: (message) => {
          this.steps = [...this.steps, message.step];
          if (message.table) this.#take(message.table);
        },
        table: (table) => this.#take(table),
        bye: (message) => {
          this.gone = message.problem.code === 'removed' ? 'removed' : 'unknown';
        },
        state: (state) => (this.line = state),
      },
    );
  }

  #take(table: Table): void {
    // A watcher's line does not know that we are the host.
    const host = table.host || (this.myChairs.length === 0 && (this.table?.host ?? false));
    this.table = { ...table, host };
  }
}
