// One socket to a table: says hello, resumes where it broke off, and sends a request again until it
// is answered. The server carries the same request id out once, so asking again is always right.

import type {
  Answer,
  Bye,
  ServerMessage,
  Step,
  StepMessage,
  TableState,
  Welcome,
} from '../types/protocol.ts';
import { readying } from './readying.svelte.ts';
import { inviteOf, secretOf } from './secrets.ts';

export type LinkState = 'connecting' | 'open' | 'waiting' | 'closed';

/** A request without its id, which the link adds. */
export type Request =
  | { type: 'act'; expected: number; action: number }
  | { type: 'take back'; expected: number }
  | { type: 'consent'; asked: number; agree: boolean }
  | { type: 'chat' | 'parse'; text: string }
  | { type: 'reasons' | 'outlook' | 'hint' | 'away' | 'back' | 'hurry' | 'ping' }
  | { type: 'why'; step: number };

export interface LinkOptions {
  table: string;
  secret: string | null;
  seat: number | null;
  invite: string | null;
}

/** Who we are at a table, for a line to it: by our secret if we belong there, else a guest. */
export function meAt(table: TableState): Omit<LinkOptions, 'seat'> {
  const belongs = table.host || table.seats.some((seat) => seat.yours);
  return {
    table: table.id,
    secret: belongs ? secretOf(table.id) : null,
    invite: inviteOf(table.id),
  };
}

export interface LinkHandlers {
  welcome(message: Welcome): void;
  step(message: StepMessage): void;
  table(table: TableState): void;
  /** The server ended it, and trying again is useless: removed, unknown, not allowed. */
  bye(message: Bye): void;
  state(state: LinkState): void;
}

const FINAL = new Set(['removed', 'unknown', 'not allowed', 'invalid', 'too large', 'unreadable']);
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const SILENCE = 25_000;

export class Link {
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<string, { text: string; done: (answer: Answer) => void }>();
  private readonly run = Math.random().toString(36).slice(2, 10);
  private count = 0;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  /** The last step we hold, 0 when none, and when it was made: by both the server knows it again. */
  private seq: number;
  private at: number | null;
  private readonly options: LinkOptions;
  private readonly on: LinkHandlers;
  private readonly wake = (): void => {
    if (document.visibilityState === 'visible' && !this.socket) this.connect();
  };

  constructor(options: LinkOptions, on: LinkHandlers, last: Step | null = null) {
    this.options = options;
    this.on = on;
    this.seq = last?.seq ?? 0;
    this.at = last?.at ?? null;
    window.addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  /** Send a request; the answer may come on a later connection. */
  ask(request: Request): Promise<Answer> {
    const id = `${this.run}.${++this.count}`;
    const text = JSON.stringify({ ...request, id });
    return new Promise((done) => {
      this.waiting.set(id, { text, done });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** Close, and do not connect again. */
  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    window.removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    this.socket?.close();
    this.socket = null;
    this.on.state('closed');
  }

  private connect(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.on.state('connecting');
    const { table, secret, seat, invite } = this.options;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
    const socket = new WebSocket(address);
    this.socket = socket;
    let welcomed = false;
    socket.onopen = () => {
      if (socket.readyState !== WebSocket.OPEN) return;
      const since = this.seq || null;
      const since_at = this.at;
      socket.send(JSON.stringify({ type: 'hello', secret, seat, invite, since, since_at }));
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket !== socket) return;
      this.listen();
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === 'welcome') {
        welcomed = true;
        this.tries = 0;
        this.seq = message.table.seq;
        this.at = message.steps.at(-1)?.at ?? this.at;
        this.on.welcome(message);
        this.on.state('open');
        if (socket.readyState === WebSocket.OPEN)
          for (const { text } of this.waiting.values()) socket.send(text);
      } else this.take(message, socket);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      clearTimeout(this.watch);
      if (this.ended) return;
      this.on.state('waiting');
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries);
      this.tries += welcomed ? 0 : 1;
      this.timer = setTimeout(() => this.connect(), wait * (0.7 + 0.6 * Math.random()));
    };
  }

  private take(message: Exclude<ServerMessage, Welcome>, socket: WebSocket): void {
    if (message.type === 'step') {
      if (message.step.seq <= this.seq) return;
      if (message.step.seq > this.seq + 1) {
        // A step is missing: say hello again from the last one we hold.
        socket.close();
        return;
      }
      this.seq = message.step.seq;
      this.at = message.step.at;
      this.on.step(message);
    } else if (message.type === 'table') this.on.table(message.table);
    else if (message.type === 'answer') {
      const asked = message.id === null ? undefined : this.waiting.get(message.id);
      if (!asked || message.id === null) return;
      const { id } = message;
      const code = message.problem?.code;
      if (code === 'slow down' || code === 'storage') {
        setTimeout(() => this.socket?.readyState === WebSocket.OPEN && this.again(id), 1500);
        return;
      }
      this.waiting.delete(id);
      asked.done(message);
    } else if (FINAL.has(message.problem.code)) {
      this.close();
      this.on.bye(message);
    } else if (message.problem.progress) {
      void readying.wait(message.problem.progress).then(() => {
        this.tries = 0;
        if (!this.socket) this.connect();
      });
    }
  }

  private again(id: string): void {
    const asked = this.waiting.get(id);
    if (asked) this.socket?.send(asked.text);
  }

  /** A line that stays silent is asked for a sign of life, then given up. */
  private listen(): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => {
      void this.ask({ type: 'ping' });
      this.watch = setTimeout(() => this.socket?.close(), SILENCE / 2);
    }, SILENCE);
  }
}
