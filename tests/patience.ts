import { vi } from 'vitest';

/** Milliseconds that a query waits for what it looks for: a busy machine is no failure. */
const PATIENCE = 30_000;

const { waitFor, waitUntil } = vi;
type Options = Parameters<typeof waitFor>[1];
const patient = (options: Options) => ({
  ...{ timeout: PATIENCE },
  ...(typeof options === 'number' ? { timeout: options } : options),
});
/** Vitest's own give up after one second, and its configuration has no setting for that. */
const waitPatiently: typeof waitFor = (callback, options) => waitFor(callback, patient(options));
// Set once for all files of a worker.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = waitPatiently;
  vi.waitUntil = (condition, options) => waitUntil(condition, patient(options));
}

if (typeof document !== 'undefined') {
  // With its warnings where those are asked for.
  if (process.env.FACEPLATE_REACT !== 'development') (await import('./production-react.ts')).loadProductionReact();
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
