// A table being thought up: everything the page of a new table asks, and the request it becomes.

import { LIVERIES, type Livery } from '../colours.ts';
import { myName, otherName } from '../names.ts';
import type { GameInfo, NewTable } from '../types/protocol.ts';

type Sitting =
  { kind: 'me' | 'here'; name: string } | { kind: 'open' } | { kind: 'bot'; bot: string };
export type Chair = Sitting & { colour: Livery };

/** Seconds a bot waits before it moves, by how it is called; the server knows what is normal. */
export const PACES = { quick: 0.3, normal: null, calm: 2.5 } as const;
export type BotPace = keyof typeof PACES;

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
  botPace = $state<BotPace>('normal');
  help = $state(true);
  alvin = $state(false);
  openTrack = $state(false);
  /** The seat that starts, or -1 for chance. */
  starts = $state(-1);

  constructor(game: string) {
    this.game = $state(game);
    this.chairs = [{ kind: 'me', name: myName(), colour: LIVERIES[0] }];
    this.resize(2);
  }

  /** More or fewer seats; new ones are open, and people keep their seats as long as possible. */
  resize(seats: number): void {
    while (this.chairs.length > seats) {
      const last = this.chairs.findLastIndex((chair) => chair.kind === 'open');
      const bot = this.chairs.findLastIndex((chair) => chair.kind === 'bot');
      const gone = last >= 0 ? last : bot >= 0 ? bot : this.chairs.length - 1;
      this.chairs.splice(gone, 1);
    }
    while (this.chairs.length < seats) {
      const used = this.chairs.map(({ colour }) => colour);
      const colour = LIVERIES.find((one) => !used.includes(one)) ?? LIVERIES[0];
      this.chairs.push({ kind: 'open', colour });
    }
    if (this.starts >= seats) this.starts = -1;
  }

  /** What stands in a seat's menu: me, here, open, or bot:LEVEL. */
  choice(seat: number): string {
    const chair = this.chairs[seat];
    return chair?.kind === 'bot' ? `bot:${chair.bot}` : (chair?.kind ?? 'open');
  }

  choose(seat: number, choice: string): void {
    const { colour } = this.chairs[seat] ?? { colour: LIVERIES[0] };
    if (choice.startsWith('bot:'))
      this.chairs[seat] = { kind: 'bot', bot: choice.slice(4), colour };
    else if (choice === 'here')
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

  get openSeats(): number {
    return this.chairs.filter((chair) => chair.kind === 'open').length;
  }

  setPace(pace: 'live' | 'leisure'): void {
    this.pace = pace;
    this.clock = pace === 'leisure' ? 259200 : 0;
  }

  request(info: GameInfo): NewTable {
    const options: Record<string, boolean | number> = {};
    if (info.options.includes('alvin') && this.alvin) options['alvin'] = true;
    if (info.options.includes('open_track') && this.openTrack) options['open_track'] = true;
    if (info.options.includes('starts') && this.starts >= 0) options['starts'] = this.starts;
    return {
      game: this.game,
      title: this.title.trim(),
      seats: this.chairs.map((chair) => {
        const { colour } = chair;
        if (chair.kind === 'bot') return { kind: 'bot', bot: chair.bot, colour };
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
      start: this.openSeats === 0,
    };
  }
}
