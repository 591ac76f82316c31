// What tickets still take, in words: each alone, and the ticked ones of an offer with those held.

import type { TicketOutlook, TicketsTogether, View } from '../types/protocol.ts';
import { some, t } from './say.ts';

/** What one ticket still takes; nothing where the table does not give that help. */
export function ticketNote(outlook: TicketOutlook | undefined): string {
  if (!outlook) return '';
  return outlook.spaces === null
    ? t('table.ticket.impossible')
    : some('table.ticket.left', outlook.spaces);
}

export interface Together {
  text: string;
  /** They cannot all be completed. */
  isTooMuch: boolean;
}

/** What the ticked tickets take together with the open ones one holds; null if nothing is known. */
export function togetherNote(
  sets: readonly TicketsTogether[],
  ticked: ReadonlySet<string>,
  view: View,
): Together | null {
  const found = sets.find(
    (x) => x.tickets.length === ticked.size && x.tickets.every((id) => ticked.has(id)),
  );
  if (!found || !ticked.size || view.viewer === null) return null;
  const isMore = view.tickets.length > view.tickets_done.length;
  if (found.cards !== null) {
    const held = some(
      view.own_track ? 'table.choice.atHandAndTrack' : 'table.choice.atHand',
      found.at_hand ?? 0,
    );
    const key = isMore ? 'table.choice.cardsWithHeld' : 'table.choice.cards';
    return { text: `${some(key, found.cards)} ${held}`, isTooMuch: false };
  }
  if (found.spaces === null) return { text: t('table.choice.impossible'), isTooMuch: true };
  const trains = view.players[view.viewer]?.trains ?? 0;
  const limit = found.is_least ? 'takes' : 'takesAtMost';
  const takes = some(`table.choice.${limit}${isMore ? 'WithHeld' : ''}`, found.spaces);
  // A dearer network than needed proves nothing.
  const isTooMuch = found.is_least && found.spaces > trains;
  const have = some(isTooMuch ? 'table.choice.tooFew' : 'table.choice.have', trains);
  return { text: `${takes} ${have}`, isTooMuch };
}
