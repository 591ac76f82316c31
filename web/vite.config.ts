// The page is built into the Python package, which serves it and carries it in its wheel.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';
import { languages } from './languages.ts';

/** Packs text once, as small as can be; the server hands it out as it is. */
function packed(): Plugin {
  let folder = '';
  return {
    name: 'packed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!/\.(js|css|html|svg)$/.test(file)) continue;
        const plain = readFileSync(join(folder, file));
        if (plain.length < 1000) continue;
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(plain));
        writeFileSync(join(folder, `${file}.gz`), gzipSync(plain, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [languages(), svelte(), packed()],
  build: {
    outDir: '../src/branchline/web',
    emptyOutDir: true,
    target: 'es2022',
    // A board is some hundred kilobytes of plain numbers, loaded when its game is opened.
    chunkSizeWarningLimit: 700,
    // How long each part took, told on slow machines only.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
});
