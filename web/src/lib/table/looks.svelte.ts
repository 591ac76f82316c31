// What the player is looking at: a ticket, a line of the log, a player, a city he searched.

export class Looks {
  ticket = $state<string | null>(null);
  tracks = $state.raw<readonly string[]>([]);
  cities = $state.raw<readonly string[]>([]);
  player = $state<number | null>(null);
  /** The city brought into sight by the search, by its number. */
  found = $state<number | null>(null);
  /** A path lit in the final scoring, or one just completed. */
  path = $state.raw<readonly string[]>([]);
  /** Cities that must be seen, as the ends of what is being counted. */
  sight = $state.raw<readonly string[]>([]);
  /** The track under the pointer or with the focus, and where. */
  track = $state<string | null>(null);
  at = $state.raw<{ x: number; y: number } | null>(null);
  /** The track whose trains are being laid. */
  laying = $state<string | null>(null);
}
