// The same table again.

import { api } from '../net/index.ts';

/** Ask for the rematch; the address of its table. */
export async function rematch(id: string): Promise<string> {
  const table = await api.rematch(id);
  // Nobody to wait for: deal at once.
  const alone = table.seats.every((s) => s.kind === 'bot' || s.yours);
  if (alone && table.state === 'lobby') await api.start(table.id);
  return `/table/${table.id}`;
}
