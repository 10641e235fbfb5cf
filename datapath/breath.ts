import type { Steps } from '../model/configuration/steps.ts';

/** Lets everything that waits go first: no frame waits for the whole of a large transaction. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Does the work with a breath after each of its steps. */
export async function inBreaths<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await breath();
  }
}
