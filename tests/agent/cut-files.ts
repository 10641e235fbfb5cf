import { type FlashFiles, hostFiles } from '../../device/flash/flash-files.ts';

/** The files of the host up to one operation, at which the process ends: that one and all later ones never do. */
export class CutFiles implements FlashFiles {
  #countdown = Number.POSITIVE_INFINITY;
  #isHalf = false;
  readonly #end: () => void;

  /** @param end Ends the process, or says that it would have ended. */
  constructor(end: () => void) {
    this.#end = end;
  }

  /** Ends at the operation with this number from now on, before it or, with `isHalf`, in the middle of it. */
  cutAt(operation: number, isHalf: boolean): void {
    this.#countdown = operation;
    this.#isHalf = isHalf;
  }

  async #step<T>(action: () => Promise<T>, partly?: () => Promise<unknown>): Promise<T> {
    this.#countdown -= 1;
    if (this.#countdown === 0) {
      if (this.#isHalf) await partly?.();
      this.#end();
    }
    return this.#countdown > 0 ? action() : new Promise(() => {});
  }

  read(path: string): Promise<string | undefined> {
    return this.#step(() => hostFiles.read(path));
  }

  write(path: string, content: string): Promise<void> {
    return this.#step(
      () => hostFiles.write(path, content),
      () => hostFiles.write(path, content.slice(0, content.length / 2)),
    );
  }

  rename(from: string, to: string): Promise<void> {
    return this.#step(
      () => hostFiles.rename(from, to),
      () => hostFiles.rename(from, to),
    );
  }

  syncFolder(path: string): Promise<void> {
    return this.#step(() => hostFiles.syncFolder(path));
  }

  remove(path: string): Promise<void> {
    return this.#step(() => hostFiles.remove(path));
  }

  makeFolder(path: string): Promise<void> {
    return this.#step(() => hostFiles.makeFolder(path));
  }

  list(path: string): Promise<readonly string[]> {
    return this.#step(() => hostFiles.list(path));
  }
}
