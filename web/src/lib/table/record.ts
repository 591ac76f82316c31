// The record of a finished game, saved as a file.

import { analyses, type Studied } from '../net/index.ts';
import { saveFile } from '../save.ts';

export async function saveRecord(game: Studied): Promise<void> {
  const text = await analyses.record(game);
  saveFile(`branchline-${game.id}.jsonl`, new Blob([text], { type: 'application/x-ndjson' }));
}
