// The games there are, and games and levels in the player's words; a game or level we have no words
// for keeps its own.

import { maybe } from './i18n/index.ts';
import type { GameInfo, LevelInfo } from './types/protocol.ts';

/** What the file of a game says and a page shows before the server has answered. */
export interface GameFile {
  id: string;
  order: number;
  mechanics: string[];
  seats: { min: number; max: number };
}

const files = import.meta.glob<GameFile>('../../../src/branchline/boards/*/game.toml', {
  eager: true,
  import: 'default',
});
/** The games in the order in which they are shown. */
export const GAMES: readonly GameFile[] = Object.values(files).sort((a, b) => a.order - b.order);

/** The game to begin with. */
export const FIRST_GAME = GAMES[0]?.id ?? '';

export function gameFile(id: string | null): GameFile | undefined {
  return GAMES.find((game) => game.id === id);
}

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
  return (
    levelName(seat.bot, { id: seat.bot, name: seat.name.replace(/\s\d+$/, ''), about: '' }) +
    (ending ? ` ${ending}` : '')
  );
}
