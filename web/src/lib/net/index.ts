// The server as the pages see it.

export { api, ApiError, recordOf } from './http.ts';
export * from './secrets.ts';
export { Link, type LinkHandlers, type LinkOptions, type LinkState, type Request } from './socket.ts';
