import { session } from './session.ts';

/** Paths that depend on the session marker (docs/specification/product.md 2). */
export interface SessionPaths {
  readonly login: string;
  readonly dashboard: string;
}

/** With the marker set the login page is at /login and the dashboard at the empty path; otherwise at / and /index. */
export function sessionPaths(marked: boolean = session.gambit !== ''): SessionPaths {
  return marked ? { login: '/login', dashboard: '/' } : { login: '/', dashboard: '/index' };
}

/** Leaves the console for the login page, whatever page is open: no question about unsaved input is asked. */
export function goToLogin(): void {
  loadAt(sessionPaths().login);
}

/** Leaves the console for another address. */
export function goTo(url: string): void {
  window.location.assign(url);
}

/** Reloads the console at a path. */
export function loadAt(path: string): void {
  // Without telling the router, which would ask about unsaved input.
  window.history.replaceState(null, '', `#${path}`);
  window.location.reload();
}
