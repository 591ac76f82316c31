// A table before its game, live: who sits where, what is said, and when it starts.

import {
  api,
  ApiError,
  forgetSecret,
  keepInvite,
  Link,
  meAt,
  type LinkState,
} from '../net/index.ts';
import { nameOf, shuffled } from '../people/people.ts';
import { asked, inWords } from '../shell/asking.ts';
import type { SeatState, Step, TableState } from '../types/protocol.ts';

type Colour = SeatState['colour'];

const GONE = new Set(['unknown', 'not allowed', 'invalid']);

export class Lobby {
  readonly id: string;
  table = $state.raw<TableState | null>(null);
  steps = $state.raw<readonly Step[]>([]);
  line = $state<LinkState>('connecting');
  /** Why nobody can play on this server, until it is started again. */
  trouble = $state('');
  /** Why the table cannot be shown: there is none for us, or we were removed. */
  gone = $state<'unknown' | 'removed' | 'unreadable' | null>(null);
  /** Colours picked here that the server has not agreed to yet, by seat. */
  picked = $state<Record<number, Colour>>({});
  #link: Link | null = null;
  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(id: string) {
    this.id = id;
  }

  get chat(): readonly Step[] {
    return this.steps.filter((step) => step.kind === 'chat');
  }

  get myChairs(): number[] {
    return this.table?.seats.filter((seat) => seat.yours).map((seat) => seat.seat) ?? [];
  }

  /** Look at the table and, while it waits, listen to it. */
  async open(): Promise<void> {
    clearTimeout(this.#again);
    try {
      const answer = await asked(api.table(this.id));
      this.table = answer.table;
      this.steps = answer.steps;
      if (answer.table.state === 'lobby') this.#listen(answer.table);
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      if (problem.code === 'removed' || problem.code === 'unreadable') this.gone = problem.code;
      else if (GONE.has(problem.code)) this.gone = 'unknown';
      // A server that is busy or just stops says so, and still knows the table.
      else if (problem.code !== 'offline') {
        if (problem.code === 'no rules') this.trouble = inWords(problem);
        this.#again = setTimeout(() => void this.open(), 2000);
      }
    }
  }

  close(): void {
    clearTimeout(this.#again);
    this.#link?.close();
    this.#link = null;
  }

  async sit(seat: number, name: string): Promise<void> {
    const seated = await asked(api.sit(this.id, seat, name));
    this.table = seated.table;
    this.#listen(seated.table);
  }

  async leave(seat: number): Promise<void> {
    const { invite, host } = this.table ?? {};
    if (invite) keepInvite(this.id, invite);
    // The line of the seat ends with the seat.
    this.close();
    await asked(api.leave(this.id, seat));
    if (!this.myChairs.some((own) => own !== seat) && !host) forgetSecret(this.id);
    await this.open();
  }

  async setBot(seat: number, bot: string | null): Promise<void> {
    const seats = this.table?.seats ?? [];
    const names = seats.map((one) => one.name);
    // Somebody who is not here yet; one who sits there stays.
    const who = shuffled()
      .map(nameOf)
      .find((name) => !names.includes(name));
    const name = seats[seat]?.kind === 'open' ? (who ?? null) : null;
    this.#see(await asked(api.bot(this.id, seat, bot, name)));
  }

  /**
   * Requests may overtake each other. So of colours that are tried one after another the next is
   * sent when the one before is answered, and it is the last that was tried by then.
   */
  async setColour(seat: number, colour: Colour): Promise<void> {
    const isUnderWay = seat in this.picked;
    this.picked[seat] = colour;
    if (isUnderWay) return;
    try {
      for (let sent: Colour | undefined; sent !== this.picked[seat];) {
        sent = this.picked[seat] ?? colour;
        try {
          this.#see(await asked(api.colour(this.id, seat, sent)));
        } catch (problem) {
          if (sent === this.picked[seat]) throw problem;
        }
      }
    } finally {
      delete this.picked[seat];
    }
  }

  async remove(seat: number): Promise<void> {
    this.#see(await asked(api.remove(this.id, seat)));
  }

  async start(): Promise<void> {
    this.#see(await asked(api.start(this.id)));
  }

  async say(text: string): Promise<void> {
    const answer = await this.#link?.ask({ type: 'chat', text });
    const problem = answer?.problem;
    if (problem) throw new ApiError(problem.code, problem.text, problem.reasons, problem.said);
  }

  /** Show a table, unless a newer one has come by another way. */
  #see(table: TableState): void {
    if (!this.table || table.seq >= this.table.seq) this.table = table;
  }

  #listen(table: TableState): void {
    this.close();
    this.#link = new Link(
      { ...meAt(table), seat: this.myChairs[0] ?? null },
      {
        welcome: (message) => {
          this.table = message.table;
          this.steps = message.fresh ? message.steps : [...this.steps, ...message.steps];
        },
        step: (message) => {
          this.steps = [...this.steps, message.step];
          if (message.table) this.#see(message.table);
        },
        table: (now) => this.#see(now),
        bye: (message) => {
          const { code } = message.problem;
          this.gone = code === 'removed' || code === 'unreadable' ? code : 'unknown';
        },
        state: (state) => (this.line = state),
      },
    );
  }
}
