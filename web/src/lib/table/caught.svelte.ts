// The figure on the board is caught, and for a moment everybody sees by whom.

import type { TableStore } from './table.svelte.ts';

/** How long it is shown, in milliseconds. */
const SHOWN = 3200;

export class Caught {
  private readonly store: TableStore;
  private last = $state.raw<{ seat: number; city: string } | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(store: TableStore) {
    this.store = store;
  }

  /** By whom and where, while it is shown. The count at the end has the map to itself. */
  get now(): { seat: number; city: string } | null {
    return this.store.view?.phase === 'over' ? null : this.last;
  }

  /** Follow the game until the function it returns is called. */
  follow(): () => void {
    const stop = this.store.onStep((step) => {
      const event = step.events.find((e) => e.event === 'captured');
      if (!event) return;
      this.last = { seat: event.seat, city: event.city };
      clearTimeout(this.timer);
      this.timer = setTimeout(() => (this.last = null), SHOWN);
    });
    return () => {
      stop();
      clearTimeout(this.timer);
    };
  }
}
