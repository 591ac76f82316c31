import { beforeEach, describe, expect, test, vi } from 'vitest';
import { read, router } from './router.svelte.ts';

describe('an address leads', () => {
  test.each([
    ['/', { page: 'home' }],
    ['/new', { page: 'new', game: null }],
    ['/new/france', { page: 'new', game: 'france' }],
    ['/rules', { page: 'rules', game: null }],
    ['/rules/usa', { page: 'rules', game: 'usa' }],
    ['/learn', { page: 'learn', game: null }],
    ['/learn/old_west', { page: 'learn', game: 'old_west' }],
    ['/table/abc', { page: 'table', id: 'abc' }],
    ['/table/abc/', { page: 'table', id: 'abc' }],
    ['/replay/abc', { page: 'replay', id: 'abc', kind: 'table' }],
    ['/analyse', { page: 'analyse' }],
    ['/analyse/abc', { page: 'replay', id: 'abc', kind: 'record' }],
    ['/mistakes', { page: 'mistakes', id: null }],
    ['/mistakes/abc', { page: 'mistakes', id: 'abc' }],
    ['/puzzle', { page: 'puzzles' }],
    ['/puzzle/usa', { page: 'puzzle', game: 'usa', day: null }],
    ['/puzzle/usa/2026-03-01', { page: 'puzzle', game: 'usa', day: '2026-03-01' }],
    ['/settings', { page: 'settings' }],
    ['/about', { page: 'about' }],
    ['/table/a%20b', { page: 'table', id: 'a b' }],
  ])('from %s to its page', (path, route) => {
    expect(read(path)).toEqual(route);
  });

  test.each(['/table', '/replay', '/table/a/b', '/settings/x', '/about/x', '/nothing'])(
    'from %s nowhere',
    (path) => {
      expect(read(path)).toEqual({ page: 'missing' });
    },
  );

  test('nowhere if it cannot be read', () => {
    router.go('/table/%E0%A4%A');
    expect(router.route).toEqual({ page: 'missing' });
  });
});

describe('going somewhere', () => {
  const scrolled = vi.fn();
  beforeEach(() => {
    scrolled.mockReset();
    router.go('/');
    vi.stubGlobal('scrollTo', scrolled);
  });

  test('changes the address and the page, and begins at the top', () => {
    router.go('/replay/abc?x=1#12.open');
    expect(location.pathname).toBe('/replay/abc');
    expect(router.route).toEqual({ page: 'replay', id: 'abc', kind: 'table' });
    expect(router.hash).toBe('12.open');
    expect(router.search).toBe('?x=1');
    expect(scrolled).toHaveBeenCalledWith(0, 0);
  });

  test('on the same page does not jump to the top', () => {
    router.go('/?a=1');
    expect(scrolled).not.toHaveBeenCalled();
  });

  test('can be gone back from, unless the address was replaced', () => {
    const before = history.length;
    router.go('/about');
    expect(history.length).toBe(before + 1);
    router.go('/settings', { replace: true });
    expect(history.length).toBe(before + 1);
    expect(router.route).toEqual({ page: 'settings' });
  });

  test('by the browser is followed', () => {
    history.pushState(null, '', '/about#here');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(router.route).toEqual({ page: 'about' });
    expect(router.hash).toBe('here');
  });
});

describe('a click on a link', () => {
  beforeEach(() => {
    router.go('/');
    document.body.innerHTML = '';
  });

  /** Click on what stands in a link; true if the page goes there itself. */
  function click(link: string, how: MouseEventInit = {}): boolean {
    document.body.innerHTML = link;
    const inside = document.querySelector('a > b')!;
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...how });
    inside.dispatchEvent(event);
    return event.defaultPrevented;
  }

  test('of ours leads there without loading the page anew', () => {
    expect(click('<a href="/rules/usa?x=1#core"><b>Rules</b></a>')).toBe(true);
    expect(router.route).toEqual({ page: 'rules', game: 'usa' });
    expect(router.search).toBe('?x=1');
    expect(router.hash).toBe('core');
  });

  test.each([
    ['another server', '<a href="http://localhost:1/about"><b>x</b></a>'],
    ['the server itself', '<a href="/api/games"><b>x</b></a>'],
    ['a new window', '<a href="/about" target="_blank"><b>x</b></a>'],
    ['a file to save', '<a href="/about" download><b>x</b></a>'],
    ['a place on the page', '<a href="/#below"><b>x</b></a>'],
    ['nothing', '<a><b>x</b></a>'],
  ])('to %s is left to the browser', (_, link) => {
    expect(click(link)).toBe(false);
    expect(router.route).toEqual({ page: 'home' });
  });

  test.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('with %o is left to the browser', (how) => {
    expect(click('<a href="/about"><b>x</b></a>', how)).toBe(false);
    expect(router.route).toEqual({ page: 'home' });
  });
});
