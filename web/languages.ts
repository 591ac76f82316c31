// The page's part of a language: the texts of the terminal stay behind, and what a language lacks
// is English.
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Plugin } from 'vite';

type Areas = Record<string, Record<string, unknown>>;

/** The areas of a catalogue that only the Python side says. */
const ELSEWHERE = [
  ...['arena', 'bench', 'board', 'bot', 'cli', 'file', 'record', 'serve', 'story', 'system'],
  ...['terminal', 'typed'],
];

const read = (file: string): Areas => JSON.parse(readFileSync(file, 'utf8')) as Areas;

export function languages(): Plugin {
  return {
    name: 'branchline-languages',
    enforce: 'pre',
    load(id) {
      if (basename(dirname(id)) !== 'languages' || !id.endsWith('.json')) return null;
      this.addWatchFile(id);
      const own = read(id);
      const all = Object.entries(read(join(dirname(id), 'en.json')))
        .filter(([area]) => !ELSEWHERE.includes(area))
        .map(([area, english]) => [area, { ...english, ...own[area] }]);
      return JSON.stringify(Object.fromEntries(all));
    },
  };
}
