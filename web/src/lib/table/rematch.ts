// The same table again.

import { api, keepSecret } from '../net/index.ts';

/** Ask for the rematch; the address of its table. */
export async function rematch(table: string, secret: string): Promise<string> {
  const seated = await api.rematch(table, secret);
  keepSecret(seated.table.id, seated.secret);
  // Nobody to wait for: deal at once.
  const alone = seated.table.seats.every((s) => s.kind === 'bot' || s.yours);
  if (alone && seated.table.state === 'lobby') await api.start(seated.table.id, seated.secret);
  return `/table/${seated.table.id}`;
}
