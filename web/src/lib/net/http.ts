// The server over HTTP: one function a request, answers typed, problems thrown as one error type.

import type {
  Answer,
  BoardInfo,
  Fork,
  Games,
  Home,
  HttpAct,
  MyTables,
  NewTable,
  Problem,
  Replay,
  ReplayStep,
  Seated,
  Sit,
  Table,
  TableAnswer,
} from '../types/protocol.ts';

/** What the server refused, or `offline` when it could not be reached. */
export class ApiError extends Error {
  readonly code: Problem['code'] | 'offline';
  readonly reasons: string[];
  /** The text by its name, for the player's language. */
  readonly said: Problem['said'];

  constructor(
    code: Problem['code'] | 'offline',
    text: string,
    reasons: string[] = [],
    said: Problem['said'] = null,
  ) {
    super(text);
    this.said = said;
    this.name = 'ApiError';
    this.code = code;
    this.reasons = reasons;
  }
}

interface Ask {
  secret?: string | null | undefined;
  body?: unknown;
  query?: Record<string, string | number | boolean | null | undefined>;
}

async function call<T>(method: 'GET' | 'POST', path: string, ask: Ask = {}): Promise<T> {
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
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const problem = (answer as { problem?: Problem } | null)?.problem;
  throw problem
    ? new ApiError(problem.code, problem.text, problem.reasons, problem.said)
    : new ApiError('offline', `${response.status} ${response.statusText}`);
}

/** The record of a finished game, as the text of its file. */
export async function recordOf(id: string, secret: string | null, invite: string | null): Promise<string> {
  const query = invite ? `?${new URLSearchParams({ invite }).toString()}` : '';
  const headers: Record<string, string> = secret ? { Authorization: `Bearer ${secret}` } : {};
  const response = await fetch(`${at(id)}/record${query}`, { headers }).catch(() => null);
  if (!response?.ok) throw new ApiError('offline', 'the record cannot be reached');
  return response.text();
}

const at = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

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
  mine: (secrets: string[]) => call<MyTables>('POST', '/api/mine', { body: { secrets } }),
  create: (table: NewTable) => call<Seated>('POST', '/api/tables', { body: table }),
  table: (
    id: string,
    ask: { secret?: string | null; seat?: number | null; invite?: string | null } = {},
  ) =>
    call<TableAnswer>('GET', at(id), {
      secret: ask.secret,
      query: { seat: ask.seat, invite: ask.invite },
    }),
  sit: (id: string, sit: Sit) => call<Seated>('POST', `${at(id)}/sit`, { body: sit }),
  leave: (id: string, secret: string, seat: number | null) =>
    call<Table>('POST', `${at(id)}/leave`, { secret, body: { seat } }),
  bot: (id: string, secret: string, seat: number, bot: string | null) =>
    call<Table>('POST', `${at(id)}/bot`, { secret, body: { seat, bot } }),
  start: (id: string, secret: string) => call<Table>('POST', `${at(id)}/start`, { secret }),
  pause: (id: string, secret: string) => call<Table>('POST', `${at(id)}/pause`, { secret }),
  resume: (id: string, secret: string) => call<Table>('POST', `${at(id)}/resume`, { secret }),
  remove: (id: string, secret: string, seat: number) =>
    call<Table>('POST', `${at(id)}/remove`, { secret, body: { seat } }),
  away: (id: string, secret: string, seat: number | null) =>
    call<Table>('POST', `${at(id)}/away`, { secret, body: { seat } }),
  back: (id: string, secret: string, seat: number | null) =>
    call<Table>('POST', `${at(id)}/back`, { secret, body: { seat } }),
  rematch: (id: string, secret: string) => call<Seated>('POST', `${at(id)}/rematch`, { secret }),
  act: (id: string, secret: string, act: HttpAct) =>
    call<Answer>('POST', `${at(id)}/act`, { secret, body: act }),
  replay: (
    id: string,
    ask: {
      secret?: string | null;
      eyes?: number | 'open' | 'watcher';
      views?: boolean;
      seat?: number | null;
      invite?: string | null;
    } = {},
  ) =>
    call<Replay>('GET', `${at(id)}/replay`, {
      secret: ask.secret,
      query: { eyes: ask.eyes, views: ask.views, seat: ask.seat, invite: ask.invite },
    }),
  replayStep: (
    id: string,
    step: number,
    ask: {
      secret?: string | null;
      eyes?: number | 'open' | 'watcher';
      seat?: number | null;
      invite?: string | null;
    } = {},
  ) =>
    call<ReplayStep>('GET', `${at(id)}/replay/${step}`, {
      secret: ask.secret,
      query: { eyes: ask.eyes, seat: ask.seat, invite: ask.invite },
    }),
  fork: (id: string, secret: string | null, fork: Fork) =>
    call<Seated>('POST', `${at(id)}/fork`, { secret, body: fork }),
};
