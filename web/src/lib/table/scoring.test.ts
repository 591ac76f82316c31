import { beforeAll, describe, expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { sitAt, tableOf, viewOf } from '../testing/table.ts';
import type { BoardInfo, Score, SeatScore, View } from '../types/protocol.ts';
import { Finale } from './finale.svelte.ts';
import {
  momentSpoken,
  momentsOf,
  scoredBefore,
  trailEnds,
  verdict,
  type Moment,
} from './scoring.ts';
import { Words } from './words.ts';

const NAMES = ['Ada', 'Ben', 'Cy', 'Dee'];
const CITIES = { chicago: 12, denver: 8, winnipeg: 10 };

/** What each game gives at the end. */
const GAMES: Record<string, { bonuses: string[]; mechanics: string[]; options?: View['options'] }> =
  {
    usa: { bonuses: ['longest path'], mechanics: [] },
    france: { bonuses: ['longest path', 'most tickets'], mechanics: ['track_building'] },
    old_west: {
      bonuses: ['most tickets', 'captures', 'alvin'],
      mechanics: ['home_cities', 'alvin'],
    },
    card_game: { bonuses: Object.keys(CITIES), mechanics: ['rail_yard'] },
    'card_game with closed tickets': {
      bonuses: Object.keys(CITIES),
      mechanics: ['rail_yard'],
      options: { closed_tickets: true },
    },
  };

let board: BoardInfo;
beforeAll(async () => {
  await useLanguage('en');
  ({ board } = await sitAt('usa'));
});

function wordsOf(game: string): Words {
  const { mechanics = [] } = GAMES[game] ?? {};
  const cities = mechanics.includes('rail_yard') ? CITIES : {};
  return new Words({ ...board, mechanics, big_cities: cities }, tableOf('usa', NAMES));
}

/** The same numbers every time. */
function* chance(seed: number): Generator<number, never> {
  for (let x = seed; ;) yield (x = (x * 48271) % 2147483647) / 2147483647;
}

interface End {
  score: Score;
  view: View;
}

/** An end as the rules make it: what was scored in play, and the sum of all there is. */
function endOf(game: string, seed: number): End {
  const random = chance(seed);
  const dice = (n: number): number => Math.floor(random.next().value * n);
  const { bonuses: given = [], mechanics = [], options = {} } = GAMES[game] ?? {};
  const isPaid = mechanics.includes('rail_yard');
  const seats = NAMES.map((_, seat): SeatScore => {
    const tickets = board.tickets.map(({ id, points }) => {
      const done = dice(2) > 0;
      return { ticket: id, points, done, path: done ? ['denver-santa_fe'] : [] };
    });
    const routes = isPaid ? 0 : dice(90);
    const bonuses: Record<string, number> = {};
    for (const name of given) if (dice(2)) bonuses[name] = name === 'captures' ? 20 : 10;
    const won = tickets.filter((x) => x.done).reduce((sum, x) => sum + x.points, 0);
    const lost = tickets.filter((x) => !x.done).reduce((sum, x) => sum + x.points, 0);
    const extra = Object.values(bonuses).reduce((a, b) => a + b, 0);
    return {
      seat,
      routes,
      tickets,
      tickets_done: tickets.filter((x) => x.done).length,
      tickets_failed: tickets.filter((x) => !x.done).length,
      ticket_points: won - lost,
      longest_path: { length: 2, tracks: ['denver-santa_fe'] },
      bonuses,
      total: routes + won - lost + extra,
      rank: 1 + dice(4),
    };
  });
  const inPlay = (s: SeatScore): number =>
    s.routes +
    (s.bonuses['captures'] ?? 0) +
    (isPaid ? s.tickets.filter((x) => x.done).reduce((sum, x) => sum + x.points, 0) : 0);
  const [player] = viewOf('usa').players;
  const players = seats.map((s) => ({ ...player!, seat: s.seat, points: inPlay(s) }));
  const view = viewOf('usa', {
    phase: 'over',
    options,
    players,
    first_seat: dice(4),
    alvin: 'denver',
  });
  return { score: { seats, winners: [seats[0]!.seat], decided_by: 'points' }, view };
}

function momentsIn(game: string, { score, view }: End): Moment[] {
  return momentsOf(score, view, wordsOf(game));
}

function finaleOf(game: string, { score, view }: End): Finale {
  const position = { seq: 9, view, actions: null, previews: null, deadlines: [], paths: {} };
  const take_back = { allowed: 'no' as const, asked: null, by: null, waiting_for: [] };
  const words = wordsOf(game);
  return new Finale(() => ({
    position: { ...position, take_back, result: score, reveal: null },
    words,
  }));
}

const SEEDS = Array.from({ length: 40 }, (_, i) => 7 + 31 * i);

describe.each(Object.keys(GAMES))('the count of %s', (game) => {
  test('adds up to the final score of every seat', () => {
    for (const seed of SEEDS) {
      const end = endOf(game, seed);
      const moments = momentsIn(game, end);
      for (const s of end.score.seats) {
        const counted = moments.filter((m) => m.seats.includes(s.seat));
        const points = counted.reduce((sum, m) => sum + m.points, 0);
        expect(scoredBefore(s, end.view, wordsOf(game)) + points).toBe(s.total);
      }
    }
  });

  test('tells nothing by its order', () => {
    for (const seed of SEEDS) {
      const end = endOf(game, seed);
      const seats = end.score.seats.map((s) => ({ ...s, rank: 5 - s.rank }));
      const turned = { ...end, score: { ...end.score, seats, winners: [3] } };
      expect(momentsIn(game, turned)).toEqual(momentsIn(game, end));
    }
  });

  test('comes to the failed tickets first, to the bonuses last', () => {
    for (const seed of SEEDS) {
      const moments = momentsIn(game, endOf(game, seed));
      const bonus = moments.findIndex((m) => m.ticket === null);
      const tickets = bonus < 0 ? moments : moments.slice(0, bonus);
      expect(moments.slice(tickets.length).every((m) => m.ticket === null)).toBe(true);
      for (const seat of NAMES.keys()) {
        const kinds = tickets.filter((m) => m.seats[0] === seat).map((m) => m.kind);
        expect(kinds).toEqual([...kinds].sort().reverse());
      }
    }
  });

  test('is followed by the panels, and gives no winner away', () => {
    const end = endOf(game, 7);
    const finale = finaleOf(game, end);
    const totals = end.score.seats.map((s) => s.total);
    const shown = (): (number | null)[] => totals.map((_, seat) => finale.points(seat));
    expect(shown()).toEqual(totals);
    finale.restart();
    const scored = end.score.seats.map((s) => scoredBefore(s, end.view, wordsOf(game)));
    for (const moment of momentsIn(game, end)) {
      for (const seat of moment.seats) scored[seat]! += moment.points;
      expect(finale.moment).toEqual(moment);
      expect(shown()).toEqual(scored);
      expect(totals.some((_, seat) => finale.hasWon(seat))).toBe(false);
      finale.next();
    }
    expect(finale.moment).toBeNull();
    expect(shown()).toEqual(totals);
    expect(finale.hasWon(0)).toBe(true);
    finale.restart();
    finale.skip();
    expect(shown()).toEqual(totals);
  });

  test('is told to those who do not see it', () => {
    const end = endOf(game, 7);
    for (const moment of momentsIn(game, end)) {
      const told = momentSpoken(moment, wordsOf(game));
      for (const seat of moment.seats) expect(told).toContain(NAMES[seat]);
      expect(told).toContain(`${moment.points} points`);
    }
  });
});

test('tickets that were face down are counted, others were scored in play', () => {
  const counts = (game: string): number[] =>
    SEEDS.map((seed) => momentsIn(game, endOf(game, seed)).filter((m) => m.kind === 'done').length);
  expect(Math.max(...counts('card_game'))).toBe(0);
  expect(Math.min(...counts('card_game with closed tickets'))).toBeGreaterThan(0);
  for (const s of endOf('card_game', 7).score.seats) {
    const { view } = endOf('card_game with closed tickets', 7);
    expect(scoredBefore(s, view, wordsOf('card_game with closed tickets'))).toBe(0);
  }
});

test('tickets that lay face down are turned up one by one', () => {
  const game = 'card_game with closed tickets';
  const end = endOf(game, 7);
  for (const player of end.view.players) {
    const { tickets } = end.score.seats[player.seat]!;
    player.completed = tickets.filter((x) => x.done).map((x) => x.ticket);
  }
  const finale = finaleOf(game, end);
  const seen = (): number => finale.position.view.players.flatMap((p) => p.completed).length;
  const all = seen();
  finale.restart();
  const first = end.view.players[end.view.first_seat]!.seat;
  for (const moment of finale.moments) {
    const up = finale.position.view.players[moment.seats[0]!]!.completed;
    if (moment.kind === 'done') expect(up).toContain(moment.ticket);
    if (finale.done === 1) expect([seen() <= all / 2, moment.seats]).toEqual([true, [first]]);
    finale.next();
  }
  expect(seen()).toBe(all);
});

describe('what a bonus is given for', () => {
  test('in The Card Game: the tickets that name the city, the most first', () => {
    const end = endOf('card_game', 7);
    const named = ({ tickets }: SeatScore): number =>
      tickets.filter((x) => x.done && x.ticket.includes('chicago')).length;
    end.score.seats[2]!.bonuses['chicago'] = 12;
    const moment = momentsIn('card_game', end).find((m) => m.title.includes('Chicago'));
    const had = moment?.compared.map((c) => c.n) ?? [];
    expect(had).toEqual([...had].sort((a, b) => b - a));
    for (const { seat, n } of moment?.compared ?? []) expect(n).toBe(named(end.score.seats[seat]!));
  });

  test('in Old West: holding Alvin, where he stands', () => {
    const end = endOf('old_west', 7);
    for (const s of end.score.seats) delete s.bonuses['alvin'];
    end.score.seats[1]!.bonuses['alvin'] = 10;
    const moment = momentsIn('old_west', end).find((m) => m.kind === 'held');
    expect([moment?.title, moment?.cities, moment?.seats]).toEqual([
      'Alvin stays with Ben',
      ['denver'],
      [1],
    ]);
  });
});

test('the ends of a trail, also of one that comes through a city again', () => {
  const words = wordsOf('usa');
  expect(trailEnds(['denver-santa_fe'], words)).toEqual(['denver', 'santa_fe']);
  const trail = ['el_paso-santa_fe', 'denver-santa_fe', 'denver-oklahoma_city'];
  expect(trailEnds(trail, words)).toEqual(['el_paso', 'oklahoma_city']);
  const ring = [...trail, 'el_paso-oklahoma_city', 'el_paso-phoenix'];
  expect(trailEnds(ring, words)).toEqual(['el_paso', 'phoenix']);
  expect(trailEnds([], words)).toEqual([]);
});

test.each([
  [[0], 'points', 'Ada wins!'],
  [[1], 'tickets', 'Ben wins: equal points, more tickets completed'],
  [[1], 'longest path', 'Ben wins: all equal but the longest path'],
  [[2], 'bonuses', 'Cy wins: equal points, more bonuses'],
  [[0, 2], 'shared', 'Ada and Cy share the win: nothing separates them'],
] as const)('why the winner won: %s by %s', (winners, decided_by, told) => {
  const { score } = endOf('usa', 7);
  const end = { ...score, winners: [...winners], decided_by };
  expect(verdict(end, wordsOf('usa'))).toBe(told);
});
