import { readFile, writeFile } from 'node:fs/promises';
import { runCommand } from './run-command.ts';

/** The switch's address in a subnet, as the host's interface has it. */
export interface HostAddress {
  readonly address: string;
  readonly prefix: number;
}

/** Marks our default route; one that the host has already, with a lower metric, stays the preferred one. */
const ROUTE_METRIC = '4095';

/** Sets a device up or down. */
export async function setLink(device: string, up: boolean): Promise<void> {
  await runCommand('ip', ['link', 'set', 'dev', device, up ? 'up' : 'down']);
}

/** Sets the largest payload of a device in octets. */
export async function setMtu(device: string, mtu: number): Promise<void> {
  await runCommand('ip', ['link', 'set', 'dev', device, 'mtu', String(mtu)]);
}

/** The host's number of a device, another one for every device that ever had the name; undefined where there is none. */
export async function deviceIndex(device: string): Promise<number | undefined> {
  try {
    return Number(await readFile(`/sys/class/net/${device}/ifindex`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Gives a device just these addresses. */
export async function setAddresses(device: string, wanted: readonly HostAddress[]): Promise<void> {
  const present = new Set(await addressesOf(device));
  const words = wanted.map(({ address, prefix }) => `${address}/${prefix}`);
  for (const word of present) {
    if (!words.includes(word)) await runCommand('ip', ['address', 'del', word, 'dev', device]);
  }
  for (const word of words) if (!present.has(word)) await runCommand('ip', ['address', 'add', word, 'dev', device]);
}

async function addressesOf(device: string): Promise<string[]> {
  const { stdout } = await runCommand('ip', ['-j', '-4', 'address', 'show', 'dev', device]);
  const list: unknown = JSON.parse(stdout || '[]');
  const found: string[] = [];
  for (const entry of Array.isArray(list) ? list : []) {
    for (const info of entry?.addr_info ?? []) found.push(`${info.local}/${info.prefixlen}`);
  }
  return found;
}

/** Sets or takes away the default route of ours; `former` is where it pointed. */
export async function setDefaultRoute(gateway: string | undefined): Promise<void> {
  await runCommand('ip', ['route', 'del', 'default', 'metric', ROUTE_METRIC]).catch(() => {});
  if (gateway) await runCommand('ip', ['route', 'add', 'default', 'via', gateway, 'metric', ROUTE_METRIC]);
}

/** Where the host sends packets for `address`: the device, and the neighbour that it hands them to. */
export async function nextHop(address: string): Promise<{ device: string; neighbour: string } | undefined> {
  try {
    const { stdout } = await runCommand('ip', ['-j', 'route', 'get', address]);
    const [route] = JSON.parse(stdout);
    return { device: String(route.dev), neighbour: String(route.gateway ?? address) };
  } catch {
    return undefined;
  }
}

/** The MAC of a neighbour as the host has resolved it, "00-11-22-AA-BB-CC". */
export async function neighbourMac(device: string, address: string): Promise<string | undefined> {
  const { stdout } = await runCommand('ip', ['-j', 'neigh', 'show', address, 'dev', device]);
  const list: unknown = JSON.parse(stdout || '[]');
  const mac = Array.isArray(list) ? list[0]?.lladdr : undefined;
  return typeof mac === 'string' ? mac.replaceAll(':', '-').toUpperCase() : undefined;
}

/**
 * Keeps the host's own network stack off a switch port: it would answer ARP for the switch's addresses there, and send
 * IPv6 frames of its own. A setting that this host does not have is left out.
 */
export async function isolatePort(device: string): Promise<void> {
  const settings = [
    [`/proc/sys/net/ipv4/conf/${device}/arp_ignore`, '8'],
    [`/proc/sys/net/ipv6/conf/${device}/disable_ipv6`, '1'],
  ] as const;
  for (const [file, value] of settings) await writeFile(file, value).catch(() => {});
}
