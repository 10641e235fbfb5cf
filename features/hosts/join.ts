import { eachInSteps, type Steps, sortedInSteps } from '../../model/configuration/steps.ts';
import { plainLine } from '../../model/values/plain-line.ts';
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
  /** The switch's own MAC address: no host has it, whatever one says of itself. */
  readonly own: string;
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

/** A station, joined from all that is known of it. Name, vendor and model are lines of 64 characters at most. */
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

/** What is gathered of one station. There are thousands of these: of most, all lists but the VLANs are shared, and never changed in place. */
interface Gathered {
  readonly mac: string;
  names: Names;
  vendor: string;
  model: string;
  ipv4: readonly string[];
  ipv6: readonly string[];
  /** The IPv4 addresses that it was seen to use, as opposed to those assigned to it. */
  used: readonly string[];
  port: number;
  readonly vlans: number[];
  lastSeen: number | undefined;
  isPresent: boolean;
  isBridge: boolean;
  knownBy: readonly Evidence[];
}

type Names = Readonly<Partial<Record<NameOrigin, string>>>;

const NO_NAMES: Names = {};
const NO_ADDRESSES: readonly string[] = [];
const NO_EVIDENCE: readonly Evidence[] = [];

/** The evidences in the order that they are named in. */
const evidenceOrder: readonly Evidence[] = ['lldp', 'onvif', 'dot1x', 'dhcp', 'mdns', 'arp', 'nd', 'address'];

/** What is known first of a station, and of most all that is. */
const BY_ADDRESS: readonly Evidence[] = ['address'];

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
  const places = yield* placesOf(stations.values());
  for (const neighbor of sources.neighbors) {
    const mac = macOf(neighbor, { stations, places, own: sources.own });
    if (mac !== undefined) meet(station(mac), neighbor);
  }
  yield* eachInSteps(sources.told, (told) => listen(station(told.mac), told));
  for (const [mac, label] of sources.labels) {
    const one = stations.get(mac);
    if (one) one.names = { ...one.names, label };
  }
  stations.delete(sources.own);
  const holders = yield* holdersOf(stations.values());
  const bridges = yield* bridgesOf(stations.values());
  const clients = yield* clientsOf(stations.values(), bridges);
  const joined: JoinedHost[] = [];
  yield* eachInSteps(stations.values(), (one) => {
    const { names } = one;
    const nameFrom = namePrecedence.find((origin) => names[origin] !== undefined);
    const known = sources.remembered.get(one.mac);
    const bridge = bridges.get(one.port);
    joined.push({
      mac: one.mac,
      name: shown((nameFrom && names[nameFrom]) ?? ''),
      nameFrom,
      vendor: shown(one.vendor || sources.vendorOf(one.mac)),
      model: shown(one.model),
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
  return yield* sortedInSteps(joined, (a, b) => (a.mac < b.mac ? -1 : 1));
}

/** Characters of a name, a vendor or a model at most. */
const SHOWN = 64;

/** What a station says of itself, as it can be shown anywhere. */
function shown(words: string): string {
  const line = words === '' ? '' : plainLine(words);
  return line.length <= SHOWN ? line : [...line].slice(0, SHOWN).join('');
}

function nobody(mac: string): Gathered {
  return {
    mac,
    names: NO_NAMES,
    vendor: '',
    model: '',
    ipv4: NO_ADDRESSES,
    ipv6: NO_ADDRESSES,
    used: NO_ADDRESSES,
    port: 0,
    vlans: [],
    lastSeen: undefined,
    isPresent: false,
    isBridge: false,
    knownBy: NO_EVIDENCE,
  };
}

/** A short list that has each value once, with this one. */
function withValue<Value>(list: readonly Value[], value: Value): readonly Value[] {
  return list.includes(value) ? list : [...list, value];
}

function know(one: Gathered, by: Evidence): void {
  one.knownBy = withValue(one.knownBy, by);
}

function addVlan(one: Gathered, vlan: number): void {
  if (!one.vlans.includes(vlan)) one.vlans.push(vlan);
}

/** A station that is in several VLANs is where it was heard last. */
function hear(one: Gathered, { vlan, port, lastSeen }: HeardAddress): void {
  if (one.port === 0 || (lastSeen ?? 0) > (one.lastSeen ?? 0)) one.port = port;
  addVlan(one, vlan);
  if (lastSeen !== undefined) one.lastSeen = Math.max(one.lastSeen ?? lastSeen, lastSeen);
  one.isPresent = true;
  one.knownBy = BY_ADDRESS;
}

/** Last place of a host that is gone. */
function remember(one: Gathered, { port, vlan, lastSeen }: Remembered): void {
  one.port = port;
  addVlan(one, vlan);
  one.lastSeen = lastSeen;
  one.knownBy = BY_ADDRESS;
}

/** Addresses of each family that are looked at of a station: one may claim thousands. */
const ADDRESSES = 32;

function hold(one: Gathered, address: string, by?: HeldAddress['by']): void {
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  if (one[family].length < ADDRESSES) one[family] = withValue(one[family], address);
  if (!by) return;
  know(one, by);
  if (by !== 'nd' && one.used.length < ADDRESSES) one.used = withValue(one.used, address);
}

/** Who is where: neighbors are found among thousands. */
interface Places {
  /** The stations that are alone at their port, by that. */
  readonly alone: ReadonlyMap<number, Gathered | undefined>;
  /** The first station at a port that uses an IPv4 address, by both. */
  readonly users: ReadonlyMap<string, Gathered>;
}

const placeOf = (port: number, address: string) => `${port} ${address}`;

function* placesOf(stations: Iterable<Gathered>): Steps<Places> {
  const alone = new Map<number, Gathered | undefined>();
  const users = new Map<string, Gathered>();
  yield* eachInSteps(stations, (one) => {
    alone.set(one.port, alone.has(one.port) ? undefined : one);
    for (const address of one.used) {
      const place = placeOf(one.port, address);
      if (!users.has(place)) users.set(place, one);
    }
  });
  return { alone, users };
}

/** Among what neighbors are looked for. */
interface Around {
  readonly stations: ReadonlyMap<string, Gathered>;
  readonly places: Places;
  readonly own: string;
}

/**
 * A neighbor is the station at its port that it names, or that uses an address that it says is its own; else it is a station of
 * its own (a switch whose other addresses are heard). One that names no MAC address, or none but those of stations elsewhere (it
 * may say what it likes), is the only station at its port.
 */
function macOf({ port, macs, addresses }: ToldNeighbor, { stations, places, own }: Around): string | undefined {
  const heard =
    macs.find((mac) => stations.get(mac)?.port === port) ??
    addresses.map((address) => places.users.get(placeOf(port, address))).find((one) => one !== undefined)?.mac;
  const isFree = (mac: string) => mac !== own && !stations.get(mac)?.isPresent;
  return heard ?? macs.find(isFree) ?? places.alone.get(port)?.mac;
}

function meet(one: Gathered, { port, name, vendor, model, addresses, isBridge }: ToldNeighbor): void {
  one.port = port;
  one.isPresent = true;
  one.isBridge ||= isBridge;
  know(one, 'lldp');
  if (name !== '') one.names = { ...one.names, lldp: name };
  if (vendor !== '') one.vendor = vendor;
  if (model !== '') one.model = model;
  for (const address of addresses) hold(one, address);
}

function listen(one: Gathered, { by, name, vendor, model, address }: ToldStation): void {
  know(one, by);
  if (name) one.names = { ...one.names, [by]: name };
  if (vendor && one.vendor === '') one.vendor = vendor;
  if (model && one.model === '') one.model = model;
  if (address) hold(one, address);
}

/** How many stations have each IPv4 address. */
function* holdersOf(stations: Iterable<Gathered>): Steps<ReadonlyMap<string, number>> {
  const holders = new Map<string, number>();
  yield* eachInSteps(stations, ({ used, isPresent }) => {
    // A host that is gone may have left its address to another one.
    if (isPresent) for (const address of used) holders.set(address, (holders.get(address) ?? 0) + 1);
  });
  return holders;
}

/** The bridge or access point at each port; of several the one with the lowest MAC address. */
function* bridgesOf(stations: Iterable<Gathered>): Steps<ReadonlyMap<number, string>> {
  const bridges = new Map<number, string>();
  yield* eachInSteps(stations, ({ mac, port, isBridge }) => {
    if (isBridge && port !== 0 && mac < (bridges.get(port) ?? '~')) bridges.set(port, mac);
  });
  return bridges;
}

/** Stations that are there behind the bridge of each port. */
function* clientsOf(
  stations: Iterable<Gathered>,
  bridges: ReadonlyMap<number, string>,
): Steps<ReadonlyMap<number, number>> {
  const clients = new Map<number, number>();
  yield* eachInSteps(stations, ({ mac, port, isPresent }) => {
    const bridge = bridges.get(port);
    if (bridge !== undefined && bridge !== mac && isPresent) clients.set(port, (clients.get(port) ?? 0) + 1);
  });
  return clients;
}
