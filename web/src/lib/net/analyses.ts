// Analyses over HTTP: of a table's game as who we are there, and of a record that was sent, for
// everybody who knows its name.

import type {
  AnalysisRules,
  AnalysisState,
  Replay,
  ToSolve,
  Tried,
  TryAnswer,
} from '../types/protocol.ts';
import { api, asMe, call, send } from './http.ts';

/** A game that is or can be analysed. */
export interface Studied {
  /** A table's, or that of a record that was sent. */
  kind: 'table' | 'record';
  id: string;
}

type Query = Record<string, string | number | boolean | null>;

/** Ask about the game: `ofTable` is the end of the path at a table, `ofRecord` of a record. */
async function ask<T>(
  { kind, id }: Studied,
  method: 'GET' | 'POST',
  [ofTable, ofRecord]: readonly [string, string],
  more: { query?: Query; body?: unknown } = {},
): Promise<T> {
  if (kind === 'record')
    return call<T>(method, `/api/analyses/${encodeURIComponent(id)}${ofRecord}`, more);
  return (await asMe(method, id, ofTable, more)).json() as Promise<T>;
}

const both = (path: string) => [path, path] as const;

export const analyses = {
  /** Whether and how this server analyses games. */
  rules: () => call<AnalysisRules>('GET', '/api/analyses'),
  send: (record: string) => call<AnalysisState>('POST', '/api/analyses', { body: { record } }),
  /** How far an analysis is, and what is new for one who holds so many decisions and a curve. */
  state: (game: Studied, decisions = 0, worlds: number | null = null) =>
    ask<AnalysisState>(game, 'GET', ['/analysis', ''], { query: { decisions, worlds } }),
  /** Let it be made, or go on waiting for it. A record is being analysed since it was sent. */
  begin: (game: Studied) =>
    game.kind === 'record'
      ? analyses.state(game)
      : ask<AnalysisState>(game, 'POST', ['/analysis', '']),
  replay: (game: Studied, eyes: number | 'open' | 'watcher' | null, views = true) =>
    ask<Replay>(game, 'GET', both('/replay'), { query: { eyes, views } }),
  async record(game: Studied): Promise<string> {
    if (game.kind === 'table') return api.record(game.id);
    return (await send('GET', `/api/analyses/${encodeURIComponent(game.id)}/record`)).text();
  },
  position: (game: Studied, step: number) => ask<ToSolve>(game, 'GET', both(`/positions/${step}`)),
  async attempt(game: Studied, step: number, action: number): Promise<Tried> {
    const body = { action };
    return (await ask<TryAnswer>(game, 'POST', both(`/positions/${step}`), { body })).tried;
  },
};
