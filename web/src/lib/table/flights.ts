// Cards that fly from where they lay to where they go.

import { tick } from 'svelte';
import { settings } from '../settings/settings.svelte.ts';

const EASE = 'cubic-bezier(0.2, 0.8, 0.3, 1)';

/** How long a card is in the air, in milliseconds. */
export const FLIGHT = 380;

export interface Flight {
  /** Milliseconds until it starts. */
  delay?: number;
  /** Its end, or its drawing, is there only once the page shows what happened. */
  later?: boolean;
}

/** Fly a copy of a drawing from one element to another. Call before the page changes. */
export function fly(
  from: string,
  to: string,
  drawing: string,
  { delay = 0, later = false }: Flight = {},
): void {
  if (settings.calm || document.hidden) return;
  const start = document.querySelector(from)?.getBoundingClientRect();
  const before = copy(drawing);
  if (!start?.width) return;
  if (later) void tick().then(() => launch(start, to, before ?? copy(drawing), delay));
  else launch(start, to, before, delay);
}

function copy(drawing: string): Node | undefined {
  return document.querySelector(drawing)?.cloneNode(true);
}

function launch(start: DOMRect, to: string, picture: Node | undefined, delay: number): void {
  if (!(picture instanceof SVGElement)) return;
  const end = document.querySelector(to)?.getBoundingClientRect();
  if (!end?.width) return;
  const card = document.createElement('div');
  card.className = 'tb-flight';
  card.ariaHidden = 'true';
  card.append(picture);
  const width = Math.min(Math.max(start.width, 40), 130);
  Object.assign(card.style, {
    left: `${start.left}px`,
    top: `${start.top}px`,
    width: `${width}px`,
  });
  document.body.append(card);
  const dx = end.left + end.width / 2 - start.left - width / 2;
  const dy = end.top + end.height / 2 - start.top - (width * 0.63) / 2;
  const small = Math.min(1, Math.max(0.3, end.width / width));
  card
    .animate(
      [
        // Until its turn comes a card is not seen.
        { transform: 'none', opacity: 0 },
        { transform: 'none', opacity: 1, offset: 0.01, easing: EASE },
        { transform: `translate(${dx}px, ${dy}px) scale(${small})`, opacity: 1, offset: 0.9 },
        { transform: `translate(${dx}px, ${dy}px) scale(${small})`, opacity: 0 },
      ],
      { duration: FLIGHT, delay, fill: 'both' },
    )
    .finished.then(
      () => card.remove(),
      () => card.remove(),
    );
}
