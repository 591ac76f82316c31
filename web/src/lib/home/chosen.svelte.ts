// What was chosen last on the home page, kept for the next time.

import { FIRST_GAME, gameFile } from '../games.ts';

const KEPT = 'branchline.chosen';

interface Chosen {
  game: string;
  bots: number;
  level: string;
  /** The variants that are on, by name; a game takes those it knows. */
  variants: Record<string, boolean>;
}

class LastChosen {
  game = $state(FIRST_GAME);
  bots = $state(2);
  level = $state('conductor');
  variants = $state.raw<Record<string, boolean>>({});

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Chosen>;
      this.game = gameFile(kept.game ?? null)?.id ?? FIRST_GAME;
      if (Number.isInteger(kept.bots) && Number(kept.bots) > 0) this.bots = Number(kept.bots);
      if (typeof kept.level === 'string') this.level = kept.level;
      for (const [name, on] of Object.entries(kept.variants ?? {}))
        if (on === true) this.variants = { ...this.variants, [name]: on };
    } catch {
      // Nothing usable was kept.
    }
  }

  set(choice: Partial<Chosen>): void {
    Object.assign(this, choice);
    try {
      const { game, bots, level, variants } = this;
      localStorage.setItem(KEPT, JSON.stringify({ game, bots, level, variants }));
    } catch {
      // It lasts as long as the page.
    }
  }
}

export const chosen = new LastChosen();
