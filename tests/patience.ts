/** Milliseconds that a query waits for what it looks for: a busy machine is no failure. */
const PATIENCE = 30_000;

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/dom');
  configure({ asyncUtilTimeout: PATIENCE });
  (await import('./page-environment.ts')).speedUpPages();
  const reach = globalThis.fetch;
  // No server is behind the page of a test. What a page still asks when its test has ended is never answered.
  globalThis.fetch = (address, init) =>
    new URL(address instanceof Request ? address.url : address, location.href).origin === location.origin
      ? new Promise(() => undefined)
      : reach(address, init);
}

// A module, so that it may wait at its top level.
export {};
