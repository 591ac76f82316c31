import { describe, expect, test } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { actionsOf, adviceOf, sitAt, stepOf, type Sitting } from '../testing/table.ts';
import type { LegalAction } from '../types/protocol.ts';
import { boardLights, boardState, lastMove, Places } from './lights.ts';
import { trackTold } from './tracktold.ts';
import { Looks } from './looks.svelte.ts';

type Move = LegalAction['move'];
const claim = (track: string): Move => ({ do: 'claim', track, colour: 'red', locomotives: 0 });
const GREY = 'denver-santa_fe';
const RED = 'denver-oklahoma_city';

/** What glows, by name, when somebody looks at something. */
function lightsOf(
  { shape, board, store, play }: Sitting,
  look: Partial<Looks> = {},
  last: string[] = [],
) {
  const places = new Places(shape);
  const looks = Object.assign(new Looks(), look);
  const lights = boardLights(places, board, store.view!, play, looks, last);
  const named = (list: { id: string }[]) => (found?: ReadonlySet<number> | null) =>
    found && [...found].map((i) => list[i]?.id).sort();
  const [tracks, cities] = [named(shape.tracks), named(shape.cities)];
  return {
    claimable: tracks(lights.claimable),
    worthy: tracks(lights.worthy),
    only: tracks(lights.only),
    path: tracks(lights.path),
    last: tracks(lights.last),
    wouldCut: tracks(lights.wouldCut),
    choosable: cities(lights.choosable),
    ringed: cities(lights.ringed),
    about: cities(lights.about),
    wanted: cities(lights.wanted),
    reach: cities(lights.reach),
    chosen: lights.chosen === undefined ? undefined : shape.tracks[lights.chosen!]?.id,
    ghost: lights.ghost && [shape.tracks[lights.ghost.track]?.id, lights.ghost.seat],
  };
}

/** What lies on a track of the board. */
function lying({ shape, store, words, play }: Sitting, track: string) {
  const places = new Places(shape);
  const state = boardState(shape, places, store.view!, words, play);
  const i = places.track(track);
  return {
    owner: state.owner[i],
    built: state.built?.[i],
    cut: state.cut?.has(i),
    closed: state.closed?.has(i),
  };
}

describe('what can be done glows', () => {
  test('tracks to claim', async () => {
    const sitting = await sitAt('usa', { actions: actionsOf(claim(GREY), claim(RED)) });
    expect(lightsOf(sitting).claimable).toEqual([RED, GREY]);
    expect(lightsOf(sitting).only).toBeUndefined();
  });

  test('beds to build on, and nothing else while they can be', async () => {
    const build: Move = { do: 'build', track: 'amiens-reims', colour: 'red' };
    const actions = actionsOf(build, claim('amiens-rouen'));
    const sitting = await sitAt('france', { actions });
    expect(lightsOf(sitting).claimable).toEqual(['amiens-reims']);
  });

  test('cities to choose', async () => {
    const actions = actionsOf({ do: 'settle', city: 'phoenix' }, { do: 'settle', city: 'tucson' });
    const sitting = await sitAt('old_west', { actions, view: { reach: ['santa_fe'] } });
    expect(lightsOf(sitting).choosable).toEqual(['phoenix', 'tucson']);
    expect(lightsOf(sitting).reach).toEqual(['santa_fe']);
  });

  test('with a pile chosen all but its tracks and the claimed ones is dim', async () => {
    const actions = actionsOf(claim(GREY), { ...claim(RED), colour: 'blue' } as Move);
    const sitting = await sitAt('usa', { actions, view: { owners: { 'dallas-el_paso': 1 } } });
    sitting.play.pickPile('red');
    expect(lightsOf(sitting).claimable).toEqual([GREY]);
    expect(lightsOf(sitting).only).toEqual(['dallas-el_paso', GREY]);
  });
});

describe('what is on the way of an own ticket glows strongly', () => {
  const open = (ticket: string, ...path: string[]) => ({ ticket, done: false, spaces: 2, path });
  const tell = async (sitting: Sitting, ...outlook: ReturnType<typeof open>[]) => {
    sitting.server.outlook = { outlook, together: [] };
    await sitting.store.needOutlook();
    return sitting;
  };
  const view = { tickets: ['denver-el_paso', 'chicago-santa_fe'] };

  test('of what can be done now, and nothing else', async () => {
    const actions = actionsOf(claim(GREY), claim(RED));
    const sitting = await sitAt('usa', { actions, view });
    expect(lightsOf(sitting).worthy).toEqual([]);
    await tell(sitting, open('denver-el_paso', GREY, 'el_paso-santa_fe'));
    expect(lightsOf(sitting).worthy).toEqual([GREY]);
    expect(lightsOf(sitting).claimable).toEqual([RED, GREY]);
  });

  test('by any of the tracks side by side', async () => {
    const [told, other] = ['denver-kansas_city-1', 'denver-kansas_city-2'];
    const sitting = await sitAt('usa', { actions: actionsOf(claim(other), claim(RED)), view });
    await tell(sitting, open('chicago-santa_fe', told));
    expect(lightsOf(sitting).worthy).toEqual([other]);
  });

  test('beds to build on as well', async () => {
    const build = (track: string): Move => ({ do: 'build', track, colour: 'red' });
    const actions = actionsOf(build('amiens-reims'), build('lorient-rennes'));
    const sitting = await sitAt('france', { actions, view });
    await tell(sitting, open('denver-el_paso', 'amiens-reims', 'dijon-reims'));
    expect(lightsOf(sitting).worthy).toEqual(['amiens-reims']);
  });

  test('but not for a ticket that is done, or that is only offered', async () => {
    const given = { tickets: ['denver-el_paso'], tickets_done: ['denver-el_paso'] };
    const actions = actionsOf(claim(GREY), claim(RED));
    const offered = { ...given, offer: ['chicago-santa_fe'] };
    const sitting = await sitAt('usa', { actions, view: offered });
    await tell(sitting, open('denver-el_paso', GREY), open('chicago-santa_fe', RED));
    expect(lightsOf(sitting).worthy).toEqual([]);
  });

  test('and nothing at a table that does not give this help', async () => {
    const sitting = await sitAt('usa', { actions: actionsOf(claim(GREY)), view });
    sitting.store.table = { ...sitting.store.table!, help: false };
    await tell(sitting, open('denver-el_paso', GREY));
    expect(lightsOf(sitting)).toMatchObject({ claimable: [GREY], worthy: [] });
  });

  test('and is said in words, with the tickets, while it can be done', async () => {
    const sitting = await sitAt('usa', { actions: actionsOf(claim(GREY)), view });
    const ways = [open('denver-el_paso', GREY, RED), open('chicago-santa_fe', GREY)];
    const { store, words, play } = await tell(sitting, ...ways);
    await useLanguage('en');
    const told = (id: string) => trackTold(id, store.view!, words, play, null);
    expect(told(GREY)).toContain(
      'you can claim it; on the way of your tickets Denver–El Paso and Chicago–Santa Fe',
    );
    expect(told(RED)).not.toContain('on the way');
  });
});

describe('a claim under way', () => {
  test('glows alone, with trains of the own colour on it', async () => {
    const sitting = await sitAt('usa', { actions: actionsOf(claim(GREY), claim(RED)) });
    sitting.play.track(GREY, true);
    const lights = lightsOf(sitting);
    expect(lights.claimable).toEqual([GREY]);
    expect(lights.chosen).toBe(GREY);
    expect(lights.ghost).toEqual([GREY, 0]);
  });

  test('once sent lies on the board before the server has answered', async () => {
    const sitting = await sitAt('usa', { actions: actionsOf(claim(GREY)) });
    expect(lying(sitting, GREY).owner).toBeNull();
    sitting.play.track(GREY);
    expect(lying(sitting, GREY).owner).toBe(0);
  });

  test('a piece on its way lies there as well', async () => {
    const build: Move = { do: 'build', track: 'amiens-reims', colour: 'green' };
    const sitting = await sitAt('france', { actions: actionsOf(build) });
    sitting.play.track('amiens-reims');
    expect(lying(sitting, 'amiens-reims').built).toBeNull();
    sitting.play.colour('green');
    expect(lying(sitting, 'amiens-reims').built).toBe('green');
  });

  test('shows what it would cut off, and looking at it does too', async () => {
    const build: Move = { do: 'build', track: 'amiens-reims', colour: 'red' };
    const builds = { 'amiens-reims': { cuts: ['amiens-calais'], closes: [] } };
    const previews = { claims: {}, lays: {}, builds };
    const sitting = await sitAt('france', { actions: actionsOf(build), previews });
    expect(lightsOf(sitting).wouldCut).toBeUndefined();
    expect(lightsOf(sitting, { track: 'amiens-reims' }).wouldCut).toEqual(['amiens-calais']);
    sitting.play.track('amiens-reims');
    expect(lightsOf(sitting).wouldCut).toEqual(['amiens-calais']);
  });
});

describe('the board', () => {
  test('shows who owns what, what is closed, and what is cut off but not also closed', async () => {
    const view = {
      owners: { 'boston-new_york-1': 1 },
      closed: ['boston-new_york-2', RED],
      cut: [RED],
      markers: { denver: 1 },
      alvin: 'chicago',
    };
    const sitting = await sitAt('usa', { view });
    expect(lying(sitting, 'boston-new_york-1').owner).toBe(1);
    expect(lying(sitting, 'boston-new_york-2')).toMatchObject({ closed: true, cut: false });
    expect(lying(sitting, RED)).toMatchObject({ closed: false, cut: true });
    const places = new Places(sitting.shape);
    const { shape, store, words, play } = sitting;
    const state = boardState(shape, places, store.view!, words, play);
    expect(state.markers).toEqual([{ city: places.city('denver'), seat: 1 }]);
    expect(state.figure).toBe(places.city('chicago'));
  });

  test('marks the cities that open and offered tickets still want', async () => {
    const view = {
      tickets: ['denver-el_paso', 'chicago-santa_fe'],
      tickets_done: ['chicago-santa_fe'],
      offer: ['winnipeg-little_rock'],
    };
    const sitting = await sitAt('usa', { view });
    expect(lightsOf(sitting).wanted).toEqual(['denver', 'el_paso', 'little_rock', 'winnipeg']);
  });
});

describe('looking', () => {
  test('at a ticket rings its cities', async () => {
    const sitting = await sitAt('usa');
    expect(lightsOf(sitting, { ticket: 'denver-el_paso' }).ringed).toEqual(['denver', 'el_paso']);
  });

  test('at a line of the log lights its tracks and rings its cities', async () => {
    const sitting = await sitAt('usa');
    expect(lightsOf(sitting, { tracks: [GREY] })).toMatchObject({ path: [GREY], only: undefined });
    expect(lightsOf(sitting, { cities: ['denver'] }).ringed).toEqual(['denver']);
  });

  test('at something else puts what a bot advises into the shade, for as long', async () => {
    const sitting = await sitAt('usa');
    expect(lightsOf(sitting).path).toBeUndefined();
    sitting.play.advise(adviceOf(claim(RED)));
    expect(lightsOf(sitting).path).toEqual([RED]);
    expect(lightsOf(sitting, { tracks: [GREY] }).path).toEqual([GREY]);
  });

  test('a city that a bot advises is ringed, and nothing else fades', async () => {
    const sitting = await sitAt('old_west');
    expect(lightsOf(sitting).about).toBeUndefined();
    sitting.play.advise(adviceOf({ do: 'settle', city: 'tucson' }));
    expect(lightsOf(sitting)).toMatchObject({ about: ['tucson'], ringed: undefined });
  });

  test('a city that is asked about is ringed, and the others can still be chosen', async () => {
    const actions = actionsOf({ do: 'settle', city: 'phoenix' }, { do: 'settle', city: 'tucson' });
    const sitting = await sitAt('old_west', { actions });
    sitting.play.advise(adviceOf({ do: 'settle', city: 'tucson' }));
    sitting.play.city('phoenix');
    expect(lightsOf(sitting)).toMatchObject({
      about: ['phoenix'],
      choosable: ['phoenix', 'tucson'],
    });
  });

  test('at a path leaves nothing else bright', async () => {
    const sitting = await sitAt('usa');
    expect(lightsOf(sitting, { path: [GREY] })).toMatchObject({ path: [GREY], only: [GREY] });
  });

  test('at a player leaves only that one in the light', async () => {
    const sitting = await sitAt('usa', { view: { owners: { [GREY]: 0, [RED]: 1 } } });
    expect(lightsOf(sitting, { player: 1 }).only).toEqual([RED]);
  });
});

describe('the last move', () => {
  const claimed = (seq: number, track: string) =>
    stepOf(seq, { seat: 0, events: [{ event: 'claimed', seat: 0, track, cards: {} }] });

  test('is the last track claimed or built, whatever came after', async () => {
    const drew = stepOf(3, { seat: 1, events: [{ event: 'drew', seat: 1, from: 'deck' }] });
    const last = lastMove([claimed(1, RED), claimed(2, GREY), drew]);
    expect(last).toEqual([GREY]);
    expect(lightsOf(await sitAt('usa'), {}, last).last).toEqual([GREY]);
  });

  test('is the one before if it was taken back', () => {
    const undo = stepOf(3, { kind: 'undo', seat: 0, undone: [2] });
    expect(lastMove([claimed(1, RED), claimed(2, GREY), undo])).toEqual([RED]);
    expect(lastMove([])).toEqual([]);
  });
});
