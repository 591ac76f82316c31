// Playing by keyboard: single keys anywhere on the table, unless one is typing or has turned them off.

import type { Play } from './play.svelte.ts';

const KEPT = 'branchline.keys';

class Keys {
  on = $state(localStorage.getItem(KEPT) !== 'off');

  set(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEPT, on ? 'on' : 'off');
    } catch {
      // Not kept, then.
    }
  }
}

export const keys = new Keys();

/** What a key does besides the game's own actions. */
export interface KeyHandlers {
  /** Esc, where the game itself has nothing to go back from; true if something was closed. */
  close(): boolean;
  help(): void;
  search(): void;
  routes(): void;
  command(): void;
  sound(): void;
  hint(): void;
  undo(): void;
  hurry(): void;
}

/** Give the keys to the game itself. */
export function focusGame(): void {
  document.getElementById('main')?.focus({ preventScroll: true });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

export function onKey(event: KeyboardEvent, play: Play, on: KeyHandlers): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector('dialog[open]')) return;
  const { key } = event;
  if (key === 'Escape') {
    // What is typed stays: Esc only leaves the field, or closes the drawer that it stands in.
    if (isTyping(event.target)) {
      if (!on.close()) focusGame();
      event.preventDefault();
    } else if (play.back() || on.close()) event.preventDefault();
    return;
  }
  if (isTyping(event.target)) return;
  if (key.startsWith('Arrow')) {
    if ((event.target as Element).matches('body, #main')) {
      // Cities that are to be chosen from come before tracks.
      const city = document.querySelector<SVGElement>('.city.choosable');
      (city ?? document.querySelector<SVGElement>('[data-track][tabindex="0"]'))?.focus();
      event.preventDefault();
    }
    return;
  }
  if (!keys.on) return;
  const offer = play.store.view?.offer ?? [];
  const choosing = play.of('keep').length > 0;
  let done = true;
  if (key >= '1' && key <= '9') {
    const ticket = offer[Number(key) - 1];
    if (choosing) {
      if (ticket) play.tick(ticket);
    } else if (key <= '5') play.draw(Number(key) - 1);
  } else if (key === '0') play.draw('deck');
  else if (
    key === 'Enter' &&
    choosing &&
    play.keep &&
    (event.target as Element).matches('body, #main, .choice, input')
  )
    play.keepTicked();
  else if (key === '?') on.help();
  else if (key === '/') on.command();
  else {
    switch (key.toLowerCase()) {
      case 'd':
        play.drawTwo();
        break;
      case 't':
        play.askTickets();
        break;
      case 'i':
        on.hint();
        break;
      case 'u':
        on.undo();
        break;
      case 'h':
        on.hurry();
        break;
      case 'r':
        on.routes();
        break;
      case 's':
        on.search();
        break;
      case 'l':
        document
          .querySelector<HTMLElement>(
            '[data-best], [data-complete]:enabled, [data-lay], [data-single]',
          )
          ?.focus();
        break;
      case 'p':
        play.rest();
        break;
      case 'm':
        on.sound();
        break;
      default:
        done = false;
    }
  }
  if (done) event.preventDefault();
}
