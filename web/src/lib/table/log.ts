// The log: steps and their events as lines with an icon, worded in the player's language.

import type { CardType } from '../colours.ts';
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
  const seat = event.seat ?? null;
  const set = event.cards && typeof event.cards === 'object' && !Array.isArray(event.cards);
  const paid = set ? (event.cards as CardSet) : null;
  switch (event.event) {
    case 'starts':
      return { icon: 'play', seat, text: t('table.log.starts') };
    case 'shuffled':
      return { icon: 'shuffle', text: some('table.log.shuffled', event.deck_count ?? 0) };
    case 'swept':
      return { icon: 'shuffle', text: t('table.log.swept') };
    case 'offered':
      return {
        icon: 'tickets',
        seat,
        text: some('table.log.offered', event.tickets?.length ?? event.tickets_count ?? 0),
      };
    case 'chose':
      return { icon: 'tickets', seat, text: t('table.log.chose') };
    case 'kept':
      return {
        icon: 'tickets',
        seat,
        text: event.tickets?.length
          ? t('table.log.kept', { tickets: list(event.tickets.map((x) => words.ticket(x))) })
          : some('table.log.keptSome', event.tickets?.length ?? event.tickets_count ?? 0),
      };
    case 'drew':
      return event.from === 'deck'
        ? {
            icon: 'draw',
            seat,
            text: t('table.log.drewDeck'),
            cards: event.card ? { [event.card]: 1 } : null,
          }
        : {
            icon: 'draw',
            seat,
            text: t('table.log.drew', { place: Number(event.from) + 1 }),
            cards: event.card ? { [event.card]: 1 } : null,
          };
    case 'claimed':
      return {
        icon: 'train',
        seat,
        text: t('table.log.claimed', { track: words.track(event.track ?? '') }),
        tracks: event.track ? [event.track] : [],
        cards: paid,
      };
    case 'scored':
      return {
        icon: 'star',
        seat,
        points: event.points ?? 0,
        text:
          event.why === 'marker'
            ? t('table.log.scoredMarker', { city: words.city(event.city ?? '') })
            : event.why === 'capture'
              ? t('table.log.scoredCapture')
              : event.why === 'tickets'
                ? t('table.log.scoredTickets')
                : t('table.log.scored'),
        tracks: event.track ? [event.track] : [],
      };
    case 'built':
      return {
        icon: 'piece',
        seat,
        text: t('table.log.built', {
          track: words.track(event.track ?? ''),
          colour: words.card(event.colour ?? ''),
        }),
        tracks: event.track ? [event.track] : [],
        cards: event.colour ? { [event.colour]: 1 } : null,
      };
    case 'cut off':
      return {
        icon: 'warning',
        text: t('table.log.cut', { tracks: list((event.tracks ?? []).map((x) => words.track(x))) }),
        tracks: event.tracks ?? [],
      };
    case 'settled':
      return {
        icon: 'marker',
        seat,
        text: t('table.log.settled', { city: words.city(event.city ?? '') }),
        cities: event.city ? [event.city] : [],
      };
    case 'marked':
      return {
        icon: 'marker',
        seat,
        text: t('table.log.marked', { city: words.city(event.city ?? '') }),
        cities: event.city ? [event.city] : [],
        cards: paid,
      };
    case 'captured':
      return {
        icon: 'star',
        seat,
        text: t('table.log.captured', { city: words.city(event.city ?? '') }),
        cities: event.city ? [event.city] : [],
      };
    case 'alvin moved':
      return {
        icon: 'star',
        seat,
        text: t('table.log.alvin', { city: words.city(event.city ?? '') }),
        cities: event.city ? [event.city] : [],
      };
    case 'moved':
      return {
        icon: 'track',
        seat,
        text: some('table.log.moved', Array.isArray(event.cards) ? event.cards.length : 0),
      };
    case 'robbed':
      return {
        icon: 'warning',
        seat,
        text: t('table.log.robbed'),
        cards: payment(
          event.colour as CardType,
          Number(event.cards ?? 0) + (event.locomotives ?? 0),
          event.locomotives ?? 0,
        ),
      };
    case 'laid': {
      const rows = (event.rows ?? []).map((r) =>
        payment(r.colour, r.cards + r.locomotives, r.locomotives),
      );
      return { icon: 'cards', seat, text: t('table.log.laid'), cards: rows.reduce(sum, {}) };
    }
    case 'scoring':
      return { icon: 'trophy', text: t('table.log.scoring') };
    case 'completed':
      return {
        icon: 'check',
        seat,
        text: t('table.log.completed', { ticket: words.ticket(event.ticket ?? '') }),
        cards: paid,
      };
    case 'finished':
      return { icon: 'check', seat, text: t('table.log.finished') };
    case 'gathered':
      return { icon: 'shuffle', text: some('table.log.gathered', event.count ?? 0) };
    case 'passed':
      return { icon: 'pass', seat, text: t('table.log.passed') };
    case 'last round':
      return { icon: 'bell', text: some('table.log.lastRound', event.turns ?? 0) };
    case 'over':
      return { icon: 'trophy', text: t('table.log.over') };
    default:
      return null;
  }
}

const TABLE_ICONS: Partial<Record<Step['kind'], IconName>> = {
  sit: 'person',
  leave: 'leave',
  remove: 'leave',
  bot: 'bot',
  undo: 'undo',
  ask: 'undo',
  consent: 'check',
  withdraw: 'close',
  pause: 'pause',
  stop: 'pause',
  resume: 'play',
  away: 'bot',
  back: 'person',
  'time out': 'clock',
  downtime: 'clock',
  rematch: 'play',
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
          claim.points = event.points ?? 0;
          continue;
        }
      }
      const draft = one(event, words);
      if (draft) drafts.push(draft);
    }
    if (step.thought)
      drafts.push({ icon: 'bot', seat: step.seat, kind: 'table', text: t(`table.log.thought.${step.thought}`) });
  } else {
    const icon = TABLE_ICONS[step.kind];
    const key = `table.log.${step.kind.replaceAll(' ', '_')}`;
    if (icon)
      drafts.push({
        icon,
        seat: step.seat,
        kind: 'table',
        text:
          step.kind === 'consent'
            ? t(step.agree ? 'table.log.consent' : 'table.log.refused')
            : t(key, { time: roughly(step.seconds ?? 0) }),
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
    if (line.icon === 'draw' && before?.icon === 'draw' && before.seat === line.seat && before.text === line.text)
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
  for (const [card, n] of Object.entries(b) as [CardType, number][]) all[card] = (all[card] ?? 0) + n;
  return all;
}

/** A line as plain words, for a screen reader. */
export function spoken(line: LogLine, words: Words): string {
  const parts = [line.seat === null ? '' : words.name(line.seat), line.text];
  if (line.cards) parts.push(`(${words.cards(line.cards)})`);
  if (line.points !== null) parts.push(some('table.n.point', line.points));
  return parts.filter(Boolean).join(' ');
}
