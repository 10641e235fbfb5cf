import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withoutZone, zoneOf } from '../../model/values/ipv6.ts';
import { isRecord, type JsonRecord } from '../../model/values/json-record.ts';
import { runCommand } from './run-command.ts';

/** A network device of the host as it is. */
export interface HostDevice {
  readonly name: string;
  readonly up: boolean;
  readonly mtu: number;
  /** The largest that it can be set to; undefined where its driver names no limit. */
  readonly largestMtu: number | undefined;
  readonly addresses: readonly HostAddress[];
  /** The device that it belongs to, and what that is: "bridge", "bond", "vrf", …; undefined for none. */
  readonly master: { readonly name: string; readonly kind: string } | undefined;
  /** "ether", "loopback", "none", … */
  readonly linkType: string;
  /** What the host made it as: "vlan", "bridge", "veth", …; undefined for a network card. */
  readonly kind: string | undefined;
  readonly isWireless: boolean;
  /** The device that it sends by: of a VLAN, a macvlan, a tunnel, …; undefined for none. */
  readonly lower: string | undefined;
}

/** An address of a device, from any source. */
export interface HostAddress {
  /** "192.0.2.1/24". */
  readonly text: string;
  /** No connection begins at it (RFC 4862 5.5.4). */
  readonly deprecated: boolean;
  /** Whether it holds beyond this link (RFC 4007). */
  readonly isGlobal: boolean;
}

/** Whether the host has a device of this name now. */
export function isPresent(device: string): boolean {
  return existsSync(`/proc/sys/net/ipv4/conf/${device}`);
}

/** The devices of the host by name. */
export async function hostDevices(): Promise<ReadonlyMap<string, HostDevice>> {
  const devices = new Map<string, HostDevice>();
  for (const row of await ipRows('-d', 'address', 'show')) {
    const name = String(row.ifname);
    const flags = Array.isArray(row.flags) ? row.flags : [];
    const largest = Number(row.max_mtu);
    devices.set(name, {
      name,
      up: flags.includes('UP'),
      mtu: Number(row.mtu),
      largestMtu: largest > 0 ? largest : undefined,
      addresses: (Array.isArray(row.addr_info) ? row.addr_info : [])
        .filter(isRecord)
        .map(({ local, prefixlen, deprecated, scope }) => ({
          text: `${local}/${prefixlen}`,
          deprecated: deprecated === true,
          isGlobal: scope === 'global',
        })),
      master: masterOf(row),
      linkType: String(row.link_type),
      kind: kindOf(row),
      isWireless: existsSync(`/sys/class/net/${name}/phy80211`),
      lower: lowerOf(row),
    });
  }
  return devices;
}

function masterOf({ master, linkinfo }: JsonRecord): HostDevice['master'] {
  if (typeof master !== 'string') return undefined;
  const kind = isRecord(linkinfo) ? linkinfo.info_slave_kind : undefined;
  return { name: master, kind: typeof kind === 'string' ? kind : 'group' };
}

function kindOf({ linkinfo }: JsonRecord): string | undefined {
  return isRecord(linkinfo) && typeof linkinfo.info_kind === 'string' ? linkinfo.info_kind : undefined;
}

function lowerOf({ link, linkinfo }: JsonRecord): string | undefined {
  const { info_kind, info_data } = isRecord(linkinfo) ? linkinfo : {};
  // The other end of a pair is no device below.
  if (info_kind === 'veth') return undefined;
  const lower = link ?? (isRecord(info_data) ? info_data.link : undefined);
  return typeof lower === 'string' ? lower : undefined;
}

/** The statistics of the host's devices by name, as ip-link(8) reports them. */
export async function deviceStatistics(): Promise<ReadonlyMap<string, { rx: JsonRecord; tx: JsonRecord }>> {
  const statistics = new Map<string, { rx: JsonRecord; tx: JsonRecord }>();
  for (const row of await ipRows('-s', '-s', 'link', 'show')) {
    const { rx, tx } = isRecord(row.stats64) ? row.stats64 : {};
    if (isRecord(rx) && isRecord(tx)) statistics.set(String(row.ifname), { rx, tx });
  }
  return statistics;
}

/** Changes devices, addresses and routes: lines of ip(8) without the leading "ip", in order. Rejects at the first refused. */
export async function changeNetwork(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await runCommand('ip', ['-batch', '-'], { input: `${lines.join('\n')}\n` });
}

/**
 * Sets entries below /proc/sys/net; one that this host does not have is left out. At once, since each takes microseconds, and the
 * detour of a write by another thread many times that.
 */
export async function setKernelSettings(settings: Iterable<readonly [path: string, value: string]>): Promise<void> {
  for (const [path, value] of settings) {
    try {
      writeFileSync(`/proc/sys/net/${path}`, value);
    } catch {
      // It does not exist, or the device has gone.
    }
  }
}

/** The entries below /proc/sys/net as they are; one that this host does not have is left out. */
export function kernelSettings(paths: readonly string[]): [path: string, value: string][] {
  return paths.flatMap((path): [string, string][] => {
    try {
      return [[path, readFileSync(`/proc/sys/net/${path}`, 'utf8').trim()]];
    } catch {
      return [];
    }
  });
}

/**
 * Keeps the host's own network stack off a switch port: it would answer there for the switch's addresses, take broadcasts
 * a second time, and send IPv6 frames of its own.
 */
export function portSettings(device: string): [path: string, value: string][] {
  return [
    [`ipv4/conf/${device}/arp_ignore`, '8'],
    [`ipv4/conf/${device}/rp_filter`, '1'],
    [`ipv6/conf/${device}/disable_ipv6`, '1'],
  ];
}

/**
 * An interface of the switch answers for its own addresses only, and speaks IPv6 only when it has an address there, and then
 * none that it gave itself.
 */
export function interfaceSettings(
  device: string,
  hasIpv6: boolean,
  retransmitTime: number,
): [path: string, value: string][] {
  return [
    [`ipv4/conf/${device}/arp_ignore`, '1'],
    [`ipv4/conf/${device}/arp_announce`, '2'],
    // The others of a subnet stay when the first address of it goes.
    [`ipv4/conf/${device}/promote_secondaries`, '1'],
    [`ipv6/conf/${device}/accept_ra`, '0'],
    [`ipv6/conf/${device}/accept_redirects`, '0'],
    [`ipv6/conf/${device}/forwarding`, '0'],
    [`ipv6/neigh/${device}/retrans_time_ms`, String(retransmitTime)],
    [`ipv6/conf/${device}/addr_gen_mode`, '1'],
    [`ipv6/conf/${device}/disable_ipv6`, hasIpv6 ? '0' : '1'],
  ];
}

/**
 * The next hop of the host for `address`, with its zone if that is link-local: the device, and the neighbor that
 * receives the packets.
 */
export async function nextHop(address: string): Promise<{ device: string; neighbour: string } | undefined> {
  const zone = zoneOf(address);
  // A link-local address says its link itself.
  if (zone !== undefined) return { device: zone, neighbour: withoutZone(address) };
  const [route] = await ipRows('route', 'get', address).catch(() => []);
  return route && { device: String(route.dev), neighbour: String(route.gateway ?? address) };
}

/** The MAC address of a neighbor as the host has resolved it, "00-11-22-AA-BB-CC". */
export async function neighbourMac(device: string, address: string): Promise<string | undefined> {
  const [row] = await ipRows('neigh', 'show', address, 'dev', device);
  return typeof row?.lladdr === 'string' ? row.lladdr.replaceAll(':', '-').toUpperCase() : undefined;
}

/** Whether packets of IPv4 that come in by an interface of the switch are handed on. */
export function forwardingSettings(device: string, forwards: boolean): [path: string, value: string][] {
  return [[`ipv4/conf/${device}/forwarding`, forwards ? '1' : '0']];
}

/** Output of `ip -j` for these arguments. */
export async function ipRows(...parameters: readonly string[]): Promise<JsonRecord[]> {
  const { stdout } = await runCommand('ip', ['-j', ...parameters]);
  const rows: unknown = JSON.parse(stdout || '[]');
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
