import { afterEach, describe, expect, test, vi } from 'vitest';
import { settings } from '../settings/settings.svelte.ts';
import { actionsOf, adviceOf, because, sitAt } from '../testing/table.ts';
import type { CardType } from '../colours.ts';
import type { LegalAction } from '../types/protocol.ts';

type Move = LegalAction['move'];
const claim = (track: string, colour: CardType, locomotives = 0): Move => ({
  do: 'claim',
  track,
  colour,
  locomotives,
});
const draw = (from: 'deck' | number): Move => ({ do: 'draw', from });

const GREY = 'denver-santa_fe';
const [BLACK, ORANGE] = ['denver-kansas_city-1', 'denver-kansas_city-2'];

afterEach(() => settings.set('confirm', 'touch'));

describe('drawing', () => {
  test('a click on a card takes it', async () => {
    const moves = [draw('deck'), draw(0), draw(2)];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.draw(2);
    expect(server.asked).toEqual([draw(2)]);
  });

  test('a click on a card that cannot be taken says why', async () => {
    const { play, server } = await sitAt('usa', { actions: actionsOf(draw('deck')) });
    const why = because('LOCOMOTIVE_SECOND', 'a locomotive cannot be the second card');
    server.reasons = { places: [null, null, null, null, why] };
    play.draw(4);
    await vi.waitUntil(() => play.refusal);
    expect(play.refusal?.reason).toEqual(why);
    expect(server.asked).toEqual([]);
  });

  test('two at once are two moves, the second when the first card is there', async () => {
    const actions = actionsOf(draw('deck'));
    const { play, server, store } = await sitAt('usa', { actions });
    play.drawTwo();
    expect(server.asked).toEqual([draw('deck')]);
    server.goOn({ view: { phase: 'second card' }, actions });
    await vi.waitUntil(() => store.view?.phase === 'second card');
    play.forget();
    expect(server.asked).toEqual([draw('deck'), draw('deck')]);
  });

  test('two at once stay one if the turn ended with the first', async () => {
    const actions = actionsOf(draw('deck'));
    const { play, server, store } = await sitAt('usa', { actions });
    play.drawTwo();
    server.goOn({ view: { to_act: [1], turn: 2 } });
    await vi.waitUntil(() => store.view?.turn === 2);
    play.forget();
    expect(server.asked).toEqual([draw('deck')]);
  });

  test('nothing else can be done until the server has answered', async () => {
    const actions = actionsOf(draw('deck'), draw(0));
    const { play, server, store } = await sitAt('usa', { actions });
    play.draw(0);
    play.draw('deck');
    expect(server.asked).toEqual([draw(0)]);
    server.goOn({ view: { phase: 'second card' }, actions });
    await vi.waitUntil(() => store.pending === null);
    play.draw('deck');
    expect(server.asked).toEqual([draw(0), draw('deck')]);
  });

  test('what the server refuses is said, and can be tried again', async () => {
    const { play, server, store } = await sitAt('usa', { actions: actionsOf(draw(0)) });
    server.refuses = {
      code: 'paused',
      text: 'the game is paused',
      said: null,
      reasons: [],
      progress: null,
    };
    play.draw(0);
    await vi.waitUntil(() => play.refusal);
    expect(play.refusal?.reason.text).toBe('the game is paused');
    expect(store.actions).toHaveLength(1);
  });
});

describe('advice', () => {
  const problem = {
    code: 'over' as const,
    text: 'not now',
    said: null,
    reasons: [],
    progress: null,
  };

  test('that is refused is told', async () => {
    const { play, server, store } = await sitAt('usa');
    const asked = store.hint();
    server.refuseHint(problem);
    expect(await asked).toBe(null);
    expect(play.refusal?.reason.text).toBe('not now');
  });

  test('on what is past when the answer comes is not worth a word', async () => {
    const { play, server, store } = await sitAt('usa');
    const asked = store.hint();
    server.goOn({ view: { phase: 'over', to_act: [] } });
    server.refuseHint(problem);
    expect(await asked).toBe(null);
    expect(store.view?.phase).toBe('over');
    expect(play.refusal).toBe(null);
  });

  test('and a refusal are told one at a time, and the older one does not come back', async () => {
    const { play } = await sitAt('usa');
    play.advise(adviceOf(draw(2)));
    expect(play.advised).toEqual(draw(2));
    play.refuse(because('CARDS', 'not enough cards'), GREY);
    play.back();
    expect([play.refusal, play.advice, play.advised]).toEqual([null, null, null]);
    play.refuse(because('CARDS', 'not enough cards'), GREY);
    play.advise(adviceOf(draw(2)));
    expect(play.refusal).toBe(null);
  });

  test('is forgotten when something else is to be decided', async () => {
    const { play } = await sitAt('usa');
    play.advise(adviceOf(draw(2)));
    play.forget();
    expect(play.advice).toBe(null);
  });
});

describe('claiming', () => {
  test('a click on a track with one way to pay claims it at once', async () => {
    const { play, server } = await sitAt('usa', { actions: actionsOf(claim(BLACK, 'black')) });
    play.track(BLACK);
    expect(server.asked).toEqual([claim(BLACK, 'black')]);
    expect(play.question).toBeNull();
  });

  test('as few locomotives as possible are spent', async () => {
    const moves = [
      claim(BLACK, 'black', 2),
      claim(BLACK, 'black', 1),
      claim(BLACK, 'locomotive', 4),
    ];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.track(BLACK);
    expect(server.asked).toEqual([claim(BLACK, 'black', 1)]);
  });

  test('where several colours pay, the colour is asked', async () => {
    const moves = [claim(GREY, 'red'), claim(GREY, 'blue'), claim(GREY, 'locomotive', 2)];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.track(GREY);
    expect(server.asked).toEqual([]);
    expect(play.question).toMatchObject({ ask: 'claim', track: GREY, colour: null });
    expect(play.coloursOf(play.claims(GREY)).sort()).toEqual(['blue', 'red']);
    play.colour('red');
    expect(server.asked).toEqual([claim(GREY, 'red')]);
  });

  test('a finger is asked to confirm, a mouse only if that is wanted', async () => {
    const { play, server } = await sitAt('usa', { actions: actionsOf(claim(GREY, 'red')) });
    play.track(GREY, true);
    expect(server.asked).toEqual([]);
    expect(play.chosen?.move).toEqual(claim(GREY, 'red'));
    play.back();
    settings.set('confirm', 'always');
    play.track(GREY);
    expect(server.asked).toEqual([]);
    play.confirm();
    expect(server.asked).toEqual([claim(GREY, 'red')]);
  });

  test('a finger on a list is asked to confirm, and not which track it meant', async () => {
    const [RED, YELLOW] = ['boston-new_york-1', 'boston-new_york-2'];
    const moves = [claim(RED, 'red'), claim(YELLOW, 'yellow')];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.only(RED, true);
    expect(server.asked).toEqual([]);
    expect(play.question).toMatchObject({ ask: 'claim', track: RED });
    play.confirm();
    expect(server.asked).toEqual([claim(RED, 'red')]);
  });

  test('how many locomotives can be chosen while it is asked', async () => {
    const moves = [claim(GREY, 'red'), claim(GREY, 'red', 1), claim(GREY, 'locomotive', 2)];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.track(GREY, true);
    expect(play.locomotiveChoices).toEqual([0, 1, 2]);
    play.locomotives(1);
    play.confirm();
    expect(server.asked).toEqual([claim(GREY, 'red', 1)]);
  });

  test('the pile clicked before decides what glows and what is paid', async () => {
    const moves = [claim(GREY, 'red'), claim(GREY, 'blue'), claim(BLACK, 'black')];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    expect(play.claimable).toEqual(new Set([GREY, BLACK]));
    play.pickPile('blue');
    expect(play.claimable).toEqual(new Set([GREY]));
    play.track(GREY);
    expect(server.asked).toEqual([claim(GREY, 'blue')]);
  });

  test('the pile of locomotives asks first, and offers to spend most of them', async () => {
    const moves = [claim(GREY, 'red'), claim(GREY, 'red', 1), claim(GREY, 'locomotive', 2)];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.pickPile('locomotive');
    play.track(GREY);
    expect(server.asked).toEqual([]);
    expect(play.chosen?.move).toEqual(claim(GREY, 'locomotive', 2));
  });

  test('a track that cannot be claimed says why, and which', async () => {
    const { play, server } = await sitAt('usa');
    server.reasons = { claims: { [GREY]: because('CARDS', 'not enough cards') } };
    play.track(GREY);
    await vi.waitUntil(() => play.refusal);
    expect(play.refusal).toEqual({ reason: because('CARDS', 'not enough cards'), about: GREY });
  });

  test('a claim that brings points to somebody else is asked about', async () => {
    const track = 'albuquerque-durango';
    const { play, server } = await sitAt('old_west', {
      actions: actionsOf(claim(track, 'white')),
      previews: {
        claims: { [track]: { scores: [{ seat: 1, city: 'durango', points: 2 }], cuts: [] } },
      } as never,
    });
    play.track(track);
    expect(server.asked).toEqual([]);
    play.confirm();
    expect(server.asked).toEqual([claim(track, 'white')]);
  });
});

describe('tracks side by side', () => {
  test('a finger is asked which, as long as their colours differ', async () => {
    const moves = [claim(BLACK, 'black'), claim(ORANGE, 'orange')];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.track(BLACK, true);
    expect(play.question).toEqual({ ask: 'track', tracks: [BLACK, ORANGE] });
    play.track(ORANGE, true);
    expect(play.question).toMatchObject({ ask: 'claim', track: ORANGE });
    play.confirm();
    expect(server.asked).toEqual([claim(ORANGE, 'orange')]);
  });

  test('which of two alike is no question', async () => {
    const [one, other] = ['albuquerque-las_cruces-1', 'albuquerque-las_cruces-2'];
    const actions = actionsOf(claim(one, 'red'), claim(other, 'red'));
    const { play } = await sitAt('old_west', { actions });
    play.track(one, true);
    expect(play.question).toMatchObject({ ask: 'claim', track: one });
  });

  test('a mouse is asked only if it was between them', async () => {
    const moves = [claim(BLACK, 'black'), claim(ORANGE, 'orange')];
    const { play, server } = await sitAt('usa', { actions: actionsOf(...moves) });
    play.track(BLACK, false, [BLACK, ORANGE]);
    expect(play.question).toEqual({ ask: 'track', tracks: [BLACK, ORANGE] });
    play.back();
    play.track(BLACK);
    expect(server.asked).toEqual([claim(BLACK, 'black')]);
  });

  test('a finger on a closed one finds the open one beside it', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(claim(ORANGE, 'orange')) });
    play.track(BLACK, true);
    expect(play.question).toEqual({ ask: 'track', tracks: [ORANGE] });
  });
});

describe('laying pieces', () => {
  const build = (track: string, colour: CardType): Move => ({ do: 'build', track, colour });
  const BED = 'amiens-reims';

  test('the colour is asked, and is all there is to ask', async () => {
    const moves = [build(BED, 'red'), build(BED, 'green')];
    const { play, server } = await sitAt('france', { actions: actionsOf(...moves) });
    play.track(BED);
    expect(play.question).toMatchObject({ ask: 'build', track: BED, colour: null });
    play.colour('green');
    expect(server.asked).toEqual([build(BED, 'green')]);
  });

  test('a piece that cuts something off is confirmed', async () => {
    const { play, server } = await sitAt('france', {
      actions: actionsOf(build(BED, 'red')),
      previews: {
        claims: {},
        lays: {},
        builds: { [BED]: { cuts: ['amiens-calais'], closes: [] } },
      },
    });
    play.track(BED);
    play.colour('red');
    expect(server.asked).toEqual([]);
    expect(play.chosen?.move).toEqual(build(BED, 'red'));
    play.confirm();
    expect(server.asked).toEqual([build(BED, 'red')]);
  });
});

describe('cities', () => {
  test('a starting city is always asked about', async () => {
    settings.set('confirm', 'never');
    const settle: Move = { do: 'settle', city: 'santa_fe' };
    const { play, server } = await sitAt('old_west', { actions: actionsOf(settle) });
    expect(play.cities).toEqual(new Set(['santa_fe']));
    play.city('santa_fe');
    expect(server.asked).toEqual([]);
    play.confirm();
    expect(server.asked).toEqual([settle]);
  });

  test('Alvin goes where a mouse clicks, and asks a finger', async () => {
    const alvin: Move = { do: 'alvin', city: 'phoenix' };
    const { play, server } = await sitAt('old_west', { actions: actionsOf(alvin) });
    play.city('phoenix', true);
    expect(play.question).toMatchObject({ ask: 'sure', action: { move: alvin } });
    expect(server.asked).toEqual([]);
    play.back();
    play.city('phoenix');
    expect(server.asked).toEqual([alvin]);
  });

  test('a marker asks for its pair, unless there is one alone', async () => {
    const mark = (city: string, colour: CardType): Move => ({
      do: 'mark',
      city,
      colour,
      locomotives: 0,
    });
    const moves = [mark('phoenix', 'red'), mark('phoenix', 'blue'), mark('santa_fe', 'red')];
    const { play, server } = await sitAt('old_west', { actions: actionsOf(...moves) });
    play.city('santa_fe');
    expect(play.chosen?.move).toEqual(mark('santa_fe', 'red'));
    play.city('phoenix');
    expect(play.chosen).toBeNull();
    play.colour('blue');
    expect(server.asked).toEqual([mark('phoenix', 'blue')]);
  });
});

describe('tickets', () => {
  const keep = (...tickets: string[]): Move => ({ do: 'keep', tickets });
  const [A, B, C] = ['denver-el_paso', 'chicago-santa_fe', 'winnipeg-little_rock'] as const;

  test('exactly those ticked are kept, once they are enough', async () => {
    const actions = actionsOf(keep(A, B), keep(A, C), keep(B, C), keep(A, B, C));
    const view = { phase: 'first tickets' as const, offer: [A, B, C], keep_at_least: 2 };
    const { play, server } = await sitAt('usa', { actions, view });
    play.tick(C);
    expect(play.keep).toBeNull();
    play.tick(A);
    play.tick(B);
    play.tick(B);
    play.keepTicked();
    expect(server.asked).toEqual([keep(A, C)]);
  });

  test('all are ticked at once where all must be kept', async () => {
    const view = { phase: 'first tickets' as const, offer: [A, B], keep_at_least: 2 };
    const { play } = await sitAt('usa', { actions: actionsOf(keep(A, B)), view });
    play.forget();
    expect(play.ticked).toEqual(new Set([A, B]));
    expect(play.keep?.move).toEqual(keep(A, B));
  });

  test('looking at more is asked about first', async () => {
    const tickets: Move = { do: 'tickets' };
    const { play, server } = await sitAt('usa', { actions: actionsOf(tickets) });
    play.askTickets();
    expect(server.asked).toEqual([]);
    play.confirm();
    expect(server.asked).toEqual([tickets]);
  });
});

test('a move that waits for its answer stays under way when the line is back', async () => {
  const { play, server, store } = await sitAt('usa', { actions: actionsOf(draw('deck')) });
  server.isBusy = true;
  play.draw('deck');
  server.greet();
  await vi.waitFor(() => expect(server.asked).toHaveLength(2));
  expect(store.actions).toEqual([]);
  server.isBusy = false;
  server.greet();
  await vi.waitFor(() => expect(server.asked).toHaveLength(3));
  server.goOn({ actions: actionsOf(draw('deck'), draw(0)) });
  await vi.waitFor(() => expect(store.actions).toHaveLength(2));
});

describe('going back', () => {
  test('goes one step at a time, until nothing is left to go back from', async () => {
    const moves = [claim(GREY, 'red'), claim(GREY, 'blue')];
    const { play } = await sitAt('usa', { actions: actionsOf(...moves) });
    settings.set('confirm', 'always');
    play.pickPile('blue');
    play.track(GREY);
    play.refuse(because('X', 'no'), null);
    const seen = [0, 1, 2, 3, 4].map(() => {
      const could = play.back();
      const { question, pile, refusal } = play;
      const colour = question && 'colour' in question ? question.colour : null;
      return [could, refusal !== null, question?.ask, colour, pile];
    });
    expect(seen).toEqual([
      [true, false, 'claim', 'blue', 'blue'],
      [true, false, 'claim', null, 'blue'],
      [true, false, undefined, null, 'blue'],
      [true, false, undefined, null, null],
      [false, false, undefined, null, null],
    ]);
  });

  test('a new position forgets what was half chosen', async () => {
    const { play } = await sitAt('usa', { actions: actionsOf(claim(GREY, 'red')) });
    play.pickPile('red');
    play.track(GREY, true);
    play.forget();
    expect([play.question, play.pile, play.refusal]).toEqual([null, null, null]);
  });
});

test.each(['stop', 'no marker', 'done', 'pass'] as const)(
  'leaving it at that can be: %s',
  async (what) => {
    const { play, server } = await sitAt('usa', { actions: actionsOf(draw('deck'), { do: what }) });
    play.rest();
    expect(server.asked).toEqual([{ do: what }]);
  },
);
