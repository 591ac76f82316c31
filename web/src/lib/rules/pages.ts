// The rules pages that ship with the program, one file a language, and the little Markdown they use.

const files = import.meta.glob<string>('../../../../src/branchline/text/rules/*.md', {
  query: '?raw',
  import: 'default',
});

export type Span = { kind: 'plain' | 'strong' | 'em' | 'code'; text: string };
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; spans: Span[]; /** The number of a numbered rule. */ rule: number | null }
  | { kind: 'list'; items: Span[][] };
export interface Section {
  title: string;
  blocks: Block[];
}

/** The games in the order of the page's sections, after the one on the core game. */
const ORDER = ['usa', 'france', 'old_west', 'card_game'];

/** The section of a game and the one on what all share; in English if there is no other. */
export async function rulesOf(
  game: string,
  language: string,
): Promise<{ own: Section; core: Section }> {
  const find = (name: string) =>
    Object.entries(files).find(([path]) => path.endsWith(`/${name}.md`))?.[1];
  const load = find(language) ?? find('en');
  if (!load) throw new Error('the rules are missing');
  const [, core = '', ...games] = (await load()).split('\n## ');
  return { own: section(games[ORDER.indexOf(game)] ?? ''), core: section(core) };
}

/** A section of the page: its title and its blocks. */
export function section(text: string): Section {
  const [title = '', ...rest] = text.trim().split('\n');
  const blocks: Block[] = [];
  for (const part of rest.join('\n').split(/\n\s*\n/)) {
    const lines = part.trim();
    if (!lines) continue;
    if (lines.startsWith('### ')) blocks.push({ kind: 'heading', text: lines.slice(4) });
    else if (lines.startsWith('- '))
      blocks.push({ kind: 'list', items: lines.split(/\n(?=- )/).map((l) => spans(l.slice(2))) });
    else {
      const number = /^\*\*\S+ (\d+),/.exec(lines)?.[1];
      blocks.push({ kind: 'text', spans: spans(lines), rule: number ? Number(number) : null });
    }
  }
  return { title, blocks };
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
