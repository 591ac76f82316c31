// The page's part of a game's file: what is shown before the server has answered.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

export function games(): Plugin {
  return {
    name: 'branchline-games',
    enforce: 'pre',
    load(file) {
      if (basename(file) !== 'game.toml') return null;
      this.addWatchFile(file);
      const { id, order, mechanics, seats } = parse(readFileSync(file, 'utf8'));
      return `export default ${JSON.stringify({ id, order, mechanics, seats })}`;
    },
  };
}
