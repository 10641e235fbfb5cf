import { isIP } from 'node:net';

/** A host of a `Host` header: a name or an address, and a port where one is given. */
const hostAndPort = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/** Whether a `Host` header holds a host and nothing else. */
export function isPlainHost(header: string): boolean {
  return hostAndPort.test(header);
}

/** Domains in which nobody outside can have a name: RFC 6762, RFC 8375, and those that are kept for private use. */
const privateDomains = ['local', 'home.arpa', 'internal', 'lan', 'home', 'corp', 'localdomain', 'intranet', 'private'];

/**
 * The names under which a browser may ask for this device. A page of another site can make its own name lead to the
 * device's address (DNS rebinding) and would then count as a page of the device; it cannot make an address its name.
 */
export class OwnNames {
  #names: ReadonlySet<string> = new Set();

  /**
   * The device's names by its configuration, each alone or with its domain. In a domain that is neither said here nor a
   * private one the name may be somebody else's, who needs only to guess it.
   */
  follow(names: readonly string[]): void {
    const own = names.map((name) => name.toLowerCase()).filter((name) => name !== '');
    this.#names = new Set(own.flatMap((name) => [name, ...privateDomains.map((domain) => `${name}.${domain}`)]));
  }

  /** Whether the `Host` header names this device: an address, localhost, or one of its own names. */
  has(header: string | undefined): boolean {
    const match = hostAndPort.exec(header ?? '');
    const [, bracketed, plain] = match ?? [];
    if (bracketed !== undefined) return isIP(bracketed) === 6;
    if (plain === undefined) return false;
    if (isIP(plain) === 4) return true;
    const host = plain.toLowerCase().replace(/\.$/, '');
    if (host === 'localhost') return true;
    return this.#names.has(host);
  }
}
