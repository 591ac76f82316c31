// The names of things at a table: cities, tracks, tickets, cards, people, reasons.

import { CARDS, LIVERIES, type CardType, type Livery } from '../colours.ts';
import { seatName } from '../games.ts';
import { saying } from '../i18n/index.ts';
import type {
  BoardInfo,
  CityInfo,
  LegalAction,
  Problem,
  Reason,
  SeatState,
  Table,
  TicketInfo,
  TrackInfo,
  View,
} from '../types/protocol.ts';
import { has, list, some, t } from './say.ts';

export type CardSet = Partial<Record<CardType, number>>;

/** The cards of a claim, a row or a marker: so many of a colour and locomotives. */
export function payment(colour: CardType, length: number, locomotives: number): CardSet {
  const cards: CardSet = {};
  if (locomotives < length) cards[colour] = length - locomotives;
  if (locomotives) cards.locomotive = locomotives;
  return cards;
}

/** Reasons that will not change: beside one of them what else is wrong does not matter. */
const FOR_GOOD = new Set(['OVER', 'TAKEN', 'SISTER_TAKEN', 'OWN_SISTER', 'CUT', 'BUILT']);

export class Words {
  readonly board: BoardInfo;
  private readonly seats: SeatState[];
  private readonly cities: Map<string, CityInfo>;
  private readonly tracks: Map<string, TrackInfo>;
  private readonly tickets: Map<string, TicketInfo>;

  constructor(board: BoardInfo, table: Table) {
    this.board = board;
    this.seats = table.seats;
    this.cities = new Map(board.cities.map((c) => [c.id, c]));
    this.tracks = new Map(board.tracks.map((x) => [x.id, x]));
    this.tickets = new Map(board.tickets.map((x) => [x.id, x]));
  }

  name(seat: number): string {
    const chair = this.seats[seat];
    return (chair && seatName(chair)) || t('table.seat', { n: seat + 1 });
  }

  livery(seat: number): Livery {
    return this.seats[seat]?.colour ?? LIVERIES[0];
  }

  names(seats: number[]): string {
    return list(seats.map((s) => this.name(s)));
  }

  /** A city by name; a dead end by its zone's name in the player's language. */
  city(id: string): string {
    const city = this.cities.get(id);
    if (city?.zone) return this.zone(city.zone);
    return city?.name ?? id;
  }

  zone(id: string): string {
    const key = `table.zone.${id}`;
    if (has(key)) return t(key);
    return this.board.zones.find((z) => z.id === id)?.name ?? id;
  }

  trackInfo(id: string): TrackInfo | undefined {
    return this.tracks.get(id);
  }

  ticketInfo(id: string): TicketInfo | undefined {
    return this.tickets.get(id);
  }

  track(id: string): string {
    const track = this.tracks.get(id);
    if (!track) return id;
    return track.ends.map((c) => this.city(c)).join('–');
  }

  /** A track with what one needs to know: length, colour, locomotives, points. */
  trackLong(id: string, built: string | undefined): string {
    const track = this.tracks.get(id);
    if (!track) return id;
    const colour = track.colour ?? built ?? null;
    const parts = [
      this.track(id),
      some('table.n.space', track.length),
      colour === null ? t('table.track.bed') : t(`table.track.${colour}`),
    ];
    if (track.locomotives) parts.push(some('table.track.ferry', track.locomotives));
    parts.push(some('table.n.point', track.points));
    return parts.join(', ');
  }

  ticketEnds(id: string): [string, string] {
    const ticket = this.tickets.get(id);
    return [this.city(ticket?.starts[0] ?? ''), this.city(ticket?.ends[0] ?? '')];
  }

  ticket(id: string): string {
    return `${this.ticketEnds(id).join('–')} (${this.tickets.get(id)?.points ?? 0})`;
  }

  card(card: string): string {
    return t(`table.card.${card}`);
  }

  /** "3 purple, 1 locomotive", in the order of the piles. */
  cards(cards: CardSet): string {
    return CARDS.filter((c) => cards[c])
      .map((c) => some(`table.n.${c}`, cards[c] ?? 0))
      .join(', ');
  }

  /** A move in words, as advice. */
  move(move: LegalAction['move'], view: View): string {
    switch (move.do) {
      case 'draw':
        return move.from === 'deck'
          ? t('table.move.deck')
          : t('table.move.place', { card: this.card(view.market[move.from] ?? '') });
      case 'keep':
        return move.tickets.length
          ? t('table.move.keep', { tickets: list(move.tickets.map((x) => this.ticket(x))) })
          : t('table.move.keepNone');
      case 'claim': {
        const length = this.tracks.get(move.track)?.length ?? 0;
        const cards = this.cards(payment(move.colour, length, move.locomotives));
        return t('table.move.claim', { track: this.track(move.track), cards });
      }
      case 'build':
        return t('table.move.build', {
          track: this.track(move.track),
          colour: this.card(move.colour),
        });
      case 'settle':
        return t('table.move.settle', { city: this.city(move.city) });
      case 'alvin':
        return t('table.move.alvin', { city: this.city(move.city) });
      case 'mark': {
        const cards = this.cards(payment(move.colour, 2, move.locomotives));
        return t('table.move.mark', { city: this.city(move.city), cards });
      }
      case 'lay': {
        const all = move.cards + move.locomotives;
        return t('table.move.lay', { cards: this.cards(payment(move.colour, all, move.locomotives)) });
      }
      case 'lay three':
        return t('table.move.lay', { cards: list(move.colours.map((c) => this.card(c))) });
      case 'complete':
        return t('table.move.complete', { ticket: this.ticket(move.ticket) });
      default:
        return t(`table.move.${move.do.replaceAll(' ', '_')}`);
    }
  }

  /** Why something is refused, worded here by the names of the reasons. */
  reason(reason: Reason | Problem): string {
    const flags = 'flags' in reason ? reason.flags : reason.reasons;
    const settled = flags.filter((f) => FOR_GOOD.has(f)).slice(0, 1);
    const told = settled.length ? settled : flags;
    const known = told.map((f) => `table.why.${f}`).filter((key) => has(key));
    if (known.length)
      return known.map((key) => t(key)).reduceRight((other, one) => t('words.also', { one, other }));
    return ('said' in reason && saying(reason.said)) || reason.text;
  }

  /** One line: who must do what. */
  status(view: View, table: Table, seat: number | null): string {
    if (view.phase === 'over') return t('table.status.over');
    if (table.stopped) return t('table.status.stopped');
    if (table.state === 'paused') return t('table.status.paused');
    const phase = view.phase.replaceAll(' ', '_');
    const least = view.keep_at_least;
    if (seat !== null && view.to_act.includes(seat)) {
      const yard = phase === 'turn' && this.board.mechanics.includes('rail_yard');
      return t(`table.status.you.${yard ? 'turnCards' : phase}`, { least });
    }
    const key = view.to_act.length === 1 ? 'one' : 'many';
    return t(`table.status.${key}.${phase}`, { names: this.names(view.to_act) });
  }
}
