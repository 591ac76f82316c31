// A table for tests: the page's own store on a real board, and a server that says what a test lays
// out for it and remembers what it was asked.

import { LIVERIES } from '../colours.ts';
import { afterAll, vi } from 'vitest';
import { loadShape, type BoardShape } from '../board/geometry.ts';
import { Play } from '../table/play.svelte.ts';
import { TableStore } from '../table/table.svelte.ts';
import { Words } from '../table/words.ts';
import type {
  Advice,
  Answer,
  BoardInfo,
  LegalAction,
  Position,
  Problem,
  Reason,
  Reasons,
  SeatState,
  Step,
  StepMessage,
  TableState,
  View,
  Welcome,
} from '../types/protocol.ts';

const POINTS = [0, 1, 2, 4, 7, 10, 15];

/** Tickets of two cities each, by the cities. */
const TICKETS: [from: string, to: string, points: number][] = [
  ['denver', 'el_paso', 4],
  ['chicago', 'santa_fe', 9],
  ['winnipeg', 'little_rock', 11],
];

/** What the server tells of a board, as far as its picture says it. */
function boardOf(shape: BoardShape): BoardInfo {
  const city = (i: number): string => shape.cities[i]?.id ?? '';
  const pair = (i: number): string =>
    [shape.tracks[i]?.a ?? -1, shape.tracks[i]?.b ?? -1].sort((a, b) => a - b).join();
  return {
    id: shape.game,
    name: shape.game,
    size: shape.size,
    min_seats: 2,
    max_seats: 5,
    mechanics: [],
    options: [],
    colours: [],
    cards: [],
    cities: shape.cities.map((c) => ({ ...c, lat: null, lon: null })),
    zones: shape.zones.map(({ id, name }) => ({ id, name, cities: [] })),
    tracks: shape.tracks.map((track, i) => ({
      id: track.id,
      ends: [city(track.a), city(track.b)],
      length: track.length,
      colour: track.colour,
      locomotives: track.locomotives,
      sisters: shape.tracks.flatMap((x, k) => (k !== i && pair(k) === pair(i) ? [x.id] : [])),
      crossings: [],
      label: '',
      points: POINTS[track.length] ?? 0,
    })),
    tickets: TICKETS.map(([from, to, points]) => ({
      id: `${from}-${to}`,
      starts: [from],
      ends: [to],
      points,
      label: '',
      cards: {},
    })),
    big_cities: {},
    numbers: {},
    commands: [],
    rules: {},
  };
}

function seatOf(seat: number, name: string): SeatState {
  return {
    seat,
    colour: LIVERIES[seat] ?? 'white',
    kind: 'person',
    name,
    bot: null,
    away: false,
    connected: true,
    host: seat === 0,
    yours: seat === 0,
  };
}

export function tableOf(game: string, names: readonly string[] = ['Ada', 'Ben']): TableState {
  return {
    id: 'table',
    game,
    title: '',
    seats: names.map((name, seat) => seatOf(seat, name)),
    options: {},
    state: 'playing',
    listed: false,
    pace: 'live',
    clock: null,
    on_time_out: 'bot',
    bot_pace: 0,
    help: true,
    commitment: '',
    key: null,
    watchers: 0,
    created_at: 0,
    seq: 1,
    forked_from: null,
    stopped: false,
    lesson: false,
    rematch: null,
    invite: null,
    you: 0,
    host: true,
  };
}

/** A view in the middle of Ada's turn; a test says what is different. */
export function viewOf(game: string, given: Partial<View> = {}): View {
  const player = (seat: number): View['players'][number] => ({
    seat,
    trains: 45,
    points: 0,
    cards: 4,
    known: {},
    tickets: 1,
    offered: 0,
    has_chosen: true,
    home: null,
    markers_left: 0,
    captures: 0,
    yard: {},
    track: 0,
    completed: [],
    completed_count: 0,
    completed_now: 0,
  });
  return {
    game,
    board: game,
    viewer: 0,
    seats: 2,
    options: {},
    phase: 'turn',
    to_act: [0],
    seat: 0,
    first_seat: 0,
    turn: 1,
    turns_left: null,
    passes: 0,
    market: ['red', 'blue', 'black', 'white', 'locomotive'],
    deck: 90,
    discards: {},
    ticket_deck: 20,
    players: [player(0), player(1)],
    owners: {},
    closed: [],
    cut: [],
    built: {},
    supply: {},
    payees: {},
    markers: {},
    reach: [],
    claimed: null,
    alvin: null,
    alvin_holder: null,
    pile: 0,
    idle: 0,
    active: false,
    turn_seat: 0,
    hand: {},
    own_track: null,
    own_spent: {},
    best_tickets: [],
    tickets: [],
    tickets_done: [],
    offer: [],
    keep_at_least: 0,
    choice: null,
    ticket_places: [],
    ...given,
  };
}

/** What Ada may do, numbered from 0 in the order given. */
export function actionsOf(...moves: LegalAction['move'][]): LegalAction[] {
  return moves.map((move, id) => ({ id, text: '', move }));
}

type Given = Partial<Omit<Position, 'view'>> & { view?: Partial<View> };

function positionOf(game: string, seq: number, { view, ...given }: Given): Position {
  return {
    seq,
    view: viewOf(game, view),
    actions: [],
    previews: null,
    take_back: { allowed: 'no', asked: null, by: null, waiting_for: [] },
    deadlines: [],
    paths: {},
    result: null,
    reveal: null,
    ...given,
  };
}

/** A step as the server tells it: only what matters for its kind is given. */
export function stepOf(seq: number, given: Record<string, unknown>): Step {
  const step = { kind: 'action', seat: null, by_bot: false, thought: null, text: null, lines: [] };
  const rest = { events: [], undone: [], agree: null, seconds: null, table: null };
  return { seq, at: 0, ...step, name: null, colour: null, ...rest, ...given } as Step;
}

/** The server: answers what it is asked about one table. */
class Server {
  /** The moves it was asked to carry out, in order. */
  readonly asked: LegalAction['move'][] = [];
  reasons: Partial<Reasons> = {};
  /** What it says of tickets. */
  outlook: Pick<Answer, 'outlook' | 'together'> = { outlook: [], together: [] };
  /** Why it refuses the next move, if it does. */
  refuses: Problem | null = null;
  /** Whether it lets moves wait for an answer. */
  isBusy = false;
  /** The question for advice that waits for its answer. */
  private hint: string | undefined;
  private position: Position;
  private socket: Socket | null = null;
  private readonly table: TableState;
  private readonly board: BoardInfo;

  constructor(table: TableState, board: BoardInfo, position: Position) {
    this.table = table;
    this.board = board;
    this.position = position;
  }

  fetch(path: string): unknown {
    if (path === '/api/games') return { games: [], default_level: '', version: '' };
    if (path.startsWith('/api/games/')) return this.board;
    return { table: this.table, position: this.position, steps: [] };
  }

  /** What a message is answered with, if it is one that is answered. */
  hear(socket: Socket, message: { type: string; id?: string; action?: number }): void {
    this.socket = socket;
    if (message.type === 'hello')
      socket.tell({
        type: 'welcome',
        now: 0,
        table: this.table,
        position: this.position,
        steps: [stepOf(this.position.seq, { kind: 'start' })],
        fresh: true,
      });
    else if (message.type === 'reasons') this.answer(message.id, { reasons: this.reasonsNow() });
    else if (message.type === 'hint') this.hint = message.id;
    else if (message.type === 'outlook') this.answer(message.id, this.outlook);
    else if (message.type === 'act') {
      const action = this.position.actions?.find(({ id }) => id === message.action);
      if (action) this.asked.push(action.move);
      if (this.isBusy) return;
      if (this.refuses) this.answer(message.id, { ok: false, problem: this.refuses });
      else this.answer(message.id, { seq: this.position.seq + 1 });
    }
  }

  /** The line was down and is back: who is there says hello again. */
  greet(): void {
    if (this.socket) this.hear(this.socket, { type: 'hello' });
  }

  /** A bot cannot advise on what it was last asked about. */
  refuseHint(problem: Problem): void {
    this.answer(this.hint, { ok: false, problem });
  }

  /** A step was made: the game stands differently now. */
  goOn(given: Given): void {
    this.position = positionOf(this.table.game, this.position.seq + 1, given);
    const step = stepOf(this.position.seq, { seat: 0 });
    this.socket?.tell({ type: 'step', step, table: null, position: this.position });
  }

  private answer(id: string | undefined, given: Partial<Answer>): void {
    const nothing = { problem: null, position: null, action: null, reasons: null, outlook: null };
    const rest = { together: null, seq: null, advice: null, now: 0, ok: true };
    const answer = { ...nothing, ...rest, ...given };
    this.socket?.tell({ type: 'answer', id: id ?? null, ...answer });
  }

  private reasonsNow(): Reasons {
    const none = { claims: {}, builds: {}, settles: {}, marks: {}, lays: {}, completes: {} };
    const { seq } = this.position;
    return { seq, deck: null, places: [], tickets: null, ...none, ...this.reasons };
  }
}

/** The page's end of the line to the server. */
class Socket {
  static readonly OPEN = 1;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly server: Server;

  constructor(server: Server) {
    this.server = server;
    queueMicrotask(() => this.onopen?.());
  }

  send(text: string): void {
    this.server.hear(this, JSON.parse(text) as { type: string });
  }

  tell(message: Welcome | StepMessage | Answer): void {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }));
  }

  close(): void {
    this.readyState = 3;
  }
}

const open: TableStore[] = [];
afterAll(() => open.forEach((store) => store.close()));

export interface Sitting {
  server: Server;
  store: TableStore;
  play: Play;
  words: Words;
  board: BoardInfo;
  shape: BoardShape;
}

/** Let Ada sit at a table of a game, where it stands as given. */
export async function sitAt(game: string, given: Given = {}): Promise<Sitting> {
  const shape = await loadShape(game);
  if (!shape) throw new Error(`${game} has no board`);
  const board = boardOf(shape);
  const table = tableOf(game);
  const server = new Server(table, board, positionOf(game, 1, given));
  vi.stubGlobal('fetch', (path: string) =>
    Promise.resolve(new Response(JSON.stringify(server.fetch(path)))),
  );
  vi.stubGlobal(
    'WebSocket',
    class extends Socket {
      constructor() {
        super(server);
      }
    },
  );
  const store = new TableStore('table');
  const play = new Play(store);
  open.push(store);
  await store.open();
  await vi.waitUntil(() => store.connection === 'open');
  return { server, store, play, words: new Words(board, table), board, shape };
}

/** What a bot would do, and its reason. */
export function adviceOf(move: LegalAction['move']): Advice {
  return { action: { id: 1, move }, text: 'it is worth it', said: null };
}

/** A reason as the server words it. */
export function because(flag: string, text: string): Reason {
  return { flags: [flag], text };
}
