// What was chosen last on the home page, kept for the next time.

import { FIRST_GAME, gameFile } from '../games.ts';

const KEPT = 'branchline.chosen';
/** For a game whose bots nobody has chosen yet. */
const USUAL = 'conductor';

interface Chosen {
  game: string;
  bots: number;
  /** How good the bots are, by game: who is at home in one game may be new to the next. */
  levels: Record<string, string>;
  /** The variants that are on, by name; a game takes those it knows. */
  variants: Record<string, boolean>;
}

export class LastChosen {
  game = $state(FIRST_GAME);
  bots = $state(2);
  levels = $state.raw<Record<string, string>>({});
  variants = $state.raw<Record<string, boolean>>({});

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Chosen>;
      this.game = gameFile(kept.game ?? null)?.id ?? FIRST_GAME;
      if (Number.isInteger(kept.bots) && Number(kept.bots) > 0) this.bots = Number(kept.bots);
      for (const [game, level] of Object.entries(kept.levels ?? {}))
        if (typeof level === 'string') this.levels = { ...this.levels, [game]: level };
      for (const [name, on] of Object.entries(kept.variants ?? {}))
        if (on === true) this.variants = { ...this.variants, [name]: on };
    } catch {
      // Nothing usable was kept.
    }
  }

  /** The level of a game's bots, as it was chosen for that game. */
  levelOf(game: string): string {
    return this.levels[game] ?? USUAL;
  }

  setLevel(game: string, level: string): void {
    this.set({ levels: { ...this.levels, [game]: level } });
  }

  set(choice: Partial<Chosen>): void {
    Object.assign(this, choice);
    try {
      const { game, bots, levels, variants } = this;
      localStorage.setItem(KEPT, JSON.stringify({ game, bots, levels, variants }));
    } catch {
      // It lasts as long as the page.
    }
  }
}

export const chosen = new LastChosen();
