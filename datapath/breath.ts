/** Lets everything that waits go first: no frame waits for the whole of a large transaction. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
