import { beforeAll, describe, expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { sitAt, stepOf, type Sitting } from '../testing/table.ts';
import type { Step } from '../types/protocol.ts';
import { logOf, spoken } from './log.ts';

let usa: Sitting;
let france: Sitting;
let west: Sitting;
beforeAll(async () => {
  [usa, france, west] = [await sitAt('usa'), await sitAt('france'), await sitAt('old_west')];
});

type Told = Record<string, unknown>;
/** Steps of a game, each with what happened in it. */
const steps = (...events: Told[][]): Step[] =>
  events.map((happened, i) =>
    stepOf(i + 1, { seat: happened[0]?.['seat'] ?? null, events: happened }),
  );
/** The log as a person reads it. */
const read = ({ words }: Sitting, told: Step[]): string[] =>
  logOf(told, words).map((line) => spoken(line, words));
/** The lines of one step in both languages. */
async function both(
  at: Sitting,
  ...events: Told[]
): Promise<[english: string[], french: string[]]> {
  await useLanguage('en');
  const english = read(at, steps(events));
  await useLanguage('fr');
  return [english, read(at, steps(events))];
}

describe('what happened is told', () => {
  test('of a claim with its cards and points, in one line', async () => {
    const [english, french] = await both(
      usa,
      { event: 'claimed', seat: 0, track: 'denver-santa_fe', cards: { blue: 1, locomotive: 1 } },
      { event: 'scored', seat: 0, why: 'route', track: 'denver-santa_fe', points: 2 },
    );
    expect(english).toEqual(['Ada claimed Denver–Santa Fe (1 blue, 1 locomotive) 2 points']);
    expect(french).toEqual(['Ada a pris Denver–Santa Fe (1 bleue, 1 locomotive) 2 points']);
  });

  test('of cards drawn, as far as they were seen', async () => {
    const [english, french] = await both(
      usa,
      { event: 'drew', seat: 0, from: 1, card: 'red' },
      { event: 'drew', seat: 1, from: 'deck', card: null },
    );
    expect(english).toEqual(['Ada took a face-up card (1 red)', 'Ben drew from the deck']);
    expect(french).toEqual(['Ada a pris une carte visible (1 rouge)', 'Ben a pioché']);
  });

  test('of closed tickets by name to who completed them, and only that there is one to others', async () => {
    const [english, french] = await both(
      usa,
      { event: 'completed', seat: 0, ticket: 'denver-el_paso', cards: { blue: 1 } },
      { event: 'scored', seat: 0, why: 'tickets', points: 4 },
      { event: 'completed', seat: 1 },
      { event: 'scored', seat: 1, why: 'tickets' },
      { event: 'finished', seat: 1 },
    );
    expect(english).toEqual([
      'Ada completed Denver–El Paso (4) (1 blue)',
      'Ben completed a ticket and laid it face down',
      'Ben has completed all there is to complete',
    ]);
    expect(french[1]).toBe('Ben a réalisé une destination et l’a posée face cachée');
    expect(french).toHaveLength(3);
  });

  test('of tickets by name to who kept them, by number to the others', async () => {
    const [english, french] = await both(
      usa,
      { event: 'kept', seat: 0, tickets: ['denver-el_paso', 'chicago-santa_fe'] },
      { event: 'kept', seat: 1, tickets_count: 1, returned_count: 2 },
      { event: 'kept', seat: 1, tickets_count: 3, returned_count: 0 },
      { event: 'offered', seat: 1, tickets_count: 3 },
    );
    expect(english).toEqual([
      'Ada kept Denver–El Paso (4) and Chicago–Santa Fe (9)',
      'Ben kept 1 ticket and returned 2',
      'Ben kept 3 tickets',
      'Ben looks at 3 tickets',
    ]);
    expect(french).toEqual([
      'Ada a gardé Denver–El Paso (4) et Chicago–Santa Fe (9)',
      'Ben a gardé 1 carte Destination et en a rendu 2',
      'Ben a gardé 3 cartes Destination',
      'Ben regarde 3 cartes Destination',
    ]);
  });

  test('of pieces and of what they cut off', async () => {
    const [english, french] = await both(
      france,
      { event: 'built', seat: 1, track: 'amiens-reims', colour: 'green' },
      { event: 'cut off', tracks: ['amiens-calais', 'avignon-nice'] },
    );
    expect(english).toEqual([
      'Ben built Amiens–Reims in green',
      'That cuts off Amiens–Calais and Avignon–Nice',
    ]);
    expect(french).toEqual([
      'Ben a construit Amiens–Reims (verte)',
      'Cela coupe Amiens–Calais et Avignon–Nice',
    ]);
  });

  test('of cities and markers', async () => {
    const [english, french] = await both(
      west,
      { event: 'settled', seat: 0, city: 'santa_fe' },
      { event: 'marked', seat: 0, city: 'phoenix', cards: { black: 2 } },
      { event: 'scored', seat: 1, why: 'marker', city: 'phoenix', points: 4 },
    );
    expect(english).toEqual([
      'Ada starts in Santa Fe',
      'Ada put a marker in Phoenix (2 black)',
      'Ben scored for the marker in Phoenix 4 points',
    ]);
    expect(french).toEqual([
      'Ada commence à Santa Fe',
      'Ada a posé une Cité à Phoenix (2 noires)',
      'Ben marque pour la Cité à Phoenix 4 points',
    ]);
  });

  test('of what befalls everybody, in the number it has', async () => {
    const [english, french] = await both(
      usa,
      { event: 'shuffled', deck_count: 1 },
      { event: 'swept' },
      { event: 'last round', seat: 1, turns: 2 },
      { event: 'over' },
    );
    expect(english).toEqual([
      'A new deck is shuffled: 1 card',
      'Three locomotives lie face up: the row is discarded and dealt anew',
      'The last round begins: 2 turns left, Ben last',
      'The game is over',
    ]);
    expect(french.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
      'Une nouvelle pioche est mélangée : 1 carte',
      'Trois locomotives sont visibles : les cartes visibles sont défaussées et remplacées',
      'Le dernier tour de table commence : encore 2 tours, Ben en dernier',
      'La partie est terminée',
    ]);
  });
});

describe('the log', () => {
  beforeAll(() => useLanguage('en'));

  test('says two cards of a turn in one line, and their number once', () => {
    const drew = (card: string, from: 'deck' | number = 'deck'): Told => ({
      ...{ event: 'drew', seat: 0, from, card },
    });
    expect(read(usa, steps([drew('red')], [drew('red')]))).toEqual([
      'Ada drew from the deck (2 red)',
    ]);
    expect(read(usa, steps([drew('red', 1)], [drew('red', 3)]))).toEqual([
      'Ada took face-up cards (2 red)',
    ]);
    const unseen = { event: 'drew', seat: 1, from: 'deck' };
    expect(read(usa, steps([unseen], [unseen]))).toEqual(['Ben drew two cards from the deck']);
    expect(read(usa, steps([drew('red')], [{ ...drew('red'), seat: 1 }]))).toHaveLength(2);
    // Somebody whose other players pass draws again: that is another turn.
    expect(read(usa, steps([drew('red')], [drew('red')], [drew('red')]))).toEqual([
      'Ada drew from the deck (2 red)',
      'Ada drew from the deck (1 red)',
    ]);
  });

  test('says first what was done and then what came of it', () => {
    const events = [
      { event: 'robbed', seat: 1, colour: 'red', cards: 2, locomotives: 0 },
      { event: 'robbed', seat: 1, colour: 'blue', cards: 1, locomotives: 0 },
      { event: 'laid', seat: 0, rows: [{ colour: 'red', cards: 3, locomotives: 0 }] },
      { event: 'turn', seat: 1, number: 2 },
      { event: 'moved', seat: 1, cards: ['green'] },
    ];
    expect(read(usa, steps(events))).toEqual([
      'Ada laid (3 red)',
      'Ada robbed Ben of the red row (2 red)',
      'Ada robbed Ben of the blue row (1 blue)',
      'Ben moved 1 card from the yard to the track',
    ]);
    const marked = logOf(steps(events), usa.words).map((line) => line.kind);
    expect(marked).toEqual(['game', 'robbery', 'robbery', 'game']);
  });

  test('leaves out what was taken back', () => {
    const told = [
      ...steps([{ event: 'passed', seat: 0 }], [{ event: 'passed', seat: 1 }]),
      stepOf(3, { kind: 'undo', seat: 1, undone: [2] }),
    ];
    expect(read(usa, told)).toEqual(['Ada passed', 'Ben took back a decision']);
  });

  test('says nothing of shuffling and dealing before the game begins', () => {
    const events = [
      { event: 'shuffled', deck_count: 110 },
      { event: 'dealt', seat: 0, cards_count: 4 },
      { event: 'offered', seat: 0, tickets_count: 3 },
      { event: 'starts', seat: 1 },
    ];
    expect(read(usa, [stepOf(1, { kind: 'start', events })])).toEqual(['Ben starts the game']);
  });

  test('tells of the table too', () => {
    const told = [
      stepOf(1, { kind: 'consent', seat: 0, agree: false }),
      stepOf(2, { kind: 'time out', seat: 1 }),
      stepOf(3, { kind: 'downtime', seconds: 720 }),
      stepOf(4, { kind: 'chat', seat: 1, text: 'well played' }),
    ];
    expect(read(usa, told)).toEqual([
      'Ada does not agree',
      'Ben has run out of time',
      'The server was away for 12 minutes; everybody’s time was extended',
      'Ben well played',
    ]);
  });

  test('tells who came and went, by the names of that time', async () => {
    const told = [
      stepOf(1, { kind: 'created' }),
      stepOf(2, { kind: 'sit', seat: 1, name: 'Carol' }),
      stepOf(3, { kind: 'colour', seat: 1, colour: 'blue' }),
      stepOf(4, { kind: 'leave', seat: 1, name: 'Carol' }),
      stepOf(5, { kind: 'bot', seat: 1, name: 'Conductor' }),
      stepOf(6, { kind: 'bot', seat: 1, name: null }),
      stepOf(7, { kind: 'sit', seat: 1, name: 'Ben' }),
      stepOf(8, { kind: 'remove', seat: 1, name: 'Ben' }),
    ];
    expect(read(usa, told)).toEqual([
      'Carol took a seat',
      'Ben now plays blue',
      'Carol left the table',
      'Ben took a seat',
      'A bot left its seat',
      'Ben took a seat',
      'Ben was removed by the host',
    ]);
    await useLanguage('fr');
    expect(read(usa, told)).toEqual([
      'Carol a pris place',
      'Ben joue maintenant en bleu',
      'Carol a quitté la table',
      'Ben a pris place',
      'Un robot a quitté son siège',
      'Ben a pris place',
      'Ben a quitté la table, sur décision de l’hôte',
    ]);
    await useLanguage('en');
  });

  test('says when a bot could not think as it should', () => {
    const events = [{ event: 'passed', seat: 1 }];
    expect(read(usa, [stepOf(1, { seat: 1, by_bot: true, thought: 'none', events })])).toEqual([
      'Ben passed',
      'Ben could not think and made a quick choice',
    ]);
  });

  test('knows which tracks and cities a line is about', () => {
    const told = steps(
      [{ event: 'claimed', seat: 0, track: 'denver-santa_fe', cards: { blue: 2 } }],
      [{ event: 'settled', seat: 0, city: 'denver' }],
    );
    const [claim, city] = logOf(told, usa.words);
    expect(claim?.tracks).toEqual(['denver-santa_fe']);
    expect(city?.cities).toEqual(['denver']);
  });
});
