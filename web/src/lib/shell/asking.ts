// Requests from the pages: remembers whether the server answers, and puts problems into words.

import { saying, sentence, t } from '../i18n/index.ts';
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

/** A problem as a sentence for people. */
export function inWords(problem: unknown): string {
  if (!(problem instanceof ApiError)) return t('common.problem.other');
  if (problem.code === 'offline') return t('common.problem.offline');
  return sentence(saying(problem.said) ?? problem.message);
}
