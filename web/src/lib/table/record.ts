// A finished game to keep: its record as a file, which `branchline verify` checks.

import { inviteOf, recordOf, secretOf } from '../net/index.ts';

export async function saveRecord(table: string): Promise<void> {
  const text = await recordOf(table, secretOf(table), inviteOf(table));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = `branchline-${table}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
