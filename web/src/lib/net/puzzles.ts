// Puzzles over HTTP: a day's, tries at it, and its answers.

import type { PuzzleAnswers, Puzzles, PuzzleToSolve, Tried, TryAnswer } from '../types/protocol.ts';
import { call } from './http.ts';

const at = (game: string): string => `/api/puzzles/${encodeURIComponent(game)}`;

export const puzzles = {
  /** Those of today, one a game. */
  today: () => call<Puzzles>('GET', '/api/puzzles'),
  /** That of a day; today's without one. */
  open: (game: string, day: string | null) =>
    call<PuzzleToSolve>('GET', at(game), { query: { day } }),
  async attempt(game: string, day: string | null, action: number): Promise<Tried> {
    return (await call<TryAnswer>('POST', at(game), { query: { day }, body: { action } })).tried;
  },
  /** What is best: for those who have found it, or want to be told. */
  answers: (game: string, day: string | null) =>
    call<PuzzleAnswers>('GET', `${at(game)}/answers`, { query: { day } }),
};
