// Requests from the pages: remembers whether the server answers, and puts problems into words.

import { maybe, t, type Key } from '../i18n/index.ts';
import { ApiError } from '../net/index.ts';
import { shell } from './shell.svelte.ts';

/** Wait for an answer; the line across the top appears while there is none. */
export async function asked<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    const found = await answer;
    shell.online = true;
    return found;
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === 'offline') shell.online = false;
    throw problem;
  }
}

/** Refusals a person may meet on the pages around the table, by the server's own sentence. */
const SAID: readonly [RegExp, Key][] = [
  [/is called .* already$/, 'common.said.nameTaken'],
  [/^a name /, 'common.said.name'],
  [/^the game has started/, 'common.said.started'],
  [/^a seat is still open/, 'common.said.seatOpen'],
  [/^the game has not started/, 'common.said.notStarted'],
  [/^until the end/, 'common.said.ownEyes'],
  [/^(there is no such|this needs the secret)/, 'common.said.unknown'],
];

/** A problem as a sentence for people. */
export function inWords(problem: unknown): string {
  if (!(problem instanceof ApiError)) return t('common.problem.other');
  const known = SAID.find(([sentence]) => sentence.test(problem.message))?.[1];
  if (known) return t(known);
  return maybe(`common.problem.${problem.code}`) ?? t('common.said.other', { text: problem.message });
}
