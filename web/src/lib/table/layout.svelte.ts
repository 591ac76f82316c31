// How the table is laid out, by the window's shape and the map's. This is the only place that says
// so; the styles of Game.svelte and what it shows follow its names.

import { MediaQuery } from 'svelte/reactivity';

/**
 * Where the own hand and tickets stand: `below` the stage; `beside` it, where the map is tall and
 * gets the whole height; `upright`, all in one column on a tablet; `phone`, with drawers for what
 * finds no room; `lying`, a phone on its side, whose stage has the whole height.
 */
export type Layout = 'below' | 'beside' | 'upright' | 'phone' | 'lying';

/** How much of a player's panel is shown, from all of it to a name with a few numbers. */
export type PanelLook = 'whole' | 'compact' | 'dense' | 'bare';

/** A map less broad than this against its height is tall. */
const TALL = 1.3;

const phone = new MediaQuery('(max-width: 760px), (max-height: 480px)');
const upright = new MediaQuery('(max-aspect-ratio: 1/1)');
const broad = new MediaQuery('(min-width: 1200px)');
const roomy = new MediaQuery('(min-width: 1300px)');
const short = new MediaQuery('(max-height: 740px)');
const low = new MediaQuery('(max-height: 800px), (max-aspect-ratio: 1/1)');

/** True for a map for which height is dearer than breadth. */
export function isTall(size: readonly [number, number] | undefined): boolean {
  return size !== undefined && size[0] / size[1] < TALL;
}

export function layoutFor(tall: boolean): Layout {
  if (phone.current) return upright.current ? 'phone' : 'lying';
  if (upright.current) return 'upright';
  return tall && broad.current ? 'beside' : 'below';
}

/** True on a phone, however it is held. */
export function isSmall(): boolean {
  return phone.current;
}

/** True if all piles of the hand have room for whole cards in one row below the stage. */
export function hasRoomForOneRow(): boolean {
  return roomy.current;
}

/** True in a window so low that the own cards must be low too, for the map to be seen. */
export function isShort(): boolean {
  return short.current;
}

/**
 * True if panels for that many players would take too much of the height one below the other: at
 * the end the table of points and what is listed below it need room too.
 */
export function isCrowded(players: number, over: boolean): boolean {
  return players > (low.current ? 3 : over ? 4 : Infinity);
}
