// What was chosen last on the home page, kept for the next time.

const KEPT = 'branchline.chosen';

interface Chosen {
  game: string;
  bots: number;
  level: string;
}

class LastChosen {
  game = $state('usa');
  bots = $state(2);
  level = $state('conductor');

  constructor() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Partial<Chosen>;
      if (typeof kept.game === 'string') this.game = kept.game;
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
