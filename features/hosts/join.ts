import type { Evidence } from './host-words.ts';

/** A row of the address table: where a station was heard. */
export interface HeardAddress {
  readonly mac: string;
  readonly vlan: number;
  /** A port, or 5000 and the trunk's number. */
  readonly port: number;
  /** Milliseconds since 1970 of its last frame; undefined for what an administrator pinned, heard or not. */
  readonly lastSeen: number | undefined;
}

/** An IP address that belongs to a station. */
export interface HeldAddress {
  readonly mac: string;
  readonly address: string;
  readonly by: 'arp' | 'nd' | 'dhcp';
}

/** A neighbor that tells of itself by LLDP. */
export interface ToldNeighbor {
  readonly port: number;
  /** MAC addresses that it names as its own, the one of its port first. */
  readonly macs: readonly string[];
  readonly name: string;
  readonly vendor: string;
  readonly model: string;
  readonly addresses: readonly string[];
  /** Whether it is a bridge or an access point: others at its port are behind it. */
  readonly isBridge: boolean;
}

/** A name, or a maker, that is known of a station by one of the other ways. */
export interface ToldStation {
  readonly mac: string;
  readonly by: 'dhcp' | 'mdns' | 'onvif' | 'dot1x';
  readonly name?: string | undefined;
  readonly vendor?: string | undefined;
  readonly model?: string | undefined;
  readonly address?: string | undefined;
}

/** What is remembered of a station from one look at the address table to the next. Times are milliseconds since 1970. */
export interface Remembered {
  readonly since: number;
  readonly lastSeen: number;
  readonly port: number;
  readonly vlan: number;
}

/** Everything that rows of hosts are made from. */
export interface HostSources {
  readonly heard: Iterable<HeardAddress>;
  readonly held: Iterable<HeldAddress>;
  readonly neighbors: Iterable<ToldNeighbor>;
  readonly told: Iterable<ToldStation>;
  /** By MAC address. */
  readonly labels: ReadonlyMap<string, string>;
  readonly remembered: ReadonlyMap<string, Remembered>;
  /** The maker of an address; "" where it is not known. */
  vendorOf(mac: string): string;
}

/** From where a name comes, the first one that there is: this is the precedence (docs/specification/hosts.md). */
const namePrecedence = ['label', 'lldp', 'dhcp', 'mdns', 'onvif', 'dot1x'] as const;

/** One of the sources of names. */
type NameOrigin = (typeof namePrecedence)[number];

/** A station, joined from all that is known of it. */
export interface JoinedHost {
  readonly mac: string;
  readonly name: string;
  readonly nameFrom: NameOrigin | undefined;
  readonly vendor: string;
  readonly model: string;
  readonly ipv4: readonly string[];
  readonly ipv6: readonly string[];
  /** 0 where nobody knows. */
  readonly port: number;
  /** Ascending. */
  readonly vlans: readonly number[];
  readonly isPresent: boolean;
  /** Milliseconds since 1970; undefined where it was not watched. */
  readonly since: number | undefined;
  readonly lastSeen: number | undefined;
  readonly knownBy: readonly Evidence[];
  /** Whether another station has one of its IPv4 addresses, too. */
  readonly isDuplicate: boolean;
  /** Stations behind this bridge or access point; 0 for others. */
  readonly clients: number;
  /** The MAC address of the bridge or access point that it is behind. */
  readonly behind: string | undefined;
}

/** What is gathered of one station. */
interface Gathered {
  readonly mac: string;
  readonly names: Map<NameOrigin, string>;
  vendor: string;
  model: string;
  readonly ipv4: Set<string>;
  readonly ipv6: Set<string>;
  /** Those of its IPv4 addresses that it was seen to use, and not only told to have. */
  readonly used: Set<string>;
  port: number;
  readonly vlans: Set<number>;
  lastSeen: number | undefined;
  isPresent: boolean;
  isBridge: boolean;
  readonly knownBy: Set<Evidence>;
}

/** The evidences in the order that they are named in. */
const evidenceOrder: readonly Evidence[] = ['lldp', 'onvif', 'dot1x', 'dhcp', 'mdns', 'arp', 'nd', 'address'];

/** One row for each station, by MAC address. Pure. */
export function joinHosts(sources: HostSources): readonly JoinedHost[] {
  const stations = new Map<string, Gathered>();
  const station = (mac: string): Gathered => {
    let found = stations.get(mac);
    if (!found) {
      found = nobody(mac);
      stations.set(mac, found);
    }
    return found;
  };
  for (const heard of sources.heard) hear(station(heard.mac), heard);
  for (const [mac, known] of sources.remembered) if (!stations.has(mac)) remember(station(mac), known);
  for (const { mac, address, by } of sources.held) hold(station(mac), address, by);
  for (const neighbor of sources.neighbors) meet(stations, station, neighbor);
  for (const told of sources.told) listen(station(told.mac), told);
  for (const [mac, label] of sources.labels) stations.get(mac)?.names.set('label', label);
  const holders = holdersOf(stations.values());
  const bridges = bridgesOf(stations.values());
  const clients = clientsOf(stations.values(), bridges);
  return [...stations.values()]
    .map((one): JoinedHost => {
      const nameFrom = namePrecedence.find((origin) => one.names.has(origin));
      const known = sources.remembered.get(one.mac);
      const bridge = bridges.get(one.port);
      return {
        mac: one.mac,
        name: (nameFrom && one.names.get(nameFrom)) ?? '',
        nameFrom,
        vendor: one.vendor || sources.vendorOf(one.mac),
        model: one.model,
        ipv4: [...one.ipv4],
        ipv6: [...one.ipv6],
        port: one.port,
        vlans: [...one.vlans].sort((a, b) => a - b),
        isPresent: one.isPresent,
        since: known?.since,
        lastSeen: one.lastSeen ?? known?.lastSeen,
        knownBy: evidenceOrder.filter((evidence) => one.knownBy.has(evidence)),
        isDuplicate: [...one.used].some((address) => (holders.get(address) ?? 0) > 1),
        clients: bridge === one.mac ? (clients.get(one.port) ?? 0) : 0,
        behind: bridge === one.mac ? undefined : bridge,
      };
    })
    .sort((a, b) => (a.mac < b.mac ? -1 : 1));
}

function nobody(mac: string): Gathered {
  return {
    mac,
    names: new Map(),
    vendor: '',
    model: '',
    ipv4: new Set(),
    ipv6: new Set(),
    used: new Set(),
    port: 0,
    vlans: new Set(),
    lastSeen: undefined,
    isPresent: false,
    isBridge: false,
    knownBy: new Set(),
  };
}

/** A station that is in several VLANs is where it was heard last. */
function hear(one: Gathered, { vlan, port, lastSeen }: HeardAddress): void {
  if (one.port === 0 || (lastSeen ?? 0) > (one.lastSeen ?? 0)) one.port = port;
  one.vlans.add(vlan);
  if (lastSeen !== undefined) one.lastSeen = Math.max(one.lastSeen ?? lastSeen, lastSeen);
  one.isPresent = true;
  one.knownBy.add('address');
}

/** Where one that is gone was last. */
function remember(one: Gathered, { port, vlan, lastSeen }: Remembered): void {
  one.port = port;
  one.vlans.add(vlan);
  one.lastSeen = lastSeen;
  one.knownBy.add('address');
}

function hold(one: Gathered, address: string, by?: HeldAddress['by']): void {
  (address.includes(':') ? one.ipv6 : one.ipv4).add(address);
  if (!by) return;
  one.knownBy.add(by);
  if (by !== 'nd') one.used.add(address);
}

/**
 * A neighbor is the station at its port that it names, or that uses an address that it says is its own; else it is a station of
 * its own (a switch whose other addresses are heard). One that names no MAC address is the only station at its port.
 */
function meet(
  stations: ReadonlyMap<string, Gathered>,
  station: (mac: string) => Gathered,
  { port, macs, name, vendor, model, addresses, isBridge }: ToldNeighbor,
): void {
  const here = [...stations.values()].filter((one) => one.port === port);
  const heard =
    here.find(({ mac }) => macs.includes(mac)) ?? here.find(({ used }) => addresses.some((one) => used.has(one)));
  const only = here.length === 1 ? here[0] : undefined;
  const mac = heard?.mac ?? macs[0] ?? only?.mac;
  if (mac === undefined) return;
  const one = station(mac);
  one.port = port;
  one.isPresent = true;
  one.isBridge ||= isBridge;
  one.knownBy.add('lldp');
  if (name !== '') one.names.set('lldp', name);
  if (vendor !== '') one.vendor = vendor;
  if (model !== '') one.model = model;
  for (const address of addresses) hold(one, address);
}

function listen(one: Gathered, { by, name, vendor, model, address }: ToldStation): void {
  one.knownBy.add(by);
  if (name) one.names.set(by, name);
  if (vendor && one.vendor === '') one.vendor = vendor;
  if (model && one.model === '') one.model = model;
  if (address) hold(one, address);
}

/** How many stations have each IPv4 address. */
function holdersOf(stations: Iterable<Gathered>): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { used, isPresent } of stations) {
    // Whoever is gone may have left its address to another one.
    if (isPresent) for (const address of used) holders.set(address, (holders.get(address) ?? 0) + 1);
  }
  return holders;
}

/** The bridge or access point at each port; of several the one with the lowest MAC address. */
function bridgesOf(stations: Iterable<Gathered>): ReadonlyMap<number, string> {
  const bridges = new Map<number, string>();
  for (const { mac, port, isBridge } of stations) {
    if (isBridge && port !== 0 && mac < (bridges.get(port) ?? '~')) bridges.set(port, mac);
  }
  return bridges;
}

/** Stations that are there behind the bridge of each port. */
function clientsOf(stations: Iterable<Gathered>, bridges: ReadonlyMap<number, string>): ReadonlyMap<number, number> {
  const clients = new Map<number, number>();
  for (const { mac, port, isPresent } of stations) {
    const bridge = bridges.get(port);
    if (bridge !== undefined && bridge !== mac && isPresent) clients.set(port, (clients.get(port) ?? 0) + 1);
  }
  return clients;
}
