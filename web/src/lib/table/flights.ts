// Cards that fly from where they lay to the player who took them.

import { settings } from '../settings/settings.svelte.ts';

/** Fly a copy of a drawing from one element to another. Call before the page changes. */
export function fly(from: string, to: string, drawing: string, delay = 0): void {
  if (settings.calm || document.hidden) return;
  const start = document.querySelector(from)?.getBoundingClientRect();
  const end = document.querySelector(to)?.getBoundingClientRect();
  const picture = document.querySelector(drawing)?.cloneNode(true);
  if (!start?.width || !end?.width || !(picture instanceof SVGElement)) return;
  const card = document.createElement('div');
  card.className = 'tb-flight';
  card.ariaHidden = 'true';
  card.append(picture);
  const width = Math.min(start.width, 110);
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
        { transform: 'none', opacity: 1 },
        { transform: `translate(${dx}px, ${dy}px) scale(${small})`, opacity: 1, offset: 0.9 },
        { transform: `translate(${dx}px, ${dy}px) scale(${small})`, opacity: 0 },
      ],
      { duration: 380, delay, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', fill: 'both' },
    )
    .finished.then(
      () => card.remove(),
      () => card.remove(),
    );
}
