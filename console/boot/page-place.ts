/**
 * The base path of the page, without a slash at its end: "" at a switch itself, "/switch/0011…" if a cloud shows the
 * console of one of its switches. Requests of the console use the same.
 */
export function pagePlace(): string {
  return window.location.pathname.replace(/\/[^/]*$/, '');
}
