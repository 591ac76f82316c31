import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { settings } from '../settings/settings.svelte.ts';
import { actionsOf, sitAt, viewOf, type Sitting } from '../testing/table.ts';
import type { TicketsTogether, View } from '../types/protocol.ts';
import { ticketNote, togetherNote } from './outlook.ts';

/** The line in both languages, with plain spaces. */
async function both(say: () => string): Promise<[string, string]> {
  await useLanguage('en');
  const english = say();
  await useLanguage('fr');
  const french = say().replaceAll(/[\u00a0\u202f]/g, ' ');
  await useLanguage('en');
  return [english, french];
}

describe('the command line gives an example of what can be typed now', () => {
  const example = ({ words, store }: Sitting): Promise<[string, string]> =>
    both(() => words.example(store.position?.actions ?? [], viewOf('usa', store.view ?? {})) ?? '');

  test('a route that can be claimed, if no other lies beside it', async () => {
    const pay = { do: 'claim', colour: 'red', locomotives: 0 } as const;
    const [beside, alone] = ['duluth-omaha-1', 'denver-santa_fe'];
    const actions = actionsOf(
      { do: 'draw', from: 'deck' },
      { ...pay, track: beside },
      { ...pay, track: alone },
    );
    expect(await example(await sitAt('usa', { actions }))).toEqual([
      'claim Denver–Santa Fe: 2 red',
      'prendre Denver–Santa Fe : 2 rouges',
    ]);
    expect(await example(await sitAt('usa', { actions: actions.slice(0, 2) }))).toEqual([
      'draw from the deck',
      'piocher une carte',
    ]);
  });

  test('the offered tickets by their places, a starting city by its name', async () => {
    const offer = ['denver-el_paso', 'chicago-santa_fe', 'winnipeg-little_rock'];
    const keep = actionsOf({ do: 'keep', tickets: offer.slice(1) });
    expect(await example(await sitAt('usa', { view: { offer }, actions: keep }))).toEqual([
      'keep 2 3',
      'garder 2 3',
    ]);
    const start = actionsOf({ do: 'settle', city: 'denver' });
    expect(await example(await sitAt('usa', { actions: start }))).toEqual([
      'start in Denver',
      'commencer à Denver',
    ]);
  });

  test('none where nothing can be done', async () => {
    expect(await example(await sitAt('usa', {}))).toEqual(['', '']);
  });
});

describe('the status line says what is asked', () => {
  beforeAll(() => settings.set('confirm', 'always'));
  afterAll(() => settings.set('confirm', 'touch'));
  const claim = (
    track: string,
    colour: 'red' | 'blue' | 'locomotive',
    locomotives = 0,
  ): { do: 'claim'; track: string; colour: typeof colour; locomotives: number } => ({
    do: 'claim',
    ...{ track, colour, locomotives },
  });
  const asked = ({ words, play }: Sitting): Promise<[string, string]> =>
    both(() => words.question(play));

  test('of a claim: which cards, how many locomotives, the last word', async () => {
    const at = await sitAt('usa', {
      actions: actionsOf(
        claim('denver-omaha', 'red'),
        claim('denver-omaha', 'red', 1),
        claim('denver-omaha', 'blue'),
      ),
    });
    expect(at.words.question(at.play)).toBe('');
    at.play.track('denver-omaha');
    expect(await asked(at)).toEqual([
      'Claim Denver–Omaha: with which cards?',
      'Prendre Denver–Omaha : avec quelles cartes ?',
    ]);
    at.play.colour('red');
    expect(await asked(at)).toEqual([
      'Claim Denver–Omaha: how many locomotives?',
      'Prendre Denver–Omaha : combien de locomotives ?',
    ]);
    at.play.colour('blue');
    expect(await asked(at)).toEqual(['Claim Denver–Omaha?', 'Prendre Denver–Omaha ?']);
  });

  test('of tracks side by side', async () => {
    const at = await sitAt('usa', {
      actions: actionsOf(claim('duluth-omaha-1', 'red'), claim('duluth-omaha-2', 'blue')),
    });
    at.play.question = { ask: 'track', tracks: ['duluth-omaha-1', 'duluth-omaha-2'] };
    expect(await asked(at)).toEqual([
      'Claim Duluth–Omaha: which track?',
      'Prendre Duluth–Omaha : quelle voie ?',
    ]);
  });

  test('of a pile, whether it pays for something or not', async () => {
    const at = await sitAt('usa', { actions: actionsOf(claim('denver-omaha', 'red')) });
    at.play.pickPile('red');
    expect(await asked(at)).toEqual([
      'Pay with red cards: which route?',
      'Couleur choisie, rouge : quelle route ?',
    ]);
    at.play.pickPile('blue');
    expect(await asked(at)).toEqual([
      'No route can be paid with blue cards now.',
      'Couleur choisie, bleue : aucune route n’est possible maintenant.',
    ]);
  });

  test('of cards taken up to be laid, once they can be', async () => {
    const at = await sitAt('usa', {
      actions: actionsOf({ do: 'lay', colour: 'red', cards: 2, locomotives: 1 }),
    });
    at.play.laying.take('red', 2);
    expect(at.words.question(at.play)).toBe('');
    at.play.laying.take('locomotive', 1);
    expect(await asked(at)).toEqual(['Lay 2 red, 1 locomotive?', 'Poser 2 rouges, 1 locomotive ?']);
  });

  test('of a piece', async () => {
    const at = await sitAt('france', {
      actions: actionsOf(
        { do: 'build', track: 'amiens-reims', colour: 'green' },
        { do: 'build', track: 'amiens-reims', colour: 'red' },
      ),
    });
    at.play.track('amiens-reims');
    expect(await asked(at)).toEqual([
      'Build Amiens–Reims: which colour?',
      'Construire Amiens–Reims : quelle couleur ?',
    ]);
    at.play.colour('green');
    expect(await asked(at)).toEqual([
      'Build Amiens–Reims in green?',
      'Construire Amiens–Reims (verte) ?',
    ]);
  });

  test('of a marker, a starting city and tickets', async () => {
    const mark = (
      colour: 'red' | 'blue',
    ): { do: 'mark'; city: string; colour: typeof colour; locomotives: number } => ({
      do: 'mark',
      ...{ city: 'phoenix', colour, locomotives: 0 },
    });
    const at = await sitAt('old_west', { actions: actionsOf(mark('red'), mark('blue')) });
    at.play.city('phoenix');
    expect(await asked(at)).toEqual([
      'A marker in Phoenix: with which cards?',
      'Une Cité à Phoenix : avec quelles cartes ?',
    ]);
    at.play.colour('red');
    expect(await asked(at)).toEqual(['A marker in Phoenix?', 'Une Cité à Phoenix ?']);

    const first = await sitAt('old_west', { actions: actionsOf({ do: 'settle', city: 'denver' }) });
    first.play.city('denver');
    expect(await asked(first)).toEqual(['Start in Denver?', 'Commencer à Denver ?']);

    const turn = await sitAt('usa', { actions: actionsOf({ do: 'tickets' }) });
    turn.play.askTickets();
    expect(await asked(turn)).toEqual(['Draw tickets?', 'Prendre des cartes Destination ?']);
  });
});

describe('what tickets take', () => {
  beforeAll(() => useLanguage('en'));
  const set = (tickets: string[], given: Partial<TicketsTogether>): TicketsTogether => ({
    ...{ tickets, spaces: null, is_least: true, cards: null, at_hand: null, ...given },
  });
  const offered = (given: Partial<View>): View => viewOf('usa', { offer: ['a', 'b'], ...given });
  const say = (sets: TicketsTogether[], ticked: string[], view: View): string | undefined =>
    togetherNote(sets, new Set(ticked), view)?.text;

  test('alone', () => {
    const way = { ticket: 'a', done: false, path: [] };
    expect(ticketNote({ ...way, spaces: 1 })).toBe('1 space to go');
    expect(ticketNote({ ...way, spaces: null })).toBe('no longer possible');
    expect(ticketNote(undefined)).toBe('');
  });

  test('together, and with those held', () => {
    const sets = [set(['a'], { spaces: 5 }), set(['a', 'b'], { spaces: 50 })];
    expect(say(sets, ['a'], offered({}))).toBe('Together they take 5 trains. You have 45.');
    const held = offered({ tickets: ['c'] });
    expect(say(sets, ['a'], held)).toBe('Together with your tickets: 5 more trains. You have 45.');
    // One that is done is no longer to be joined.
    const done = offered({ tickets: ['c'], tickets_done: ['c'] });
    expect(say(sets, ['a'], done)).toBe('Together they take 5 trains. You have 45.');
    expect(togetherNote(sets, new Set(['b', 'a']), held)).toEqual({
      text: 'Together with your tickets: 50 more trains. You have only 45.',
      isTooMuch: true,
    });
    expect(togetherNote(sets, new Set(), held)).toBeNull();
    expect(togetherNote(sets, new Set(['b']), held)).toBeNull();
  });

  test('as far as it is known', () => {
    const rough = [set(['a'], { spaces: 50, is_least: false })];
    expect(togetherNote(rough, new Set(['a']), offered({}))).toEqual({
      text: 'Together they take at most 50 trains. You have 45.',
      isTooMuch: false,
    });
    expect(togetherNote([set(['a'], {})], new Set(['a']), offered({}))).toEqual({
      text: 'They can no longer all be completed.',
      isTooMuch: true,
    });
  });

  test('in cards where there is no map', () => {
    const sets = [set(['a'], { cards: 7, at_hand: 3 })];
    expect(say(sets, ['a'], offered({}))).toBe(
      'Together they ask for 7 cards. Your hand and yard have 3 of them.',
    );
    expect(say(sets, ['a'], offered({ own_track: { red: 1 }, tickets: ['c'] }))).toBe(
      'Together with your tickets they ask for 7 cards. Your hand, yard and track have 3 of them.',
    );
  });
});

describe('the last round', () => {
  const round = async (given: Partial<View>, seat: number | null): Promise<unknown> => {
    const { words } = await sitAt('usa');
    return words.lastRound(viewOf('usa', given), seat);
  };

  test('says whose last turn it is and who is still to move', async () => {
    expect(await round({ turns_left: null, turn_seat: 0 }, 0)).toBe(null);
    expect(await round({ turns_left: 2, turn_seat: 1 }, 0)).toEqual({
      title: 'Last round',
      seats: [1, 0],
    });
    expect(await round({ turns_left: 1, turn_seat: 0 }, 0)).toEqual({
      title: 'Your last turn',
      seats: [0],
    });
    expect(await round({ turns_left: 1, turn_seat: 0, phase: 'over' }, 0)).toBe(null);
  });

  test('of the first of two piles is not the end of the game', async () => {
    const { board, words } = await sitAt('usa');
    board.numbers['yard'] = { two_piles_from: 2 };
    const at = { turns_left: 1, turn_seat: 1 };
    expect(words.lastRound(viewOf('usa', { ...at, pile: 1 }), 0)?.title).toBe(
      'Last round of the first pile',
    );
    expect(words.lastRound(viewOf('usa', { ...at, pile: 2 }), 0)?.title).toBe('Last round');
  });
});

test('nobody is asked to keep at least no ticket', async () => {
  const { words, store } = await sitAt('usa', { view: { phase: 'tickets', to_act: [0] } });
  const told = (least: number): Promise<[string, string]> =>
    both(() => {
      const view = viewOf('usa', { phase: 'tickets', to_act: [0], keep_at_least: least });
      return store.table ? words.status(view, store.table, 0) : '';
    });
  expect((await told(1))[0]).toBe('Choose among the tickets: keep at least 1.');
  expect(await told(0)).toEqual([
    'Choose among the tickets: keep any, or none.',
    'Choisissez des cartes Destination, ou aucune.',
  ]);
});
