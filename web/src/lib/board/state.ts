// What Board shows: plain values the caller derives from the server's view. Cities, tracks and
// seats are the server's numbers.

import type { Colour, Livery } from '../colours.ts';

export interface BoardState {
  /** The seat that owns each track, or null; shorter lists count as null. */
  owner: readonly (number | null)[];
  /** The livery of each seat. */
  liveries: readonly Livery[];
  /** The colour of the piece on each bed (by track), where one lies. */
  built?: readonly (Colour | null)[];
  /** Beds that can no longer be built because a crossing was built. */
  cut?: ReadonlySet<number>;
  /** Tracks closed because a sister is claimed. */
  closed?: ReadonlySet<number>;
  markers?: readonly { city: number; seat: number }[];
  /** The city where a figure stands. */
  figure?: number | null;
}

export interface BoardLights {
  /** Tracks that can be clicked now: they glow. */
  claimable?: ReadonlySet<number>;
  /** Tracks on the way of an own open ticket: those that can be clicked glow strongly. */
  worthy?: ReadonlySet<number>;
  /** Cities that can be clicked now: they glow. */
  choosable?: ReadonlySet<number>;
  /** Tracks a crossing piece would cut off: struck through while choosing. */
  wouldCut?: ReadonlySet<number>;
  /** Ringed cities, as when a ticket is looked at. */
  ringed?: ReadonlySet<number>;
  /** Cities that a question or a bot's advice is about: ringed, and nothing else fades. */
  about?: ReadonlySet<number>;
  /** Cities still needed for a ticket: a faint mark. */
  wanted?: ReadonlySet<number>;
  /** Cities the player's own network reaches: a fine ring. */
  reach?: ReadonlySet<number>;
  /** If given, tracks outside it are dimmed. */
  only?: ReadonlySet<number> | null;
  /** Tracks of the last move. */
  last?: ReadonlySet<number>;
  /** A lit path, as of a completed ticket or the longest path. */
  path?: ReadonlySet<number>;
  /** Trains shown while choosing, before the claim is made. */
  ghost?: { track: number; seat: number } | null;
  /** The track chosen, as in a claim under way. */
  chosen?: number | null;
}

/** Texts in the player's language; the board itself has no words of its own. */
export interface BoardTexts {
  /** The name of the board for a screen reader. */
  title: string;
  city(city: number): string;
  zone(zone: string): string;
  /** A track in words: ends, length, colour, who owns it, why it cannot be claimed. */
  track(track: number): string;
  zoomIn: string;
  zoomOut: string;
  reset: string;
}
