/**
 * What counts as one source of connections and logins: an IPv4 address, or an IPv6 /64, a whole one of which every host
 * has to itself (RFC 4291 2.5.1).
 */
export function sourceOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().replace(/%.*$/, '').split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  return `${[...groups, ...Array(zeros).fill('0'), ...last].slice(0, 4).join(':')}::/64`;
}
