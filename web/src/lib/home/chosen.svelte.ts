// What was chosen last on the home page, kept for the next time.

import { FIRST_GAME, gameFile } from '../games.ts';

const KEPT = 'branchline.chosen';

interface Chosen {
  game: string;
  bots: number;
  level: string;
}

class LastChosen {
  game = $state(FIRST_GAME);
  bots = $state(2);
  level = $state('conductor');

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Chosen>;
      this.game = gameFile(kept.game ?? null)?.id ?? FIRST_GAME;
      if (Number.isInteger(kept.bots) && Number(kept.bots) > 0) this.bots = Number(kept.bots);
      if (typeof kept.level === 'string') this.level = kept.level;
    } catch {
      // Nothing usable was kept.
    }
  }

  set(choice: Partial<Chosen>): void {
    Object.assign(this, choice);
    try {
      const { game, bots, level } = this;
      localStorage.setItem(KEPT, JSON.stringify({ game, bots, level }));
    } catch {
      // It lasts as long as the page.
    }
  }
}

export const chosen = new LastChosen();
