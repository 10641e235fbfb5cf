import { eachInSteps, type Steps } from '../../model/configuration/steps.ts';
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

/** A neighbor that announces itself by LLDP. */
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

/** Memory of a station from one read of the address table to the next. Times are milliseconds since 1970. */
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
  /** 0 if unknown. */
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

/** What is gathered of one station. Short lists, not sets: there are thousands of these. */
interface Gathered {
  readonly mac: string;
  readonly names: Partial<Record<NameOrigin, string>>;
  vendor: string;
  model: string;
  readonly ipv4: string[];
  readonly ipv6: string[];
  /** The IPv4 addresses that it was seen to use, as opposed to those assigned to it. */
  readonly used: string[];
  port: number;
  readonly vlans: number[];
  lastSeen: number | undefined;
  isPresent: boolean;
  isBridge: boolean;
  readonly knownBy: Evidence[];
}

/** The evidences in the order that they are named in. */
const evidenceOrder: readonly Evidence[] = ['lldp', 'onvif', 'dot1x', 'dhcp', 'mdns', 'arp', 'nd', 'address'];

/** One row for each station, by MAC address, in steps: there may be thousands. Pure. */
export function* joinHosts(sources: HostSources): Steps<readonly JoinedHost[]> {
  const stations = new Map<string, Gathered>();
  const station = (mac: string): Gathered => {
    let found = stations.get(mac);
    if (!found) {
      found = nobody(mac);
      stations.set(mac, found);
    }
    return found;
  };
  yield* eachInSteps(sources.heard, (heard) => hear(station(heard.mac), heard));
  yield* eachInSteps(sources.remembered, ([mac, known]) => {
    if (!stations.has(mac)) remember(station(mac), known);
  });
  yield* eachInSteps(sources.held, ({ mac, address, by }) => hold(station(mac), address, by));
  const atPort = byPort(stations.values());
  for (const neighbor of sources.neighbors) meet(atPort.get(neighbor.port) ?? [], station, neighbor);
  for (const told of sources.told) listen(station(told.mac), told);
  for (const [mac, label] of sources.labels) {
    const one = stations.get(mac);
    if (one) one.names.label = label;
  }
  const holders = holdersOf(stations.values());
  const bridges = bridgesOf(stations.values());
  const clients = clientsOf(stations.values(), bridges);
  const joined: JoinedHost[] = [];
  yield* eachInSteps(stations.values(), (one) => {
    const nameFrom = namePrecedence.find((origin) => one.names[origin] !== undefined);
    const known = sources.remembered.get(one.mac);
    const bridge = bridges.get(one.port);
    joined.push({
      mac: one.mac,
      name: (nameFrom && one.names[nameFrom]) ?? '',
      nameFrom,
      vendor: one.vendor || sources.vendorOf(one.mac),
      model: one.model,
      ipv4: one.ipv4,
      ipv6: one.ipv6,
      port: one.port,
      vlans: one.vlans.sort((a, b) => a - b),
      isPresent: one.isPresent,
      since: known?.since,
      lastSeen: one.lastSeen ?? known?.lastSeen,
      knownBy:
        one.knownBy.length === 1 ? one.knownBy : evidenceOrder.filter((evidence) => one.knownBy.includes(evidence)),
      isDuplicate: one.used.some((address) => (holders.get(address) ?? 0) > 1),
      clients: bridge === one.mac ? (clients.get(one.port) ?? 0) : 0,
      behind: bridge === one.mac ? undefined : bridge,
    });
  });
  return joined.sort((a, b) => (a.mac < b.mac ? -1 : 1));
}

function nobody(mac: string): Gathered {
  return {
    mac,
    names: {},
    vendor: '',
    model: '',
    ipv4: [],
    ipv6: [],
    used: [],
    port: 0,
    vlans: [],
    lastSeen: undefined,
    isPresent: false,
    isBridge: false,
    knownBy: [],
  };
}

/** Adds a value to a short list that has each once. */
function add<Value>(list: Value[], value: Value): void {
  if (!list.includes(value)) list.push(value);
}

/** A station that is in several VLANs is where it was heard last. */
function hear(one: Gathered, { vlan, port, lastSeen }: HeardAddress): void {
  if (one.port === 0 || (lastSeen ?? 0) > (one.lastSeen ?? 0)) one.port = port;
  add(one.vlans, vlan);
  if (lastSeen !== undefined) one.lastSeen = Math.max(one.lastSeen ?? lastSeen, lastSeen);
  one.isPresent = true;
  add(one.knownBy, 'address');
}

/** Last place of a host that is gone. */
function remember(one: Gathered, { port, vlan, lastSeen }: Remembered): void {
  one.port = port;
  add(one.vlans, vlan);
  one.lastSeen = lastSeen;
  add(one.knownBy, 'address');
}

function hold(one: Gathered, address: string, by?: HeldAddress['by']): void {
  add(address.includes(':') ? one.ipv6 : one.ipv4, address);
  if (!by) return;
  add(one.knownBy, by);
  if (by !== 'nd') add(one.used, address);
}

/** The stations at each port. */
function byPort(stations: Iterable<Gathered>): ReadonlyMap<number, readonly Gathered[]> {
  const found = new Map<number, Gathered[]>();
  for (const one of stations) {
    const others = found.get(one.port);
    if (others) others.push(one);
    else found.set(one.port, [one]);
  }
  return found;
}

/**
 * A neighbor is the station at its port that it names, or that uses an address that it says is its own; else it is a station of
 * its own (a switch whose other addresses are heard). One that names no MAC address is the only station at its port.
 */
function meet(
  here: readonly Gathered[],
  station: (mac: string) => Gathered,
  { port, macs, name, vendor, model, addresses, isBridge }: ToldNeighbor,
): void {
  const heard =
    here.find(({ mac }) => macs.includes(mac)) ?? here.find(({ used }) => addresses.some((one) => used.includes(one)));
  const only = here.length === 1 ? here[0] : undefined;
  const mac = heard?.mac ?? macs[0] ?? only?.mac;
  if (mac === undefined) return;
  const one = station(mac);
  one.port = port;
  one.isPresent = true;
  one.isBridge ||= isBridge;
  add(one.knownBy, 'lldp');
  if (name !== '') one.names.lldp = name;
  if (vendor !== '') one.vendor = vendor;
  if (model !== '') one.model = model;
  for (const address of addresses) hold(one, address);
}

function listen(one: Gathered, { by, name, vendor, model, address }: ToldStation): void {
  add(one.knownBy, by);
  if (name) one.names[by] = name;
  if (vendor && one.vendor === '') one.vendor = vendor;
  if (model && one.model === '') one.model = model;
  if (address) hold(one, address);
}

/** How many stations have each IPv4 address. */
function holdersOf(stations: Iterable<Gathered>): ReadonlyMap<string, number> {
  const holders = new Map<string, number>();
  for (const { used, isPresent } of stations) {
    // A host that is gone may have left its address to another one.
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
