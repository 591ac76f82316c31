// From the server's view to what the board draws: who owns what, and what is lit.

import type { BoardShape } from '../board/geometry.ts';
import type { BoardLights, BoardState } from '../board/state.ts';
import type { Colour } from '../colours.ts';
import type { BoardInfo, Step, View } from '../types/protocol.ts';
import type { Looks } from './looks.svelte.ts';
import type { Play } from './play.svelte.ts';
import type { Words } from './words.ts';

export class Places {
  private readonly tracks: Map<string, number>;
  private readonly cities: Map<string, number>;

  constructor(shape: BoardShape) {
    this.tracks = new Map(shape.tracks.map((t, i) => [t.id, i]));
    this.cities = new Map(shape.cities.map((c, i) => [c.id, i]));
  }

  track(id: string): number {
    return this.tracks.get(id) ?? -1;
  }
  city(id: string): number {
    return this.cities.get(id) ?? -1;
  }
  tracksOf(ids: Iterable<string>): Set<number> {
    return new Set([...ids].map((id) => this.track(id)));
  }
  citiesOf(ids: Iterable<string>): Set<number> {
    return new Set([...ids].map((id) => this.city(id)));
  }
}

/** What lies on the board; a claim on its way to the server is shown as made. */
export function boardState(
  shape: BoardShape,
  places: Places,
  view: View,
  words: Words,
  play: { store: Pick<Play['store'], 'pending' | 'seat'> },
): BoardState {
  const owner: (number | null)[] = shape.tracks.map(() => null);
  for (const [id, seat] of Object.entries(view.owners)) owner[places.track(id)] = seat;
  const pending = play.store.pending?.move;
  const built: (Colour | null)[] = shape.tracks.map(() => null);
  for (const [id, colour] of Object.entries(view.built)) built[places.track(id)] = colour as Colour;
  if (pending?.do === 'claim' && play.store.seat !== null)
    owner[places.track(pending.track)] = play.store.seat;
  if (pending?.do === 'build') built[places.track(pending.track)] = pending.colour as Colour;
  const cut = new Set(view.cut);
  return {
    owner,
    liveries: view.players.map((p) => words.livery(p.seat)),
    built,
    cut: places.tracksOf(cut),
    closed: places.tracksOf(view.closed.filter((id) => !cut.has(id))),
    markers: Object.entries(view.markers).map(([city, seat]) => ({
      city: places.city(city),
      seat,
    })),
    figure: view.alvin === null ? null : places.city(view.alvin),
  };
}

/** The tracks of the last claim or piece, which stay marked until the next one. */
export function lastMove(steps: readonly Step[]): string[] {
  const undone = new Set(steps.flatMap((s) => s.undone));
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i];
    if (!step || step.kind !== 'action' || undone.has(step.seq)) continue;
    const tracks = step.events.flatMap((e) =>
      (e.event === 'claimed' || e.event === 'built') && e.track ? [e.track] : [],
    );
    if (tracks.length) return tracks;
  }
  return [];
}

export function boardLights(
  places: Places,
  info: BoardInfo,
  view: View,
  play: Play,
  looks: Looks,
  last: readonly string[],
): BoardLights {
  const lights: BoardLights = {};
  const { store, question, advised } = play;
  const builds = new Set(play.of('build').map((a) => a.move.track));
  const claimable = builds.size ? builds : play.claimable;
  lights.claimable = places.tracksOf(claimable);
  lights.worthy = places.tracksOf([...play.ways.keys()].filter((id) => claimable.has(id)));
  lights.choosable = places.citiesOf(play.cities);
  lights.last = places.tracksOf(last);
  const isOver = view.phase === 'over';
  if (!isOver) lights.reach = places.citiesOf(view.reach);
  if (play.pile) lights.only = places.tracksOf([...claimable, ...Object.keys(view.owners)]);

  const asked = question && 'track' in question ? question.track : null;
  if (asked !== null && store.seat !== null) {
    lights.chosen = places.track(asked);
    lights.claimable = new Set([places.track(asked)]);
    if (question?.ask === 'claim') lights.ghost = { track: places.track(asked), seat: store.seat };
    const previews = store.position?.previews;
    const preview = previews?.builds[asked] ?? previews?.claims[asked];
    if (preview) lights.wouldCut = places.tracksOf(preview.cuts);
  } else if (looks.track !== null && claimable.has(looks.track)) {
    const previews = store.position?.previews;
    const preview = previews?.builds[looks.track] ?? previews?.claims[looks.track];
    if (preview?.cuts.length) lights.wouldCut = places.tracksOf(preview.cuts);
  }

  const city =
    question?.ask === 'sure'
      ? question.action.move.city
      : question && 'city' in question
        ? question.city
        : advised && 'city' in advised
          ? advised.city
          : null;
  if (city !== null) lights.about = places.citiesOf([city]);

  const ends = (id: string): string[] => {
    const ticket = info.tickets.find((t) => t.id === id);
    return ticket ? [...ticket.starts, ...ticket.ends] : [];
  };
  if (looks.ticket !== null) lights.ringed = places.citiesOf(ends(looks.ticket));
  else if (looks.cities.length) lights.ringed = places.citiesOf(looks.cities);
  else if (looks.found !== null) lights.ringed = new Set([looks.found]);
  const done = new Set(view.tickets_done);
  const open = view.tickets.filter((t) => !done.has(t));
  if (!isOver) lights.wanted = places.citiesOf([...open, ...view.offer].flatMap(ends));
  if (looks.path.length) lights.only = lights.path = places.tracksOf(looks.path);
  else if (looks.tracks.length) lights.path = places.tracksOf(looks.tracks);
  else if (advised && 'track' in advised) lights.path = places.tracksOf([advised.track]);
  if (looks.player !== null) {
    const own = Object.entries(view.owners).flatMap(([id, s]) => (s === looks.player ? [id] : []));
    lights.only = places.tracksOf(own);
  }
  return lights;
}
