/**
 * Below which address the page stands, without a slash at its end: "" at a switch itself, "/switch/0011…" where a cloud shows the
 * console of one of its switches. What the console asks for stands below the same.
 */
export function pagePlace(): string {
  return window.location.pathname.replace(/\/[^/]*$/, '');
}
