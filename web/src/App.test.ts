import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import App from './App.svelte';
import { useLanguage } from './lib/i18n/index.ts';

test('a part of the page that does not arrive is told, with a way on', async () => {
  await useLanguage('en');
  const app = mount(App, { target: document.body });
  flushSync();
  expect(document.querySelector('[role=alert]')).toBeNull();
  // Vite says so of any part that is fetched when it is needed.
  window.dispatchEvent(new Event('vite:preloadError'));
  flushSync();
  const alert = document.querySelector('[role=alert]');
  expect(alert?.textContent).toContain('could not be loaded');
  expect(alert?.querySelector('button')?.textContent).toBe('Load again');
  void unmount(app);
});
