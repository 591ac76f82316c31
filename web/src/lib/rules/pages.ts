// The rules of a game as the server tells them, and the little Markdown they use.

import { api } from '../net/index.ts';

export type Span = { kind: 'plain' | 'strong' | 'em' | 'code'; text: string };
interface Told {
  spans: Span[];
  /** The names of the pictures that stand below it. */
  pictures: string[];
}
export type Block =
  | ({ kind: 'text'; /** The number of a numbered rule. */ rule: number | null } & Told)
  | { kind: 'list'; items: Told[] };
export interface Section {
  title: string;
  blocks: Block[];
}

/** The sections of a game's rules; in English if there is no other language. */
export async function rulesOf(game: string, language: string): Promise<Section[]> {
  const { rules } = await api.board(game);
  const text = rules[language] ?? rules['en'];
  if (!text) throw new Error('the rules are missing');
  return text.split(/^## /m).slice(1).map(section);
}

/** A section of the page: its title and its blocks. */
export function section(text: string): Section {
  const [title = '', ...rest] = text.trim().split('\n');
  const blocks: Block[] = [];
  for (const part of rest.join('\n').split(/\n\s*\n/)) {
    const lines = part.trim();
    if (!lines) continue;
    if (lines.startsWith('- '))
      blocks.push({ kind: 'list', items: lines.split(/\n(?=- )/).map((l) => told(l.slice(2))) });
    else {
      const number = /^\*\*\S+ (\d+),/.exec(lines)?.[1];
      blocks.push({ kind: 'text', ...told(lines), rule: number ? Number(number) : null });
    }
  }
  return { title, blocks };
}

const PICTURE = /\n<!-- picture (\w+) -->/g;

function told(text: string): Told {
  const pictures = [...text.matchAll(PICTURE)].map(([, name = '']) => name);
  return { spans: spans(text.replace(PICTURE, '')), pictures };
}

const MARKS = { '**': 'strong', '*': 'em', '`': 'code' } as const;

function spans(text: string): Span[] {
  return text
    .split(/(\*\*.+?\*\*|\*.+?\*|`.+?`)/)
    .filter(Boolean)
    .map((part) => {
      for (const [mark, kind] of Object.entries(MARKS))
        if (part.length > 2 * mark.length && part.startsWith(mark) && part.endsWith(mark))
          return { kind, text: part.slice(mark.length, -mark.length) };
      return { kind: 'plain', text: part };
    });
}
