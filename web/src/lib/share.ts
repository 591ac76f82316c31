// Links to send to others, with the invite that opens a private table, and copying them.

import { t } from './i18n/index.ts';
import { inviteOf, secretOf } from './net/index.ts';
import { router } from './router.svelte.ts';
import { writeMoment, type Eyes } from './replay/moment.ts';
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

/** The link to a moment of a game. */
export function replayLink(table: TableState, step = 0, eyes: Eyes | null = null): string {
  const invite = table.listed ? null : inviteTo(table);
  return `${location.origin}/replay/${table.id}#${writeMoment({ step, eyes, invite })}`;
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
