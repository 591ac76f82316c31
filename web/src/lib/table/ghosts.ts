// What an alternative looks like on the board: trains that are not laid, a piece, cities, cards. How it
// looks in the yards is in yard/ghost.ts.

import type { BoardLights, BoardState } from '../board/state.ts';
import type { Colour } from '../colours.ts';
import { capital, t } from '../i18n/index.ts';
import type { Move, View } from '../types/protocol.ts';
import type { Places } from './lights.ts';
import { cardsLaid, payment, type CardSet, type Words } from './words.ts';

/** What somebody could do. */
export interface Ghost {
  move: Move;
  seat: number;
}

/** The cards that a move is made with; null if it is not about cards one can see. */
export function cardsOf(move: Move, view: View, words: Words): CardSet | null {
  switch (move.do) {
    case 'draw': {
      const card = move.from === 'deck' ? null : view.market[move.from];
      return card ? { [card]: 1 } : null;
    }
    case 'claim':
      return payment(move.colour, words.trackInfo(move.track)?.length ?? 0, move.locomotives);
    case 'mark':
      return payment(move.colour, 2, move.locomotives);
    case 'lay':
    case 'lay three':
      return cardsLaid(move);
    default:
      return null;
  }
}

/** A move in words beside which its cards stand as signs. */
export function shortly(move: Move, view: View, words: Words): string {
  if (move.do === 'claim') return t('review.do.claim', { track: words.track(move.track) });
  if (move.do === 'mark') return t('review.do.mark', { city: words.city(move.city) });
  if (move.do === 'lay' || move.do === 'lay three') return t('review.do.lay');
  return capital(words.move(move, view));
}

/** The cities that a move is about. */
export function citiesOf(move: Move, words: Words): string[] {
  if ('city' in move) return [move.city];
  const tickets = move.do === 'keep' ? move.tickets : move.do === 'complete' ? [move.ticket] : [];
  return tickets.flatMap((id) => {
    const ticket = words.ticketInfo(id);
    return ticket ? [...ticket.starts, ...ticket.ends] : [];
  });
}

/** The lights with an alternative of a seat drawn in. */
export function withGhost(
  lights: BoardLights,
  places: Places,
  words: Words,
  { move, seat }: Ghost,
): BoardLights {
  const track = 'track' in move ? places.track(move.track) : -1;
  const cities = places.citiesOf(citiesOf(move, words));
  return {
    ...lights,
    ...(track >= 0 ? { path: new Set([track]), chosen: track } : {}),
    ...(move.do === 'claim' ? { ghost: { track, seat } } : {}),
    ...(cities.size ? { ringed: cities } : {}),
  };
}

/** The board with the piece of an alternative on it, if it lays one. */
export function withPiece(state: BoardState, places: Places, move: Move): BoardState {
  if (move.do !== 'build') return state;
  const built = [...(state.built ?? [])];
  built[places.track(move.track)] = move.colour as Colour;
  return { ...state, built };
}
