import { readFile } from 'node:fs/promises';

/** The devices that packets leave by to where no other route leads. */
export async function defaultRouteDevices(): Promise<ReadonlySet<string>> {
  const [ipv4, ipv6] = await Promise.all(
    ['route', 'ipv6_route'].map((table) => readFile(`/proc/net/${table}`, 'utf8').catch(() => '')),
  );
  return defaultDevices(ipv4 ?? '', ipv6 ?? '');
}

/** The flag of a route that leads nowhere (route(8), RTF_REJECT): without IPv6, the kernel has such a default route at lo. */
const REJECTS = 0x200;

/** The same, by the texts of /proc/net/route and /proc/net/ipv6_route: a default route is one for no bits of an address. */
export function defaultDevices(ipv4: string, ipv6: string): ReadonlySet<string> {
  const rowsOf = (text: string) => text.split('\n').map((line) => line.trim().split(/\s+/));
  return new Set([
    ...rowsOf(ipv4).flatMap(([device = '', , , , , , , mask]) => (mask === '00000000' ? [device] : [])),
    ...rowsOf(ipv6).flatMap((columns) => (columns[1] === '00' && !rejects(columns[8]) ? columns.slice(-1) : [])),
  ]);
}

function rejects(flags = ''): boolean {
  return (Number.parseInt(flags, 16) & REJECTS) !== 0;
}
