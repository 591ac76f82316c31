// The log: steps and their events as lines with an icon, worded in the player's language.

import type { CardType } from '../colours.ts';
import type { Key } from '../i18n/index.ts';
import type { IconName } from '../icons/icons.ts';
import type { SeenEvent, Step } from '../types/protocol.ts';
import { list, maybe, roughly, some, t } from './say.ts';
import { payment, type CardSet, type Words } from './words.ts';

export interface LogLine {
  key: string;
  seq: number;
  at: number;
  icon: IconName;
  seat: number | null;
  /** The name the seat had then, where that matters; else it is called as now. */
  name: string | null;
  text: string;
  /** What looking at the line lights up. */
  tracks: string[];
  cities: string[];
  cards: CardSet | null;
  /** Points won by it. */
  points: number | null;
  kind: 'game' | 'robbery' | 'table' | 'chat';
}

type Draft = Partial<Omit<LogLine, 'key' | 'seq' | 'at'>> & { icon: IconName; text: string };

function one(event: SeenEvent, step: Step, words: Words): Draft | null {
  switch (event.event) {
    case 'starts':
      return { icon: 'play', seat: event.seat, text: t('event.starts') };
    case 'shuffled':
      return {
        icon: 'shuffle',
        text: some('event.shuffled', count(event.deck, event.deck_count)),
      };
    case 'swept':
      return { icon: 'shuffle', text: t('event.swept') };
    case 'offered':
      return {
        icon: 'tickets',
        seat: event.seat,
        text: some('event.offered', count(event.tickets, event.tickets_count)),
      };
    case 'chose':
      return { icon: 'tickets', seat: event.seat, text: t('event.chose') };
    case 'kept': {
      const returned = count(event.returned, event.returned_count);
      return {
        icon: 'tickets',
        seat: event.seat,
        text: event.tickets?.length
          ? t('event.kept', { tickets: list(event.tickets.map((x) => words.ticket(x))) })
          : returned
            ? some('event.kept.some', count(event.tickets, event.tickets_count), { returned })
            : some('event.kept.all', count(event.tickets, event.tickets_count)),
      };
    }
    case 'drew':
      return {
        icon: 'draw',
        seat: event.seat,
        text: t(event.from === 'deck' ? 'event.drew.deck' : 'event.drew'),
        cards: event.card ? { [event.card]: 1 } : null,
      };
    case 'claimed':
      return {
        icon: 'train',
        seat: event.seat,
        text: t('event.claimed', { track: words.track(event.track) }),
        tracks: [event.track],
        cards: event.cards,
      };
    case 'scored':
      // A completed ticket is told with its points; those of a closed one are a secret.
      if (event.why === 'tickets' || event.points === undefined) return null;
      return {
        icon: 'star',
        seat: event.seat,
        points: event.points,
        text: t(`event.scored.${event.why}`, event.city ? { city: words.city(event.city) } : {}),
        tracks: event.track ? [event.track] : [],
      };
    case 'built':
      return {
        icon: 'piece',
        seat: event.seat,
        text: t('event.built', {
          track: words.track(event.track),
          colour: t(`words.card.${event.colour}`),
        }),
        tracks: [event.track],
      };
    case 'cut off':
      return {
        icon: 'warning',
        text: t('event.cut off', { tracks: list(event.tracks.map((x) => words.track(x))) }),
        tracks: event.tracks,
      };
    case 'settled':
      return {
        icon: 'marker',
        seat: event.seat,
        text: t('event.settled', { city: words.city(event.city) }),
        cities: [event.city],
      };
    case 'marked':
      return {
        icon: 'marker',
        seat: event.seat,
        text: t('event.marked', { city: words.city(event.city) }),
        cities: [event.city],
        cards: event.cards,
      };
    case 'captured':
      return {
        icon: 'star',
        seat: event.seat,
        text: t('event.captured', { city: words.city(event.city) }),
        cities: [event.city],
      };
    case 'alvin moved':
      return {
        icon: 'star',
        seat: event.seat,
        text: t('event.alvin moved', { city: words.city(event.city) }),
        cities: [event.city],
      };
    case 'moved':
      return { icon: 'track', seat: event.seat, text: some('event.moved', event.cards.length) };
    case 'robbed':
      return {
        icon: 'warning',
        kind: 'robbery',
        seat: step.events.find((e) => e.event === 'laid')?.seat ?? null,
        text: t('table.log.robbed', {
          name: words.name(event.seat),
          colour: t(`words.card.${event.colour}`),
        }),
        cards: payment(event.colour, event.cards + event.locomotives, event.locomotives),
      };
    case 'laid': {
      const rows = event.rows.map((r) => payment(r.colour, r.cards + r.locomotives, r.locomotives));
      return {
        icon: 'cards',
        seat: event.seat,
        text: t('event.laid'),
        cards: rows.reduce(sum, {}),
      };
    }
    case 'scoring':
      return { icon: 'trophy', text: t('event.scoring') };
    case 'completed':
      return {
        icon: 'check',
        seat: event.seat,
        text:
          event.ticket === undefined
            ? t('event.completed.closed')
            : t('event.completed', { ticket: words.ticket(event.ticket) }),
        cards: event.cards ?? null,
      };
    case 'finished':
      return { icon: 'check', seat: event.seat, text: t('event.finished') };
    case 'gathered':
      return { icon: 'shuffle', text: some('event.gathered', event.count) };
    case 'passed':
      return { icon: 'pass', seat: event.seat, text: t('event.passed') };
    case 'last round':
      return {
        icon: 'bell',
        text: some('event.last round', event.turns, { who: words.name(event.seat) }),
      };
    case 'over':
      return { icon: 'trophy', text: t('event.over') };
    case 'dealt':
    case 'turned up':
    case 'tickets shuffled':
    case 'put under':
    case 'turn':
    case 'piece returned':
      return null;
  }
}

/** How many there are of what one sees, or was told the number of. */
function count(seen: readonly string[] | undefined, told: number | undefined): number {
  return seen?.length ?? told ?? 0;
}

/** What is not of the game: its icon and its text; null where there is nothing to tell. */
const OF_TABLE: Record<
  Exclude<Step['kind'], 'chat' | 'start' | 'action'>,
  [IconName, Key] | null
> = {
  // The page itself shows that the table is there.
  created: null,
  // It says so where it is pressed.
  hurry: null,
  colour: ['person', 'table.log.colour'],
  sit: ['person', 'table.log.sit'],
  leave: ['leave', 'table.log.leave'],
  remove: ['leave', 'table.log.remove'],
  bot: ['bot', 'table.log.sit'],
  undo: ['undo', 'table.log.undo'],
  ask: ['undo', 'table.log.ask'],
  consent: ['check', 'table.log.consent'],
  withdraw: ['close', 'table.log.withdraw'],
  pause: ['pause', 'table.log.pause'],
  stop: ['pause', 'table.log.stop'],
  resume: ['play', 'table.log.resume'],
  away: ['bot', 'table.log.away'],
  back: ['person', 'table.log.back'],
  'time out': ['clock', 'table.log.time_out'],
  downtime: ['clock', 'table.log.downtime'],
  rematch: ['play', 'table.log.rematch'],
};

/** What happened in the order of cause and effect: a row is lost to the cards that were laid. */
function inOrder(events: readonly SeenEvent[]): SeenEvent[] {
  const laid = events.findIndex((e) => e.event === 'laid');
  if (laid < 0) return [...events];
  const [before, after] = [events.slice(0, laid), events.slice(laid + 1)];
  const isLost = (e: SeenEvent): boolean => e.event === 'robbed';
  return [
    ...before.filter((e) => !isLost(e)),
    ...events.slice(laid, laid + 1),
    ...before.filter(isLost),
    ...after,
  ];
}

/** A step of the table: who came, went, asked, agreed. */
function ofTable(step: Step, kind: keyof typeof OF_TABLE): Draft | null {
  const [icon, key] = OF_TABLE[kind] ?? [];
  if (!icon || !key) return null;
  // A bot that left its seat has no name any more.
  if (kind === 'bot' && step.name === null)
    return { icon, kind: 'table', text: t('table.log.botLeft') };
  const text =
    step.agree === false
      ? t('table.log.refused')
      : t(key, {
          time: roughly(step.seconds ?? 0),
          colour: maybe(`table.card.${step.colour ?? ''}`) ?? '',
        });
  return { icon, seat: step.seat, name: kind === 'bot' ? null : step.name, kind: 'table', text };
}

/** The lines of one step. Points of a route stand in the line of its claim. */
export function linesOf(step: Step, words: Words): LogLine[] {
  const drafts: Draft[] = [];
  if (step.kind === 'chat') {
    drafts.push({ icon: 'chat', seat: step.seat, text: step.text ?? '', kind: 'chat' });
  } else if (step.kind === 'start' || step.kind === 'action') {
    const setUp = step.kind === 'start';
    for (const event of inOrder(step.events)) {
      if (setUp && (event.event === 'shuffled' || event.event === 'offered')) continue;
      if (event.event === 'chose' && step.events.some((e) => e.event === 'kept')) continue;
      if (event.event === 'scored' && event.why === 'route') {
        const claim = drafts.findLast((d) => d.icon === 'train' && d.seat === event.seat);
        if (claim) {
          claim.points = event.points ?? null;
          continue;
        }
      }
      const draft = one(event, step, words);
      if (draft) drafts.push(draft);
    }
    if (step.thought)
      drafts.push({
        icon: 'bot',
        seat: step.seat,
        kind: 'table',
        text: t(`table.log.thought.${step.thought}`),
      });
  } else {
    const draft = ofTable(step, step.kind);
    if (draft) drafts.push(draft);
  }
  return drafts.map((draft, i) => ({
    key: `${step.seq}.${i}`,
    seq: step.seq,
    at: step.at,
    seat: null,
    name: null,
    tracks: [],
    cities: [],
    cards: null,
    points: null,
    kind: 'game',
    ...draft,
  }));
}

/** Two cards drawn in a turn as one line: their number is said once, by the cards if they are seen. */
function drawn(first: LogLine, second: LogLine): LogLine {
  const cards = first.cards && second.cards ? sum(first.cards, second.cards) : null;
  const isFaceUp = first.text === t('event.drew');
  const text = isFaceUp
    ? t('event.drew.several')
    : t(cards ? 'event.drew.deck' : 'event.drew.deck.two');
  return { ...first, text, cards };
}

/** The whole log without what was taken back. */
export function logOf(steps: readonly Step[], words: Words): LogLine[] {
  const undone = new Set(steps.flatMap((s) => s.undone));
  const lines: LogLine[] = [];
  let pair: LogLine | null = null;
  for (const line of steps.filter((s) => !undone.has(s.seq)).flatMap((s) => linesOf(s, words))) {
    const before = lines.at(-1);
    // The two cards of a turn stand in one line.
    if (
      line.icon === 'draw' &&
      before?.icon === 'draw' &&
      before !== pair &&
      before.seat === line.seat &&
      before.text === line.text
    )
      lines[lines.length - 1] = pair = drawn(before, line);
    else lines.push(line);
  }
  return lines;
}

function sum(a: CardSet, b: CardSet): CardSet {
  const all: CardSet = { ...a };
  for (const [card, n] of Object.entries(b) as [CardType, number][])
    all[card] = (all[card] ?? 0) + n;
  return all;
}

/** Whom a line is about; nothing if nobody. */
export function who(line: LogLine, words: Words): string {
  return line.seat === null ? '' : (line.name ?? words.name(line.seat));
}

/** A line as plain words, for a screen reader. */
export function spoken(line: LogLine, words: Words): string {
  const parts = [who(line, words), line.text];
  if (line.cards) parts.push(`(${words.cards(line.cards)})`);
  if (line.points !== null) parts.push(some('table.n.point', line.points));
  return parts.filter(Boolean).join(' ');
}
