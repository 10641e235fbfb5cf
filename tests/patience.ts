/** Milliseconds that a query waits for what it looks for: a busy machine is no failure. */
const PATIENCE = 10_000;

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: PATIENCE });
}

// A module, so that it may wait at its top level.
export {};
