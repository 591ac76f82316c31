// How fast a table plays: how long its bots wait, and its clock in words.

import { duration, t } from '../i18n/index.ts';
import type { Choice } from '../settings/settings.svelte.ts';
import type { Summary } from '../types/protocol.ts';

/** Seconds a bot waits before it moves, by how it is called; the server knows what is normal. */
export const PACES: Record<Choice<'bots'>, number | null> = {
  quick: 0.3,
  normal: null,
  calm: 2.5,
};

/** At leisure and with how much time for a turn; empty for a live table without a clock. */
export function paceOf(table: Pick<Summary, 'pace' | 'clock'>): string {
  const time = table.clock ? duration(table.clock.seconds) : null;
  if (table.pace === 'leisure') return time ? t('home.leisure.each', { time }) : t('home.leisure');
  return time ? t('home.clock.each', { time }) : '';
}
