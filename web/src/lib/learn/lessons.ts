// The lessons: what is explained, in which order, where to look, and what the player does meanwhile.
// Its deal is the same each time, so the first steps can be told card by card. A person who does something
// else is not held back: a stage then says the same in general, and waits until it makes sense.

import type { Key } from '../i18n/index.ts';
import type { LegalAction, Position, Step } from '../types/protocol.ts';

/** How often the player has done what. */
export interface Done {
  kept: number;
  drew: number;
  claimed: number;
  built: number;
  settled: number;
  marked: number;
  laid: number;
}

export interface Now {
  position: Position;
  mine: boolean;
  done: Done;
}

export interface Stage {
  key: Key | ((now: Now) => Key);
  /** What is pointed at: a place on the page, or the track that is best claimed now. */
  at: string | 'track' | null | ((now: Now) => string);
  /** The track to claim, as long as it can be. */
  track?: string;
  /** Shown once this holds; always if missing. */
  when?: (now: Now) => boolean;
  /** Over once this holds; if missing, when the player has read it. */
  until?: (now: Now) => boolean;
  /** Said instead when the player is on the move but has nothing to do it with. */
  otherwise?: Key;
}

const turn = ({ mine, position }: Now): boolean => mine && position.view.phase === 'turn';
const can = (what: LegalAction['move']['do']) => (now: Now) =>
  turn(now) && (now.position.actions ?? []).some((action) => action.move.do === what);

/** The first place with a card of a colour, where the lesson goes by the script. */
const place = (now: Now, card: string): string | null => {
  const at = now.position.view.market.indexOf(card);
  return at >= 0 ? `[data-place="${at}"]` : null;
};
const claims = ({ position }: Now, track: string): boolean =>
  (position.actions ?? []).some(({ move }) => move.do === 'claim' && move.track === track);

const tickets = (key: Key): Stage => ({
  key,
  at: '.choice',
  when: ({ position }) => position.view.phase === 'first tickets' && position.view.choice === null,
  until: ({ position }) => position.view.phase !== 'first tickets' || position.view.choice !== null,
});
const draw = (key: Key): Stage => ({
  key,
  at: '.market',
  when: turn,
  until: ({ done }) => done.drew > 0,
});
const second: Stage = {
  key: 'tutorial.second',
  at: '.market',
  when: ({ position }) => position.view.phase === 'second card',
  until: ({ mine, position }) => !mine || position.view.phase !== 'second card',
};
const claim = (key: Key): Stage => ({
  key,
  at: 'track',
  when: can('claim'),
  otherwise: 'tutorial.claim.wait',
  until: ({ done }) => done.claimed > 0,
});

// The deal of the USA lesson: Denver–El Paso, Winnipeg–Little Rock and Chicago–Santa Fe on offer; two
// white cards, an orange one and a locomotive in hand; two black cards among the five.
const black = (key: Key, general: Key, stage: Omit<Stage, 'key' | 'at'>): Stage => ({
  ...stage,
  key: (now) => (place(now, 'black') ? key : general),
  at: (now) => place(now, 'black') ?? '.market',
});
/** The nth claim, of a certain track if it can still be claimed. */
const claimOf = (n: number, track: string, key: Key, general: Key): Stage => ({
  ...claim(general),
  key: (now) => (claims(now, track) ? key : general),
  track,
  until: ({ done }) => done.claimed >= n,
});

export const LESSONS: Record<string, readonly Stage[]> = {
  usa: [
    { key: 'tutorial.usa.welcome', at: null },
    tickets('tutorial.usa.tickets'),
    { key: 'tutorial.hand', at: '.hand', when: turn },
    black('tutorial.usa.black', 'tutorial.usa.draw', draw('tutorial.usa.draw')),
    black('tutorial.usa.blackToo', 'tutorial.second', second),
    { key: 'tutorial.watch', at: '.players' },
    claimOf(1, 'denver-santa_fe', 'tutorial.usa.claim', 'tutorial.claim'),
    { key: 'tutorial.points', at: '.players' },
    claimOf(2, 'el_paso-santa_fe', 'tutorial.usa.claimToo', 'tutorial.claim.more'),
    {
      key: ({ position }) =>
        position.view.tickets_done.length ? 'tutorial.usa.ticketDone' : 'tutorial.ticketList',
      at: '.tickets, nav.bar .button',
    },
    { key: 'tutorial.moreTickets', at: '.market' },
    { key: 'tutorial.usa.end', at: null },
    { key: 'tutorial.finish', at: null },
  ],
  france: [
    { key: 'tutorial.france.welcome', at: '.stage' },
    tickets('tutorial.france.tickets'),
    draw('tutorial.france.draw'),
    second,
    {
      key: 'tutorial.france.build',
      at: '.stage',
      when: ({ mine, position }) => mine && position.view.phase === 'build',
      until: ({ done }) => done.built > 0,
    },
    { key: 'tutorial.france.built', at: '.stage' },
    { key: 'tutorial.france.cross', at: '.stage' },
    claim('tutorial.claim'),
    { key: 'tutorial.france.zones', at: null },
    { key: 'tutorial.finish', at: null },
  ],
  old_west: [
    { key: 'tutorial.west.welcome', at: '.stage' },
    tickets('tutorial.west.tickets'),
    {
      key: 'tutorial.west.city',
      at: '.stage',
      when: ({ mine, position }) => mine && position.view.phase === 'starting city',
      until: ({ done }) => done.settled > 0,
    },
    { key: 'tutorial.west.reach', at: '.stage' },
    draw('tutorial.west.draw'),
    second,
    claim('tutorial.west.claim'),
    { key: 'tutorial.west.marker', at: '.stage' },
    { key: 'tutorial.west.scores', at: '.players' },
    { key: 'tutorial.finish', at: null },
  ],
  card_game: [
    { key: 'tutorial.cards.welcome', at: '.yards' },
    tickets('tutorial.cards.tickets'),
    draw('tutorial.cards.draw'),
    second,
    {
      key: 'tutorial.cards.lay',
      at: '.hand',
      when: can('lay'),
      otherwise: 'tutorial.cards.lay.wait',
      until: ({ done }) => done.laid > 0,
    },
    { key: 'tutorial.cards.track', at: '.yards' },
    { key: 'tutorial.cards.rob', at: '.yards' },
    { key: 'tutorial.cards.end', at: null },
    { key: 'tutorial.finish', at: null },
  ],
};

/** What a stage says now. */
export function keyOf(stage: Stage, now: Now): Key {
  return typeof stage.key === 'function' ? stage.key(now) : stage.key;
}

const NOTHING: Done = { kept: 0, drew: 0, claimed: 0, built: 0, settled: 0, marked: 0, laid: 0 };
const isDone = (event: string): event is keyof Done => event in NOTHING;

/** What the player has done so far, without what was taken back. */
export function doneIn(steps: readonly Step[], seat: number): Done {
  const done = { ...NOTHING };
  const undone = new Set(steps.flatMap((step) => step.undone));
  for (const step of steps) {
    if (undone.has(step.seq)) continue;
    for (const event of step.events)
      if ('seat' in event && event.seat === seat && isDone(event.event)) done[event.event] += 1;
  }
  return done;
}

const KEPT = 'branchline.lessons';

/** The tables at which a lesson is under way, and how far it is. */
function kept(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** How far the lesson at a table is, or null if there is none. */
export function lessonAt(table: string): number | null {
  const stage = kept()[table];
  return typeof stage === 'number' ? stage : null;
}

export function keepLesson(table: string, stage: number | null): void {
  const { [table]: _, ...rest } = kept();
  try {
    localStorage.setItem(KEPT, JSON.stringify(stage === null ? rest : { ...rest, [table]: stage }));
  } catch {
    // The lesson lasts as long as the page.
  }
}
