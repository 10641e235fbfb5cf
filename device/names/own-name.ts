import { isIP } from 'node:net';

/** A host of a `Host` header: a name or an address, and a port where one is given. */
const hostAndPort = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/** Domains in which outsiders cannot have a name: RFC 6762, RFC 8375, and those reserved for private use. */
const privateDomains = ['local', 'home.arpa', 'internal', 'lan', 'home', 'corp', 'localdomain', 'intranet', 'private'];

/** Whether a `Host` header holds a host and nothing else. */
export function isPlainHost(header: string): boolean {
  return hostAndPort.test(header);
}

/** The host in a `Host` header: an address, a name in lower case without a dot at its end, or undefined for neither. */
export function hostIn(
  header: string | undefined,
): { readonly address: string } | { readonly name: string } | undefined {
  const [, bracketed, plain] = hostAndPort.exec(header ?? '') ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? { address: bracketed } : undefined;
  if (plain === undefined) return undefined;
  return isIP(plain) === 4 ? { address: plain } : { name: plain.toLowerCase().replace(/\.$/, '') };
}

/** The name that a `Host` header asks for; undefined for an address, and for the host itself. */
export function nameIn(header: string | undefined): string | undefined {
  const host = hostIn(header);
  return host && 'name' in host && host.name !== LOCAL ? host.name : undefined;
}

/** The name by which every host reaches itself (RFC 6761 6.3). */
export const LOCAL = 'localhost';

/**
 * Whether a name means one of these names of the device, by itself or with a private domain. In any other domain the
 * name may belong to an attacker, who only has to guess it.
 */
export function isOwnName(names: ReadonlySet<string>, name: string): boolean {
  if (names.has(name)) return true;
  const domain = privateDomains.find((one) => name.endsWith(`.${one}`));
  return domain !== undefined && names.has(name.slice(0, -domain.length - 1));
}

/** Whether a request names its host more than once (RFC 9112 3.2): an intermediary may have read another one. */
export function namesTwoHosts({ rawHeaders }: { readonly rawHeaders: readonly string[] }): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at];
    // Every request comes by here: a text of its own for each name would cost more than all else.
    if (field?.length === 4 && field.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
