// The log: steps and their events as lines with an icon, worded in the player's language.

import type { CardType } from '../colours.ts';
import type { Key } from '../i18n/index.ts';
import type { IconName } from '../icons/icons.ts';
import type { SeenEvent, Step } from '../types/protocol.ts';
import { list, roughly, some, t } from './say.ts';
import { payment, type CardSet, type Words } from './words.ts';

export interface LogLine {
  key: string;
  seq: number;
  at: number;
  icon: IconName;
  seat: number | null;
  text: string;
  /** What looking at the line lights up. */
  tracks: string[];
  cities: string[];
  cards: CardSet | null;
  /** Points won by it. */
  points: number | null;
  kind: 'game' | 'table' | 'chat';
}

type Draft = Partial<Omit<LogLine, 'key' | 'seq' | 'at'>> & { icon: IconName; text: string };

function one(event: SeenEvent, words: Words): Draft | null {
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
        cards: { [event.colour]: 1 },
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
        seat: event.seat,
        text: t('event.robbed', { colour: t(`words.card.${event.colour}`) }),
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
        text: t('event.completed', { ticket: words.ticket(event.ticket) }),
        cards: event.cards,
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

/** What is not of the game: its icon and its text. */
const OF_TABLE: Partial<Record<Step['kind'], [IconName, Key]>> = {
  sit: ['person', 'table.log.sit'],
  leave: ['leave', 'table.log.leave'],
  remove: ['leave', 'table.log.remove'],
  bot: ['bot', 'table.log.bot'],
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

/** The lines of one step. Points of a route stand in the line of its claim. */
export function linesOf(step: Step, words: Words): LogLine[] {
  const drafts: Draft[] = [];
  if (step.kind === 'chat') {
    drafts.push({ icon: 'chat', seat: step.seat, text: step.text ?? '', kind: 'chat' });
  } else if (step.kind === 'start' || step.kind === 'action') {
    const setUp = step.kind === 'start';
    for (const event of step.events) {
      if (setUp && (event.event === 'shuffled' || event.event === 'offered')) continue;
      if (event.event === 'chose' && step.events.some((e) => e.event === 'kept')) continue;
      if (event.event === 'scored' && event.why === 'route') {
        const claim = drafts.findLast((d) => d.icon === 'train' && d.seat === event.seat);
        if (claim) {
          claim.points = event.points;
          continue;
        }
      }
      const draft = one(event, words);
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
    const [icon, key] = OF_TABLE[step.kind] ?? [];
    if (icon && key)
      drafts.push({
        icon,
        seat: step.seat,
        kind: 'table',
        text: t(step.agree === false ? 'table.log.refused' : key, {
          time: roughly(step.seconds ?? 0),
        }),
      });
  }
  return drafts.map((draft, i) => ({
    key: `${step.seq}.${i}`,
    seq: step.seq,
    at: step.at,
    seat: null,
    tracks: [],
    cities: [],
    cards: null,
    points: null,
    kind: 'game',
    ...draft,
  }));
}

/** The whole log without what was taken back. */
export function logOf(steps: readonly Step[], words: Words): LogLine[] {
  const undone = new Set(steps.flatMap((s) => s.undone));
  const lines: LogLine[] = [];
  for (const line of steps.filter((s) => !undone.has(s.seq)).flatMap((s) => linesOf(s, words))) {
    const before = lines.at(-1);
    // The two cards of a turn stand in one line.
    if (
      line.icon === 'draw' &&
      before?.icon === 'draw' &&
      before.seat === line.seat &&
      before.text === line.text
    )
      lines[lines.length - 1] = {
        ...before,
        text: t('table.log.twice', { what: line.text }),
        cards: line.cards && before.cards ? sum(before.cards, line.cards) : null,
      };
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

/** A line as plain words, for a screen reader. */
export function spoken(line: LogLine, words: Words): string {
  const parts = [line.seat === null ? '' : words.name(line.seat), line.text];
  if (line.cards) parts.push(`(${words.cards(line.cards)})`);
  if (line.points !== null) parts.push(some('table.n.point', line.points));
  return parts.filter(Boolean).join(' ');
}
