import { dirname } from 'node:path';
import { type FlashFiles, hostFiles } from '../../device/flash/flash-files.ts';

/** Every file, for `cutAt`. */
const every = /./;

/** The files that a save writes: the history, the announcement of the save, and the slot with the changes beside it. */
export const SAVED_FILES = /\/(history-\w+\.kept|configuration-\d\.(json|changes))(\.new)?$/;

/** The files of the host up to one operation, at which the process ends: that one and all later ones never do. */
export class CutFiles implements FlashFiles {
  #countdown = Number.POSITIVE_INFINITY;
  #isHalf = false;
  #counted = every;
  /** Folders in which a counted file was renamed and that were not synced since. */
  readonly #unsynced = new Set<string>();
  readonly #end: () => void;

  /** @param end Ends the process, or says that it would have ended. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /**
   * Ends at the operation with this number from now on, before it or, with `isHalf`, in the middle of it. Only operations on the
   * `counted` files have a number: the agent writes others at the same time, as the sources of logins, in whatever order.
   */
  cutAt(operation: number, isHalf: boolean, counted = every): void {
    this.#countdown = operation;
    this.#isHalf = isHalf;
    this.#counted = counted;
  }

  async #step<T>(isCounted: boolean, action: () => Promise<T>, partly?: () => Promise<unknown>): Promise<T> {
    if (isCounted && this.#countdown > 0) {
      this.#countdown -= 1;
      if (this.#countdown === 0) {
        if (this.#isHalf) await partly?.();
        this.#end();
      }
    }
    return this.#countdown > 0 ? action() : new Promise(() => {});
  }

  read(path: string): Promise<string | undefined> {
    return this.#step(this.#counted.test(path), () => hostFiles.read(path));
  }

  write(path: string, content: string): Promise<void> {
    return this.#step(
      this.#counted.test(path),
      () => hostFiles.write(path, content),
      () => hostFiles.write(path, content.slice(0, content.length / 2)),
    );
  }

  rename(from: string, to: string): Promise<void> {
    const isCounted = this.#counted.test(to);
    if (isCounted) this.#unsynced.add(dirname(to));
    return this.#step(
      isCounted,
      () => hostFiles.rename(from, to),
      () => hostFiles.rename(from, to),
    );
  }

  syncFolder(path: string): Promise<void> {
    const isOfCounted = this.#unsynced.delete(path);
    return this.#step(this.#counted === every || isOfCounted, () => hostFiles.syncFolder(path));
  }

  remove(path: string): Promise<void> {
    return this.#step(this.#counted.test(path), () => hostFiles.remove(path));
  }

  makeFolder(path: string): Promise<void> {
    return this.#step(this.#counted.test(path), () => hostFiles.makeFolder(path));
  }

  list(path: string): Promise<readonly string[]> {
    return this.#step(this.#counted.test(path), () => hostFiles.list(path));
  }
}
