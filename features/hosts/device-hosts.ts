import { breath, inBreaths } from '../../datapath/breath.ts';
import type { DeviceContext, LiveRowOf } from '../../device/feature.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { eachInSteps, sortedInSteps } from '../../model/configuration/steps.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { compareText } from '../../model/schema/field.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import { formatDateTime } from '../../model/values/date-time.ts';
import { isGroupMac, ZERO_MAC } from '../../model/values/mac.ts';
import { formatNumberRanges, portsOf } from '../../model/values/port-list.ts';
import type { Values } from '../../model/wire/call.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import {
  ChassisIdSubtype,
  type Identifier,
  networkAddressText,
  PortIdSubtype,
} from '../../protocols/lldp/identifier.ts';
import { type LldpInformation, SystemCapability } from '../../protocols/lldp/information.ts';
import { bridgePorts } from '../bridge-ports.ts';
import { lldpState } from '../network/lldp/slots.ts';
import { portSampler } from '../port-sampling.ts';
import { dhcpBindings } from '../security/dhcp-snooping/slots.ts';
import { authenticator } from '../security/port-access-control/slots.ts';
import { surveillanceState } from '../surveillance-mode/slots.ts';
import { aSVDeviceEntry } from '../surveillance-mode/vlan-objects.ts';
import { deviceTimeAt } from '../system/system-time/objects.ts';
import {
  type HeardAddress,
  type HeldAddress,
  type HostSources,
  type JoinedHost,
  joinHosts,
  type Remembered,
  type ToldNeighbor,
  type ToldStation,
} from './join.ts';
import { momentsOf } from './moments.ts';
import {
  HostState,
  type hostDayEntry,
  type hostEntry,
  hostLabelEntry,
  type hostNameEntry,
  NameSource,
} from './objects.ts';
import { hostWatch, type KnownHost } from './slots.ts';
import { Vendors } from './vendors.ts';

const MAC_LENGTH = 6;
const vendors = new Vendors();
const { bridge, wlanAccessPoint, telephone } = SystemCapability;

type HostRow = LiveRowOf<typeof hostEntry>;

/** The rows of what was joined: a page asks for several selections of them at the same time. */
const madeRows = new WeakMap<readonly JoinedHost[], Promise<readonly HostRow[]>>();

/** The rows of `hostEntry`. */
export async function hostRows(context: DeviceContext): Promise<readonly HostRow[]> {
  const hosts = await joinedHosts(context);
  const present = madeRows.get(hosts);
  if (present) return present;
  const rows = rowsOf(hosts, context);
  madeRows.set(hosts, rows);
  rows.catch(() => madeRows.delete(hosts));
  return rows;
}

async function rowsOf(hosts: readonly JoinedHost[], context: DeviceContext): Promise<readonly HostRow[]> {
  const figures = await figuresOf(context);
  const moment = momentsOf(context.configuration());
  const rows: HostRow[] = [];
  const add = (host: JoinedHost) =>
    rows.push({
      hostAddress: host.mac,
      hostName: host.name,
      hostNameSource: host.nameFrom ? NameSource[host.nameFrom] : NameSource.none,
      hostVendor: host.vendor,
      hostModel: host.model,
      hostIpv4: listed(host.ipv4, 64),
      hostIpv6: listed(host.ipv6, 128),
      hostPort: host.port,
      hostVlans: formatNumberRanges(host.vlans),
      hostState: host.isPresent ? HostState.present : HostState.gone,
      hostSince: moment(host.since),
      hostLastSeen: moment(host.lastSeen),
      ...figures(host),
      hostKnownBy: host.knownBy.join(','),
      hostDuplicate: host.isDuplicate ? TruthValue.yes : TruthValue.no,
      hostClients: host.clients,
      hostBehind: host.behind ?? '',
    });
  await inBreaths(eachInSteps(hosts, add));
  return rows;
}

/** Milliseconds in which those who ask share what was joined. */
const TOGETHER = 1000;

/** What was joined just now, by the configuration that it was joined under: a label that is set shows at once. */
const shared = new WeakMap<Configuration, Promise<readonly JoinedHost[]>>();

/** Every station, joined from all that is known of it now; reads within a second share the result. */
export function joinedHosts(context: DeviceContext): Promise<readonly JoinedHost[]> {
  const configuration = context.configuration();
  const present = shared.get(configuration);
  if (present) return present;
  const hosts = join(context);
  shared.set(configuration, hosts);
  const forget = () => shared.delete(configuration);
  hosts.catch(forget);
  context.clock.after(TOGETHER, forget);
  return hosts;
}

/** What is known of hosts by MAC address. */
export async function namesOf(context: DeviceContext): Promise<ReadonlyMap<string, KnownHost>> {
  const hosts = await joinedHosts(context);
  return new Map(hosts.map(({ mac, name, vendor, ipv4 }) => [mac, { name, vendor, ipv4: listed(ipv4, 64) }]));
}

/** The rows of `hostNameEntry`: of the addresses that are asked for, those whose host has a name. */
export async function hostNameRows(
  context: DeviceContext,
  { hostNameAddresses: asked = '' }: Values,
): Promise<readonly LiveRowOf<typeof hostNameEntry>[]> {
  const addresses = new Set(
    String(asked)
      .split(',')
      .filter((address) => address !== ''),
  );
  if (addresses.size === 0) return [];
  const named = new Map<string, LiveRowOf<typeof hostNameEntry>>();
  const add = ({ mac, name, ipv4, ipv6, isPresent }: JoinedHost) => {
    if (name === '') return;
    for (const address of [mac, ...ipv4, ...ipv6]) {
      // An address that a host had belongs to the one that has it.
      if (!addresses.has(address) || (named.has(address) && !isPresent)) continue;
      named.set(address, { hostNamedAddress: address, hostNamedName: name, hostNamedMac: mac });
    }
  };
  await inBreaths(eachInSteps(await joinedHosts(context), add));
  return [...named.values()].sort((a, b) => compareText(a.hostNamedAddress, b.hostNamedAddress));
}

async function join(context: DeviceContext): Promise<readonly JoinedHost[]> {
  const sources = await sourcesOf(context);
  return inBreaths(joinHosts({ ...sources, vendorOf: await vendors.of(addressesOf(sources)) }));
}

function* addressesOf({ heard, told, remembered, neighbors }: HostSources): Iterable<string> {
  for (const { mac } of heard) yield mac;
  for (const { mac } of told) yield mac;
  yield* remembered.keys();
  for (const { macs } of neighbors) yield* macs;
}

/** The rows of `hostDayEntry`: of the host that is asked for, or of all. */
export async function hostDayRows(
  { slots, wallClock, configuration }: DeviceContext,
  { hostAddress }: Values,
): Promise<readonly LiveRowOf<typeof hostDayEntry>[]> {
  const watch = slots.get(hostWatch);
  if (!watch) return [];
  const now = wallClock.now();
  const { memory } = watch;
  const known = [...memory.stations.keys()].filter((mac) => hostAddress === undefined || mac === hostAddress);
  const rows: LiveRowOf<typeof hostDayEntry>[] = [];
  const add = (mac: string) =>
    rows.push({
      hostAddress: mac,
      hostDayHeard: memory.dayOf(mac, now),
      hostDayMoves: memory
        .movesOf(mac)
        .map(({ at, port, vlan }) => `${formatDateTime(deviceTimeAt(configuration(), at))} ${port} ${vlan}`)
        .join(', '),
    });
  await inBreaths(eachInSteps(await inBreaths(sortedInSteps(known, compareText)), add));
  return rows;
}

/** As many addresses as fit, in their order. */
function listed(addresses: readonly string[], longest: number): string {
  return addresses.reduce((text, address) => {
    const next = text === '' ? address : `${text}, ${address}`;
    return next.length > longest ? text : next;
  }, '');
}

/** Traffic and power of the port that a host is at. */
async function figuresOf(context: DeviceContext) {
  const { datapath, slots, hardware, configuration } = context;
  const { power } = await datapath.environment();
  const history = slots.get(portSampler)?.history;
  const members = new Map(
    bridgePorts(configuration(), hardware).map(({ number, members }) => [number, portsOf(members)]),
  );
  const rates = new Map<number, number>();
  const rateOf = (port: number): number => {
    const known = rates.get(port);
    if (known !== undefined) return known;
    const octets = (members.get(port) ?? []).reduce(
      (sum, member) =>
        sum + (history?.latestGrowth(member, 'inOctets') ?? 0) + (history?.latestGrowth(member, 'outOctets') ?? 0),
      0,
    );
    const rate = Math.round(octets * 8);
    rates.set(port, rate);
    return rate;
  };
  return ({ port, isPresent }: JoinedHost) => ({
    hostRate: isPresent ? rateOf(port) : 0,
    hostPower: isPresent ? (power?.ports.get(port)?.milliwatts ?? 0) : 0,
  });
}

/** Everything that the switch knows of stations now. */
async function sourcesOf(context: DeviceContext): Promise<HostSources> {
  const { datapath, configuration, wallClock, hardware, slots } = context;
  const [entries, neighbours, sessions] = await Promise.all([
    datapath.forwardingDatabase(),
    datapath.neighbours(),
    slots.get(authenticator)?.sessions(),
  ]);
  const now = wallClock.now();
  const heard: HeardAddress[] = [];
  await inBreaths(
    eachInSteps(entries, ({ address, fid, port, origin, age }) => {
      if (origin === 'self' || address === hardware.baseMacAddress) return;
      heard.push({ mac: address, vlan: fid, port, lastSeen: origin === 'static' ? undefined : now - age * 1000 });
    }),
  );
  const held: HeldAddress[] = neighbours.flatMap(({ mac, address }) =>
    mac === undefined ? [] : [{ mac, address, by: address.includes(':') ? ('nd' as const) : ('arp' as const) }],
  );
  const { learnt, fixed } = slots.get(dhcpBindings);
  for (const { mac, address } of [...learnt.values(), ...fixed.values()]) held.push({ mac, address, by: 'dhcp' });
  const told: ToldStation[] = surveillanceStations(context);
  const watch = slots.get(hostWatch);
  const present = new Set(heard.map(({ mac }) => mac));
  const remembered = watch?.memory.stations ?? new Map<string, Remembered>();
  // Who speaks and is in no table is no host of this switch.
  const isHost = (mac: string) => present.has(mac) || remembered.has(mac);
  for (const { mac, address } of watch?.heard.holders(context.clock.now()) ?? []) {
    if (isHost(mac)) held.push({ mac, address, by: address.includes(':') ? 'nd' : 'arp' });
  }
  for (const [mac, { dhcp, mdns }] of watch?.heard.names() ?? []) {
    if (!isHost(mac)) continue;
    if (dhcp !== undefined) told.push({ mac, by: 'dhcp', name: dhcp });
    if (mdns !== undefined) told.push({ mac, by: 'mdns', name: mdns });
  }
  for (const { station, user, ended } of sessions?.values() ?? []) {
    if (!ended && station !== '') told.push({ mac: station, by: 'dot1x', name: user });
  }
  await breath();
  return {
    own: hardware.baseMacAddress,
    heard,
    held,
    told,
    neighbors: neighborsOf(context, configuration(), hardware),
    labels: labelsOf(configuration()),
    remembered,
    vendorOf: () => '',
  };
}

/** The labels by MAC address. */
export function labelsOf(configuration: Configuration): ReadonlyMap<string, string> {
  return new Map(
    configuration.rows(hostLabelEntry).map(({ hostLabelAddress, hostLabelName }) => [hostLabelAddress, hostLabelName]),
  );
}

function surveillanceStations({ slots, configuration }: DeviceContext): ToldStation[] {
  const described = new Map(
    configuration()
      .rows(aSVDeviceEntry)
      .map(({ aSVDeviceMac, aSVDeviceDescription }) => [aSVDeviceMac, aSVDeviceDescription]),
  );
  return [...slots.get(surveillanceState).devices.values()].map(({ mac, manufacturer, model, address }) => ({
    mac,
    by: 'onvif',
    name: described.get(mac) || model,
    vendor: manufacturer,
    model,
    address,
  }));
}

function neighborsOf({ slots }: DeviceContext, configuration: Configuration, hardware: Hardware): ToldNeighbor[] {
  const numbers = new Map(
    bridgePorts(configuration, hardware).flatMap(({ number, members }) =>
      portsOf(members).map((member): [number, number] => [member, number]),
    ),
  );
  return [...slots.get(lldpState).neighbours.values()].map(({ port, information }) => ({
    port: numbers.get(port) ?? port,
    macs: macsOf(information),
    name: information.systemName ?? '',
    vendor: information.inventory.manufacturer ?? '',
    model: information.inventory.model ?? '',
    addresses: information.managementAddresses.flatMap(({ family, octets }) => {
      const text = networkAddressText(Uint8Array.of(family, ...octets));
      return /[.:]/.test(text) ? [text] : [];
    }),
    isBridge: isBridge(information),
  }));
}

/** A telephone with a socket for a computer is a bridge, too; the host behind it is not searched for. */
function isBridge({ capabilities }: LldpInformation): boolean {
  const enabled = capabilities?.enabled ?? 0;
  return (enabled & (bridge | wlanAccessPoint)) !== 0 && (enabled & telephone) === 0;
}

function macsOf({ chassisId, portId }: LldpInformation): string[] {
  const named = [
    ...(portId.subtype === PortIdSubtype.macAddress ? [portId] : []),
    ...(chassisId.subtype === ChassisIdSubtype.macAddress ? [chassisId] : []),
  ];
  return named.flatMap(macIn);
}

function macIn({ octets }: Identifier): string[] {
  const mac = octets.length === MAC_LENGTH ? macAt(octets, 0) : undefined;
  return mac === undefined || isGroupMac(mac) || mac === ZERO_MAC ? [] : [mac];
}
