// The names of things at a table: cities, tracks, tickets, cards, people, reasons.

import { CARDS, LIVERIES, type CardType, type Livery } from '../colours.ts';
import { seatLevel, seatName } from '../games.ts';
import { saying } from '../i18n/index.ts';
import type {
  BoardInfo,
  CityInfo,
  LegalAction,
  Move,
  Problem,
  Reason,
  SeatState,
  TableState,
  TicketInfo,
  TrackInfo,
  View,
} from '../types/protocol.ts';
import type { Play } from './play.svelte.ts';
import { list, maybe, some, t } from './say.ts';

export type CardSet = Partial<Record<CardType, number>>;

/** The cards of a claim, a row or a marker: so many of a colour and locomotives. */
export function payment(colour: CardType, length: number, locomotives: number): CardSet {
  const cards: CardSet = {};
  if (locomotives < length) cards[colour] = length - locomotives;
  if (locomotives) cards.locomotive = locomotives;
  return cards;
}

/** The cards that a move lays in the yard. */
export function cardsLaid(move: Extract<Move, { do: 'lay' | 'lay three' }>): CardSet {
  if (move.do === 'lay three') return Object.fromEntries(move.colours.map((c) => [c, 1]));
  return payment(move.colour, move.cards + move.locomotives, move.locomotives);
}

/** The cards that an advised move lays in the yard; of any other move none. */
export function advisedCards(move: Move | null): CardSet {
  return move?.do === 'lay' || move?.do === 'lay three' ? cardsLaid(move) : {};
}

/** Reasons that will not change: beside one of them what else is wrong does not matter. */
const FOR_GOOD = new Set(['OVER', 'TAKEN', 'SISTER_TAKEN', 'OWN_SISTER', 'CUT', 'BUILT']);

/** Moves that read the same in every game: an example of a command is one of them only if no other can be made. */
const PLAIN = new Set<Move['do']>(['draw', 'tickets', 'pass', 'stop', 'no marker', 'done']);

export class Words {
  readonly board: BoardInfo;
  private readonly seats: SeatState[];
  private readonly cities: Map<string, CityInfo>;
  private readonly tracks: Map<string, TrackInfo>;
  private readonly tickets: Map<string, TicketInfo>;

  constructor(board: BoardInfo, table: TableState) {
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

  chair(seat: number): SeatState | undefined {
    return this.seats[seat];
  }

  /** The level of the bot on a seat; null for people. */
  level(seat: number): string | null {
    const chair = this.seats[seat];
    return chair ? seatLevel(chair) : null;
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
    const name = this.board.zones.find((z) => z.id === id)?.name ?? id;
    return maybe(`table.zone.${id}`) ?? name;
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
    const parts = [this.track(id), some('table.n.space', track.length), this.colour(colour)];
    if (track.locomotives) parts.push(some('table.track.ferry', track.locomotives));
    parts.push(some('table.n.point', track.points));
    return parts.join(', ');
  }

  /** The colour of a track; null for a bed. */
  private colour(colour: string | null): string {
    if (colour === null) return t('table.track.bed');
    return colour === 'grey' ? t('table.track.grey') : this.shade(colour);
  }

  /** A colour, as of a track or a row. */
  shade(colour: string): string {
    return maybe(`words.card.${colour}`) ?? colour;
  }

  ticketEnds(id: string): [string, string] {
    const ticket = this.tickets.get(id);
    return [this.city(ticket?.starts[0] ?? ''), this.city(ticket?.ends[0] ?? '')];
  }

  ticket(id: string): string {
    return `${this.ticketEnds(id).join('–')} (${this.tickets.get(id)?.points ?? 0})`;
  }

  /** The tickets that a track is on the way of. */
  onTheWay(tickets: readonly string[]): string {
    const named = tickets.map((id) => this.ticketEnds(id).join('–'));
    return some('table.track.onTheWay', named.length, { tickets: list(named) });
  }

  card(card: string): string {
    return maybe(`table.card.${card}`) ?? card;
  }

  /** "3 purple, 1 locomotive", in the order of the piles. */
  cards(cards: CardSet): string {
    return CARDS.filter((c) => cards[c])
      .map((c) => some(`table.n.${c}`, cards[c] ?? 0))
      .join(', ');
  }

  /** A move in words: as advice, or as it is typed and stands in the log. */
  move(move: Move, view: View, how: '.advised' | '' = '.advised'): string {
    switch (move.do) {
      case 'draw':
        return move.from === 'deck'
          ? t(`move.deck${how}`)
          : t(`move.place${how}`, {
              card: this.card(view.market[move.from] ?? ''),
              place: move.from + 1,
            });
      case 'keep':
        return move.tickets.length
          ? t(`move.keep${how}`, { tickets: list(move.tickets.map((x) => this.ticket(x))) })
          : t(`move.keepNone${how}`);
      case 'claim': {
        const length = this.tracks.get(move.track)?.length ?? 0;
        const cards = this.cards(payment(move.colour, length, move.locomotives));
        return t(`move.claim${how}`, { track: this.track(move.track), cards });
      }
      case 'build':
        return t(`move.build${how}`, {
          track: this.track(move.track),
          colour: this.card(move.colour),
        });
      case 'mark': {
        const cards = this.cards(payment(move.colour, 2, move.locomotives));
        return t(`move.mark${how}`, { city: this.city(move.city), cards });
      }
      case 'lay':
        return t(`move.lay${how}`, { cards: this.cards(cardsLaid(move)) });
      case 'lay three':
        return t(`move.lay${how}`, { cards: list(move.colours.map((c) => this.card(c))) });
      case 'complete':
        return t(`move.complete${how}`, { ticket: this.ticket(move.ticket) });
      default:
        return t(`move.${move.do}${how}`, 'city' in move ? { city: this.city(move.city) } : {});
    }
  }

  /** A command that could be typed now: of what can be done, what is least easily guessed. */
  example(actions: readonly LegalAction[], view: View): string | null {
    // Tracks side by side may need more words to be told apart.
    const moves = actions
      .map((a) => a.move)
      .filter((m) => m.do !== 'claim' || !this.tracks.get(m.track)?.sisters.length);
    const move = moves.find((m) => !PLAIN.has(m.do)) ?? moves[0];
    if (!move) return null;
    if (move.do !== 'keep' || !move.tickets.length) return this.move(move, view, '');
    // By their places: the names of several tickets are too long for the line.
    const places = move.tickets.map((ticket) => view.offer.indexOf(ticket) + 1);
    return [t('command.verb.keep'), ...places].join(' ');
  }

  /** Why something is refused, worded here by the names of the reasons. */
  reason(reason: Reason | Problem): string {
    const flags = 'flags' in reason ? reason.flags : reason.reasons;
    const settled = flags.filter((f) => FOR_GOOD.has(f)).slice(0, 1);
    const told = settled.length ? settled : flags;
    const known = told.flatMap((f) => maybe(`table.why.${f}`) ?? []);
    if (known.length) return known.reduceRight((other, one) => t('words.also', { one, other }));
    return ('said' in reason && saying(reason.said)) || reason.text;
  }

  /** What is asked of the player before an action is made; empty if nothing is. */
  question(play: Play): string {
    const q = play.question;
    const manyLocomotives = play.locomotiveChoices.length > 1;
    switch (q?.ask) {
      case 'track':
        return t('table.ask.track', { track: this.track(q.tracks[0] ?? '') });
      case 'claim':
        return t(
          q.colour === null
            ? 'table.ask.claimHow'
            : manyLocomotives
              ? 'table.ask.claimLocomotives'
              : 'table.ask.claim',
          { track: this.track(q.track) },
        );
      case 'build':
        return q.colour === null
          ? t('table.ask.build', { track: this.track(q.track) })
          : t('table.ask.buildIn', { track: this.track(q.track), colour: this.shade(q.colour) });
      case 'mark':
        return t(
          q.colour === null
            ? 'table.ask.markHow'
            : manyLocomotives
              ? 'table.ask.markLocomotives'
              : 'table.ask.mark',
          { city: this.city(q.city) },
        );
      case 'tickets':
        return t('table.ask.tickets');
      case 'sure':
        return t(`table.ask.${q.action.move.do}`, { city: this.city(q.action.move.city) });
      default: {
        const laid = play.laying.action;
        if (laid) return t('table.ask.lay', { cards: this.cards(cardsLaid(laid.move)) });
        return play.pile === null ? '' : this.pile(play, play.pile);
      }
    }
  }

  /** A pile was picked: what it can be used for. */
  private pile(play: Play, pile: CardType): string {
    if (!play.of('claim').length) return '';
    const key = play.claimable.size ? 'table.ask.pile' : 'table.ask.pileNone';
    return t(key, { colour: this.shade(pile) });
  }

  /** The last round: whose last turn it is, and who is still to move, in turn order. */
  lastRound(view: View, seat: number | null): { title: string; seats: number[] } | null {
    const { turn_seat: first } = view;
    if (!view.turns_left || first === null || view.phase === 'over') return null;
    const seats = Array.from(
      { length: view.turns_left },
      (_, i) => (first + i) % view.players.length,
    );
    const { two_piles_from: two } = (this.board.numbers['yard'] ?? {}) as {
      two_piles_from?: number;
    };
    const isFirst = two !== undefined && view.players.length >= two && view.pile === 1;
    const yours = first === seat;
    const title = yours
      ? t(isFirst ? 'table.lastRound.yours.pile' : 'table.lastRound.yours')
      : t(isFirst ? 'table.lastRound.pile' : 'table.lastRound');
    return { title, seats };
  }

  /** One line: who must do what. */
  status(view: View, table: TableState, seat: number | null): string {
    if (view.phase === 'over') return t('table.status.over');
    if (table.stopped) return t('table.status.stopped');
    if (table.state === 'paused') return t('table.status.paused');
    const { phase } = view;
    const least = view.keep_at_least;
    if (seat !== null && view.to_act.includes(seat)) {
      const yard = phase === 'turn' && this.board.mechanics.includes('rail_yard');
      const any = phase === 'tickets' && !least;
      return t(`table.status.you.${yard ? 'turnCards' : any ? 'ticketsAny' : phase}`, { least });
    }
    const key = view.to_act.length === 1 ? 'one' : 'many';
    return t(`table.status.${key}.${phase}`, { names: this.names(view.to_act) });
  }
}
