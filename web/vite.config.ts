// The page is built into the Python package, which serves it and carries it in its wheel.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

import { languages } from './languages.ts';

export default defineConfig({
  plugins: [languages(), svelte()],
  build: {
    outDir: '../src/branchline/web',
    emptyOutDir: true,
    target: 'es2022',
    // A board is some hundred kilobytes of plain numbers, loaded when its game is opened.
    chunkSizeWarningLimit: 700,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } },
  },
});
