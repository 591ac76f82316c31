// Links to send to others, with the invite that opens a private table, and copying them.

import { t } from './i18n/index.ts';
import { inviteOf, secretOf, type Studied } from './net/index.ts';
import { router } from './router.svelte.ts';
import { writeMoment, type Moment } from './replay/moment.ts';
import type { TableState } from './types/protocol.ts';

/** The invite of a table, if we know it; the server's word first, for an invite may change. */
function inviteTo(table: TableState): string | null {
  return table.invite ?? inviteOf(table.id);
}

/** The link to a table, for people who take a seat or watch. */
export function tableLink(table: TableState): string {
  const invite = inviteTo(table);
  return `${location.origin}/table/${table.id}${invite ? `#${invite}` : ''}`;
}

/** Keep the invite in the address of those who may invite, for people copy it from there. The
    address follows when the invite changes. */
export function showInvite(table: TableState): void {
  const path = `/table/${table.id}`;
  void router.hash; // a jump within the page takes its place
  if (!table.invite || location.pathname !== path) return;
  if (location.hash !== `#${table.invite}`) router.rename(`${path}#${table.invite}`);
}

/** The link to our own seat, for another device of ours. */
export function seatLink(table: TableState): string {
  return `${location.origin}/table/${table.id}#key=${secretOf(table.id) ?? ''}`;
}

/** The page that goes through a game. */
export function replayPath({ kind, id }: Studied): string {
  return kind === 'table' ? `/replay/${id}` : `/analyse/${id}`;
}

/** The link to a moment of a game. */
export function replayLink(
  game: Studied,
  table: TableState,
  moment: Partial<Omit<Moment, 'invite'>> = {},
): string {
  const invite = table.listed || game.kind === 'record' ? null : inviteTo(table);
  const whole: Moment = { step: 0, eyes: null, analysis: false, ...moment, invite };
  return `${location.origin}${replayPath(game)}#${writeMoment(whole)}`;
}

/** Copy a link. A browser that lends its clipboard only to safe addresses shows it instead. */
export async function copyLink(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address);
    return true;
  } catch {
    prompt(t('lobby.link'), address);
    return false;
  }
}
