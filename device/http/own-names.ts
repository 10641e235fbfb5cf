import { hostIn, isOwnName, LOCAL } from '../names/own-name.ts';

/**
 * The names under which a browser may ask for this device. A page of another site can make its own name lead to the
 * device's address (DNS rebinding) and would then count as a page of the device; it cannot make an address its name.
 */
export class OwnNames {
  #names: ReadonlySet<string> = new Set();

  /** The device's names by its configuration, each with and without its domain. */
  follow(names: readonly string[]): void {
    this.#names = new Set(names.map((name) => name.toLowerCase()).filter((name) => name !== ''));
  }

  /** Whether the `Host` header names this device: an address, localhost, or one of its own names. */
  has(header: string | undefined): boolean {
    const host = hostIn(header);
    if (!host) return false;
    return 'address' in host || host.name === LOCAL || isOwnName(this.#names, host.name);
  }
}
