import { observable } from './observable.ts';

/** Text of the blocking indicator; undefined while nothing blocks. */
export const indicator = observable<string | undefined>(undefined);

/** Blocks the whole page with an indicator while `work` runs. `text` is translated. */
export async function whileBlocked<T>(text: string, work: () => Promise<T>): Promise<T> {
  indicator.set(text);
  try {
    return await work();
  } finally {
    indicator.set(undefined);
  }
}
