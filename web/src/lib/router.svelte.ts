// Which page is shown: read from the address, changed by links without loading the page anew.

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string | null }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; kind: 'table' | 'record' }
  | { page: 'analyse' }
  | { page: 'mistakes'; id: string | null }
  | { page: 'puzzles' }
  | { page: 'puzzle'; game: string; day: string | null }
  | { page: 'rules'; game: string | null }
  | { page: 'learn'; game: string | null }
  | { page: 'settings' }
  | { page: 'about' }
  | { page: 'missing' };

/** The page an address stands for. */
export function read(path: string): Route {
  const [first = '', second, ...rest] = path.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === 'puzzle' && rest.length < 2)
    return second ? { page: 'puzzle', game: second, day: rest[0] ?? null } : { page: 'puzzles' };
  if (rest.length) return { page: 'missing' };
  if (first === '') return { page: 'home' };
  if (first === 'new') return { page: 'new', game: second ?? null };
  if (first === 'rules') return { page: 'rules', game: second ?? null };
  if (first === 'table' && second) return { page: 'table', id: second };
  if (first === 'replay' && second) return { page: 'replay', id: second, kind: 'table' };
  if (first === 'analyse')
    return second ? { page: 'replay', id: second, kind: 'record' } : { page: 'analyse' };
  if (first === 'mistakes') return { page: 'mistakes', id: second ?? null };
  if (first === 'learn') return { page: 'learn', game: second ?? null };
  if ((first === 'settings' || first === 'about') && !second) return { page: first };
  return { page: 'missing' };
}

function safely(path: string): Route {
  try {
    return read(path);
  } catch {
    return { page: 'missing' }; // a malformed % sequence
  }
}

class Router {
  path = $state(location.pathname);
  /** What follows `#`, without it: an invite or a moment of a replay. */
  hash = $state(location.hash.slice(1));
  search = $state(location.search);
  route = $derived(safely(this.path));

  constructor() {
    addEventListener('popstate', () => this.#look());
    addEventListener('hashchange', () => this.#look());
    document.addEventListener('click', (event) => this.#click(event));
  }

  /** Go to an address of ours. */
  go(to: string, options: { replace?: boolean } = {}): void {
    if (options.replace) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    const before = this.path;
    this.#look();
    if (this.path !== before) scrollTo(0, 0);
  }

  /** Write another address for the page as it stands: it is not made anew. */
  rename(to: string): void {
    history.replaceState(null, '', to);
  }

  #look(): void {
    this.path = location.pathname;
    this.hash = location.hash.slice(1);
    this.search = location.search;
  }

  #click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.target || link.hasAttribute('download')) return;
    const to = new URL(link.href);
    if (to.origin !== location.origin || to.pathname.startsWith('/api/')) return;
    // A jump within the page stays the browser's.
    if (to.pathname === location.pathname && to.hash) return;
    event.preventDefault();
    this.go(to.pathname + to.search + to.hash);
  }
}

export const router = new Router();
