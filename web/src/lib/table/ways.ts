// What a track is worth: the own open tickets on whose cheapest way it lies, where the table gives
// the help of telling those ways.

import type { TableStore } from './table.svelte.ts';

export function waysOf(
  store: Pick<TableStore, 'board' | 'view' | 'viewer'>,
): ReadonlyMap<string, readonly string[]> {
  const { board, view } = store;
  const done = new Set(view?.tickets_done);
  const own = new Set(view?.tickets.filter((id) => !done.has(id)));
  const tracks = new Map(board?.tracks.map((track) => [track.id, track]));
  const found = new Map<string, string[]>();
  for (const { ticket, path } of store.viewer?.outlook?.tickets ?? []) {
    if (!own.has(ticket)) continue;
    // The way is told over one of the tracks side by side; another is as good.
    const wide = new Set(path.flatMap((id) => [id, ...(tracks.get(id)?.sisters ?? [])]));
    for (const id of wide) {
      const same = found.get(id);
      if (same) same.push(ticket);
      else found.set(id, [ticket]);
    }
  }
  return found;
}
