// The games there are, and games and levels in the player's words; a game or level we have no words
// for keeps its own.

import { maybe } from './i18n/index.ts';
import { whoSits } from './people/people.ts';
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

/** The level of the bot on a seat; null for people. */
export function seatLevel(seat: { kind: string; bot: string | null }): string | null {
  return seat.kind === 'bot' && seat.bot ? levelName(seat.bot) : null;
}

/** The name of a seat. A bot of a table from before there were characters is called by its level,
    with its number if there are two. */
export function seatName(seat: { kind: string; name: string; bot: string | null }): string {
  if (seat.kind !== 'bot' || !seat.bot || whoSits(seat)) return seat.name;
  const ending = /\s(\d+)$/.exec(seat.name)?.[1];
  return (
    levelName(seat.bot, { id: seat.bot, name: seat.name.replace(/\s\d+$/, ''), about: '' }) +
    (ending ? ` ${ending}` : '')
  );
}

/** The variants of a game: all options but the seat that starts. */
export function variantsOf(info: { options: readonly string[] }): string[] {
  return info.options.filter((name) => name !== 'starts');
}

/** Of the variants that are on, those a game has, as the server wants them. */
export function chosenOf(
  info: { options: readonly string[] },
  variants: Readonly<Record<string, boolean>>,
): Record<string, boolean> {
  const on = variantsOf(info).filter((name) => variants[name]);
  return Object.fromEntries(on.map((name) => [name, true]));
}

export function variantName(name: string): string {
  return maybe(`lobby.option.${name}`) ?? name;
}

export function variantAbout(name: string): string {
  return maybe(`lobby.option.${name}.about`) ?? '';
}
