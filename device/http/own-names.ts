import { isIP } from 'node:net';

/** A host of a `Host` header: a name or an address, and a port where one is given. */
const hostAndPort = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/** Whether a `Host` header holds a host and nothing else. */
export function isPlainHost(header: string): boolean {
  return hostAndPort.test(header);
}

/**
 * The names under which a browser may ask for this device. A page of another site can make its own name lead to the
 * device's address (DNS rebinding) and would then count as a page of the device; it cannot make an address its name.
 */
export class OwnNames {
  #names: readonly string[] = [];

  /** The device's name by its configuration; it may be a name with its domain. */
  follow(names: readonly string[]): void {
    this.#names = names.map((name) => name.toLowerCase()).filter((name) => name !== '');
  }

  /** Whether the `Host` header names this device: an address, localhost, or its own name in whatever domain. */
  has(header: string | undefined): boolean {
    const match = hostAndPort.exec(header ?? '');
    const [, bracketed, plain] = match ?? [];
    if (bracketed !== undefined) return isIP(bracketed) === 6;
    if (plain === undefined) return false;
    if (isIP(plain) === 4) return true;
    const host = plain.toLowerCase().replace(/\.$/, '');
    if (host === 'localhost') return true;
    return this.#names.some((name) => host === name || host.startsWith(`${name}.`));
  }
}
