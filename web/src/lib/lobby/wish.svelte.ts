// A table being thought up: everything the page of a new table asks, and the request it becomes.

import { LIVERIES, type Livery } from '../colours.ts';
import { chosenOf, gameFile } from '../games.ts';
import { myName, otherName } from '../names.ts';
import { nameOf, shuffled, type Character } from '../people/people.ts';
import { settings } from '../settings/settings.svelte.ts';
import type { GameInfo, NewTable } from '../types/protocol.ts';
import { PACES } from './pace.ts';

type Sitting =
  | { kind: 'me' | 'here'; name: string }
  | { kind: 'open' }
  | { kind: 'bot'; bot: string; who: Character };
export type Chair = Sitting & { colour: Livery };

export const LIVE_CLOCKS = [0, 30, 60, 120, 300, 600] as const;
export const LEISURE_CLOCKS = [0, 43200, 86400, 259200, 604800] as const;

export class Wish {
  game: string;
  title = $state('');
  chairs = $state<Chair[]>([]);
  listed = $state(false);
  pace = $state<'live' | 'leisure'>('live');
  /** Seconds for each decision; 0 is no clock. */
  clock = $state(0);
  onTimeOut = $state<'bot' | 'pause'>('bot');
  botPace = $state(settings.bots);
  help = $state(true);
  /** The variants that are on, by name. */
  variants: Record<string, boolean>;
  /** The seat that starts, or -1 for chance. */
  starts = $state(-1);

  /** The level of bots to come. */
  #level: string;
  /** Who comes next. */
  readonly #cast = shuffled();

  constructor(game: string, level: string, variants: Readonly<Record<string, boolean>> = {}) {
    this.variants = $state({ ...variants });
    this.game = $state(game);
    this.#level = $state(level);
    this.chairs = [{ kind: 'me', name: myName(), colour: LIVERIES[0] }];
    this.fit();
  }

  get #limits(): { min: number; max: number } {
    return gameFile(this.game)?.seats ?? { min: 2, max: 2 };
  }

  /** As many seats as the game is for; people keep theirs as long as possible. */
  fit(): void {
    while (this.chairs.length > this.#limits.max)
      if (!this.#remove('open') && !this.#remove('bot')) this.chairs.pop();
    while (this.chairs.length < this.#limits.min) this.#add('open');
    if (this.starts >= this.chairs.length) this.starts = -1;
  }

  #add(kind: 'open' | 'bot'): void {
    const used = this.chairs.map(({ colour }) => colour);
    const colour = LIVERIES.find((one) => !used.includes(one)) ?? LIVERIES[0];
    this.chairs.push({ kind: 'open', colour });
    this.#give(this.chairs.length - 1, kind);
  }

  /** Leave a seat to whoever comes, or give it to a bot. */
  #give(seat: number, kind: 'open' | 'bot'): void {
    this.choose(seat, kind === 'bot' ? `bot:${this.#level}` : 'open');
  }

  /** Take the last seat of a kind away; whether there was one. */
  #remove(kind: 'open' | 'bot'): boolean {
    const last = this.chairs.findLastIndex((chair) => chair.kind === kind);
    if (last >= 0) this.chairs.splice(last, 1);
    return last >= 0;
  }

  /** So many open seats, or seats for bots. Where there are too many, the other kind gives way. */
  set(kind: 'open' | 'bot', count: number): void {
    const other = kind === 'bot' ? 'open' : 'bot';
    while (this.count(kind) > count) this.#remove(kind);
    while (this.count(kind) < count && this.chairs.length < this.#limits.max) this.#add(kind);
    for (const [seat, chair] of this.chairs.entries())
      if (chair.kind === other && this.count(kind) < count) this.#give(seat, kind);
    while (this.chairs.length < this.#limits.min) this.#add(other);
    if (this.starts >= this.chairs.length) this.starts = -1;
  }

  count(kind: Chair['kind']): number {
    return this.chairs.filter((chair) => chair.kind === kind).length;
  }

  /** How many bots, or how many open seats, there can be beside the people of this device. */
  get most(): number {
    return this.#limits.max - this.people.length;
  }

  /** The level of all bots; null if they differ. */
  get level(): string | null {
    const levels = new Set(this.chairs.flatMap((c) => (c.kind === 'bot' ? [c.bot] : [])));
    if (levels.size > 1) return null;
    return [...levels][0] ?? this.#level;
  }

  setLevel(level: string): void {
    this.#level = level;
    for (const chair of this.chairs) if (chair.kind === 'bot') chair.bot = level;
  }

  #next(): Character {
    const here = this.chairs.map((chair) => (chair.kind === 'bot' ? chair.who : null));
    const at = this.#cast.findIndex((who) => !here.includes(who));
    const [who] = this.#cast.splice(Math.max(at, 0), 1) as [Character];
    this.#cast.push(who);
    return who;
  }

  /** Let another character have a bot's seat. */
  change(seat: number): void {
    const chair = this.chairs[seat];
    if (chair?.kind === 'bot') chair.who = this.#next();
  }

  /** What stands in a seat's menu: me, here, open, or bot:LEVEL. */
  choice(seat: number): string {
    const chair = this.chairs[seat];
    return chair?.kind === 'bot' ? `bot:${chair.bot}` : (chair?.kind ?? 'open');
  }

  choose(seat: number, choice: string): void {
    const before = this.chairs[seat];
    const colour = before?.colour ?? LIVERIES[0];
    if (choice.startsWith('bot:')) {
      const who = before?.kind === 'bot' ? before.who : this.#next();
      this.chairs[seat] = { kind: 'bot', bot: choice.slice(4), who, colour };
    } else if (choice === 'here')
      this.chairs[seat] = {
        kind: 'here',
        name: otherName(this.people.map(({ name }) => name)),
        colour,
      };
    else if (choice === 'me') this.chairs[seat] = { kind: 'me', name: myName(), colour };
    else this.chairs[seat] = { kind: 'open', colour };
  }

  /** Give a seat a colour; the one that had it gets the other. */
  paint(seat: number, colour: Livery): void {
    const chair = this.chairs[seat];
    const other = this.chairs.find((one) => one.colour === colour);
    if (!chair) return;
    if (other) other.colour = chair.colour;
    chair.colour = colour;
  }

  get people(): { name: string }[] {
    return this.chairs.flatMap((chair) => ('name' in chair ? [chair] : []));
  }

  setPace(pace: 'live' | 'leisure'): void {
    this.pace = pace;
    this.clock = pace === 'leisure' ? 259200 : 0;
  }

  request(info: GameInfo): NewTable {
    const options: Record<string, boolean | number> = chosenOf(info, this.variants);
    if (info.options.includes('starts') && this.starts >= 0) options['starts'] = this.starts;
    return {
      game: this.game,
      title: this.title.trim(),
      seats: this.chairs.map((chair) => {
        const { colour } = chair;
        if (chair.kind === 'bot')
          return { kind: 'bot', bot: chair.bot, name: nameOf(chair.who), colour };
        if (chair.kind === 'open') return { kind: 'open', colour };
        return { kind: 'you', name: chair.name.trim(), colour };
      }),
      options,
      listed: this.listed,
      pace: this.pace,
      clock: this.clock ? { seconds: this.clock } : null,
      on_time_out: this.onTimeOut,
      bot_pace: PACES[this.botPace],
      help: this.help,
      start: this.count('open') === 0,
    };
  }
}
