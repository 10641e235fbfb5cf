import type { ServerResponse } from 'node:http';

/** Octets of long bodies that are read and worked on at the same time; they cost several times as much memory. */
const AT_ONCE = 8 * 1024 * 1024;

/** Lets long bodies in a few at a time; the others stay in the network until it is their turn. */
export class LargeBodies {
  #present = 0;
  #waiting: { readonly octets: number; readonly go: () => void }[] = [];

  /**
   * Resolves when the body may be read that is answered by `response`, of at most so many `octets`. Its place is free again
   * when the answer was sent or the connection has gone.
   */
  async enter(response: ServerResponse, octets: number): Promise<void> {
    if (this.#hasRoom(octets)) this.#present += octets;
    else await new Promise<void>((go) => this.#waiting.push({ octets, go }));
    if (response.destroyed) this.#leave(octets);
    else response.once('close', () => this.#leave(octets));
  }

  #hasRoom(octets: number): boolean {
    return this.#present + octets <= AT_ONCE;
  }

  #leave(octets: number): void {
    this.#present -= octets;
    this.#waiting = this.#waiting.filter((next) => {
      if (!this.#hasRoom(next.octets)) return true;
      this.#present += next.octets;
      next.go();
      return false;
    });
  }
}
