import { formatIpv4, parseIpv4 } from './ipv4.ts';
import { formatIpv6, parseIpv6 } from './ipv6.ts';

/** The longest host name in characters (RFC 1123 2.1). */
export const HOST_NAME_MAXIMUM = 253;

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads a host name (RFC 1123 2.1): labels of 1 to 63 letters, digits and inner hyphens, the last one not all digits.
 * Returns it in lower case without the root's dot; undefined for anything else.
 */
export function parseHostName(text: string): string | undefined {
  const name = (text.endsWith('.') ? text.slice(0, -1) : text).toLowerCase();
  if (name.length > HOST_NAME_MAXIMUM) return undefined;
  return name.split('.').every((label) => LABEL.test(label)) && !/(?:^|\.)\d+$/.test(name) ? name : undefined;
}

/** How a host is named: InetAddressType (RFC 4001) ipv4 1, ipv6 2, dns 16. */
export interface Host {
  readonly type: 1 | 2 | 16;
  /** Canonical text. */
  readonly text: string;
}

/** Reads an IPv4 address, an IPv6 address or a host name; undefined for anything else. */
export function parseHost(text: string): Host | undefined {
  const ipv4 = parseIpv4(text);
  if (ipv4 !== undefined) return { type: 1, text: formatIpv4(ipv4) };
  const ipv6 = parseIpv6(text);
  if (ipv6 !== undefined) return { type: 2, text: formatIpv6(ipv6) };
  const name = parseHostName(text);
  return name === undefined ? undefined : { type: 16, text: name };
}
