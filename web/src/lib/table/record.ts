// The record of a finished game, saved as a file.

import { api } from '../net/index.ts';

export async function saveRecord(table: string): Promise<void> {
  const text = await api.record(table);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.download = `branchline-${table}.jsonl`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
