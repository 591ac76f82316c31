// Reports for tests: as short as can be, to be changed where it matters.

import type { Decision, ReportNews, SeatReport } from '../types/protocol.ts';

export function decision(step: number, seat: number, more: Partial<Decision> = {}): Decision {
  const option = {
    move: { do: 'draw', from: 'deck' } as const,
    text: { text: '', key: 'move.deck', values: {} },
    share: 0.4,
    error: 0.05,
    lead: 0,
    lead_error: 0,
    worlds: 50,
  };
  return {
    step,
    turn: step,
    seat,
    kind: 'choice',
    counts: true,
    chosen: option,
    others: [{ ...option, move: { do: 'tickets' }, share: 0.5, lead: 0.1, lead_error: 0.04 }],
    loss: 0.1,
    error: 0.04,
    rated: 0.1,
    mark: '',
    figures: [],
    reasons: [],
    playouts: 100,
    ...more,
  };
}

export function seatReport(seat: number, more: Partial<SeatReport> = {}): SeatReport {
  return {
    seat,
    player: `player ${seat}`,
    result: seat,
    start: 0.5,
    luck: 0,
    own: 0,
    others: 0,
    residual: 0,
    rating: 10,
    rating_error: 5,
    counted: 9,
    marks: { inaccuracy: 0, mistake: 1, blunder: 0 },
    ...more,
  };
}

export function news(more: Partial<ReportNews> = {}): ReportNews {
  return {
    format: 'branchline-analysis',
    version: 1,
    game: 'usa',
    seats: 2,
    options: {},
    players: ['a', 'b'],
    record: 'x',
    seed: 1,
    budget: 40,
    progress: 0.1,
    worlds: 32,
    thresholds: [0.02, 0.04, 0.08],
    curve: [0, 1, 2, 3, 4].map((step) => ({
      step,
      turn: step,
      shares: [step / 4, 1 - step / 4],
      errors: [0.1, 0.1],
      scores: [10, 20],
    })),
    chances: [],
    decisions: [],
    by_seat: [seatReport(0), seatReport(1)],
    ...more,
  };
}
