// The server over HTTP: one function a request, answers typed, problems thrown as one error type.
// Who asks about a table is decided here and nowhere else: the person of this browser's secret, or a
// guest with the invite. A private table answers nobody else.

import type {
  BoardInfo,
  Fork,
  Games,
  Home,
  MyTables,
  NewTable,
  Problem,
  Seated,
  SetColour,
  Sit,
  Summary,
  TableState,
  TableAnswer,
} from '../types/protocol.ts';
import { readying } from './readying.svelte.ts';
import { allSecrets, followTo, inviteOf, keepSecret, makeSecret, secretOf } from './secrets.ts';

/** What the server refused, or `offline` when it could not be reached. */
export class ApiError extends Error {
  readonly code: Problem['code'] | 'offline';
  readonly reasons: string[];
  /** The text by its name, for the player's language. */
  readonly said: Problem['said'];
  /** How far the server is with what has to be done before. */
  readonly progress: Problem['progress'];

  constructor(
    code: Problem['code'] | 'offline',
    text: string,
    reasons: string[] = [],
    said: Problem['said'] = null,
    progress: Problem['progress'] = null,
  ) {
    super(text);
    this.said = said;
    this.progress = progress;
    this.name = 'ApiError';
    this.code = code;
    this.reasons = reasons;
  }
}

interface Ask {
  secret?: string | null;
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined>;
}

/** Send a request; if the server has to get its rules ready first, wait and send it again. */
export async function send(method: 'GET' | 'POST', path: string, ask: Ask = {}): Promise<Response> {
  for (;;) {
    try {
      return await sendOnce(method, path, ask);
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.progress)) throw problem;
      await readying.wait(problem.progress);
    }
  }
}

async function sendOnce(method: 'GET' | 'POST', path: string, ask: Ask): Promise<Response> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(ask.query ?? {}))
    if (value !== null && value !== undefined) query.set(name, String(value));
  const headers: Record<string, string> = {};
  if (ask.secret) headers['Authorization'] = `Bearer ${ask.secret}`;
  if (ask.body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(query.size ? `${path}?${query.toString()}` : path, {
      method,
      headers,
      body: ask.body === undefined ? null : JSON.stringify(ask.body),
    });
  } catch {
    throw new ApiError('offline', 'the server cannot be reached');
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const problem = (answer as { problem?: Problem } | null)?.problem;
  throw problem
    ? new ApiError(problem.code, problem.text, problem.reasons, problem.said, problem.progress)
    : new ApiError('offline', `${response.status} ${response.statusText}`);
}

export async function call<T>(method: 'GET' | 'POST', path: string, ask: Ask = {}): Promise<T> {
  return (await send(method, path, ask)).json() as Promise<T>;
}

type About = Omit<Ask, 'secret'>;

/** Ask about a table as who we are there. */
export async function asMe(
  method: 'GET' | 'POST',
  id: string,
  what: string,
  ask: About = {},
): Promise<Response> {
  const path = `/api/tables/${encodeURIComponent(id)}${what}`;
  const secret = secretOf(id);
  const asGuest = (): Promise<Response> =>
    send(method, path, { ...ask, query: { ...ask.query, invite: inviteOf(id) } });
  if (!secret) return asGuest();
  try {
    return await send(method, path, { ...ask, secret });
  } catch (problem) {
    // A secret that opens nothing here any more.
    if (problem instanceof ApiError && problem.code === 'unknown') return asGuest();
    throw problem;
  }
}

async function look<T>(id: string, what: string, query: About['query'] = {}): Promise<T> {
  return (await asMe('GET', id, what, { query })).json() as Promise<T>;
}

async function change<T>(id: string, what: string, body?: unknown): Promise<T> {
  return (await asMe('POST', id, what, { body })).json() as Promise<T>;
}

/** A table of one's own: the secret that holds it is made here, and kept once there is a table. */
async function own(ask: (secret: string) => Promise<Seated>): Promise<Seated> {
  const secret = makeSecret();
  const seated = await ask(secret);
  keepSecret(seated.table.id, secret);
  return seated;
}

let games: Promise<Games> | null = null;
const boards = new Map<string, Promise<BoardInfo>>();

export const api = {
  /** The games there are, asked once. */
  games(): Promise<Games> {
    games ??= call<Games>('GET', '/api/games').catch((error: unknown) => {
      games = null;
      throw error;
    });
    return games;
  },
  /** All that never changes about a game, asked once. */
  async board(game: string): Promise<BoardInfo> {
    const info = (await api.games()).games.find((g) => g.id === game);
    const address = info?.board ?? `/api/games/${encodeURIComponent(game)}/board`;
    let board = boards.get(address);
    if (!board) boards.set(address, (board = call<BoardInfo>('GET', address)));
    board.catch(() => boards.delete(address));
    return board;
  },
  home: () => call<Home>('GET', '/api/home'),
  /** Our tables; the secret of one that we did not know of (a rematch) is kept. */
  async mine(): Promise<Summary[]> {
    const secrets = allSecrets().slice(-200);
    if (!secrets.length) return [];
    const { tables, by } = await call<MyTables>('POST', '/api/mine', { body: { secrets } });
    for (const [i, { id }] of tables.entries()) {
      const secret = secrets[by[i] ?? -1];
      if (secret && !secretOf(id)) keepSecret(id, secret);
    }
    return tables;
  },
  create: (table: NewTable) =>
    own((secret) => call<Seated>('POST', '/api/tables', { body: { ...table, secret } })),
  table: (id: string) => look<TableAnswer>(id, ''),
  async sit(id: string, seat: number, name: string): Promise<Seated> {
    const secret = secretOf(id) ?? makeSecret();
    const sit: Sit = { seat, name, invite: inviteOf(id), secret };
    const seated = await call<Seated>('POST', `/api/tables/${encodeURIComponent(id)}/sit`, {
      body: sit,
    });
    keepSecret(id, secret);
    return seated;
  },
  leave: (id: string, seat: number | null) => change<TableState>(id, '/leave', { seat }),
  bot: (id: string, seat: number, bot: string | null, name: string | null) =>
    change<TableState>(id, '/bot', { seat, bot, name }),
  colour: (id: string, seat: number, colour: SetColour['colour']) =>
    change<TableState>(id, '/colour', { seat, colour } satisfies SetColour),
  start: (id: string) => change<TableState>(id, '/start'),
  pause: (id: string) => change<TableState>(id, '/pause'),
  resume: (id: string) => change<TableState>(id, '/resume'),
  remove: (id: string, seat: number) => change<TableState>(id, '/remove', { seat }),
  away: (id: string, seat: number | null) => change<TableState>(id, '/away', { seat }),
  async rematch(id: string): Promise<TableState> {
    const { table } = await change<Seated>(id, '/rematch');
    followTo(table.id, id);
    return table;
  },
  /** The record of a finished game, as the text of its file. */
  record: async (id: string): Promise<string> => (await asMe('GET', id, '/record')).text(),
  fork: (id: string, fork: Omit<Fork, 'secret'>) =>
    own((secret) => change<Seated>(id, '/fork', { ...fork, secret })),
};
