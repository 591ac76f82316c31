// The server as the pages see it.

export { analyses, type Studied } from './analyses.ts';
export { api, ApiError } from './http.ts';
export { puzzles } from './puzzles.ts';
export { readying } from './readying.svelte.ts';
export * from './secrets.ts';
export { Link, meAt, type LinkHandlers, type LinkState, type Request } from './socket.ts';
