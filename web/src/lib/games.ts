// The games and levels in the player's words; a game or level we have no words for keeps its own.

import { maybe } from './i18n/index.ts';
import type { GameInfo, LevelInfo } from './types/protocol.ts';

/** The order in which the games are shown. */
export const GAMES = ['usa', 'france', 'old_west', 'card_game'] as const;

export function gameName(id: string, info?: GameInfo): string {
  return maybe(`common.game.${id}`) ?? info?.name ?? id;
}

export function levelName(id: string, info?: LevelInfo): string {
  return maybe(`common.level.${id}`) ?? info?.name ?? id;
}

export function levelAbout(id: string, info?: LevelInfo): string {
  return maybe(`common.level.${id}.about`) ?? info?.about ?? '';
}

/** The name of a seat: a person's own; a bot's by its level, with its number if there are two. */
export function seatName(seat: { kind: string; name: string; bot: string | null }): string {
  if (seat.kind !== 'bot' || !seat.bot) return seat.name;
  const ending = /\s(\d+)$/.exec(seat.name)?.[1];
  return levelName(seat.bot, { id: seat.bot, name: seat.name.replace(/\s\d+$/, ''), about: '' }) +
    (ending ? ` ${ending}` : '');
}
