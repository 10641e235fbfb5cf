/** Hides the login form that came with the page, where it may not be what is shown next. */
export function cover(): void {
  document.documentElement.dataset.covered = '';
}

/** Shows the page again: what it holds now is drawn for this browser. */
export function uncover(): void {
  delete document.documentElement.dataset.covered;
}
