// The page's own tests: modules as the browser gets them, in a small imitation of one.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { games } from './games.ts';
import { languages } from './languages.ts';

export default defineConfig({
  plugins: [games(), languages(), svelte()],
  resolve: { conditions: ['browser'] },
  test: {
    environment: 'happy-dom',
    environmentOptions: {
      happyDOM: {
        url: 'http://localhost/',
        // A link that is left to the browser leads nowhere: nothing is ever fetched.
        settings: {
          navigation: {
            disableMainFrameNavigation: true,
            disableChildFrameNavigation: true,
            disableChildPageNavigation: true,
            disableFallbackToSetURL: true,
          },
        },
      },
    },
    // One small browser for all files; a test leaves nothing behind in it.
    isolate: false,
    include: ['src/**/*.test.ts'],
    unstubGlobals: true,
    reporters: ['dot'],
  },
});
