// A track in words: what it is, who owns it, or why it cannot be claimed now.

import type { Reasons, View } from '../types/protocol.ts';
import type { Play } from './play.svelte.ts';
import { t } from './say.ts';
import type { Words } from './words.ts';

export function trackTold(
  id: string,
  view: View,
  words: Words,
  play: Play,
  reasons: Reasons | null,
): string {
  const parts = [words.trackLong(id, view.built[id])];
  const owner = view.owners[id];
  const ways = play.ways.get(id);
  const serving = ways ? [words.onTheWay(ways)] : [];
  const reason = reasons?.builds[id] ?? reasons?.claims[id];
  if (owner !== undefined) parts.push(t('table.track.owner', { name: words.name(owner) }));
  else if (play.builds(id).length) parts.push(t('table.track.canBuild'), ...serving);
  else if (play.claims(id).length) parts.push(t('table.track.open'), ...serving);
  else if (view.cut.includes(id)) parts.push(t('table.why.CUT'));
  else if (reason) parts.push(words.reason(reason));
  else if (view.closed.includes(id)) parts.push(t('table.track.closed'));
  return parts.reduceRight((other, one) => t('words.also', { one, other }));
}
