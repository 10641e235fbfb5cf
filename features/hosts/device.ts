import type { PuntMatch } from '../../datapath/punt.ts';
import type { Contribution } from '../../device/contribution.ts';
import { type DeviceFeature, live, operation, type Service } from '../../device/feature.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import { DHCP_SERVER_PORT, MDNS_PORT } from '../../protocols/station-names/ports.ts';
import { HOSTS_DOWNLOAD } from './names.ts';
import { hostControl, hostDayEntry, hostEntry, hostLabelEntry, hostNameEntry } from './objects.ts';
import { HOST_FRAMES, hostNames } from './slots.ts';

/** Frames a second: a network that wakes up is heard within minutes, and a flood costs next to nothing. */
const HEARD_A_SECOND = 50;

/**
 * All are sent to groups: unicast frames between stations are matched by no further fields than without them.
 */
const matches: readonly PuntMatch[] = [
  { destination: BROADCAST_MAC, etherType: EtherType.arp },
  { destination: BROADCAST_MAC, ipProtocol: IpProtocol.udp, destinationPort: DHCP_SERVER_PORT },
  { destination: '01-00-5E-00-00-FB', ipProtocol: IpProtocol.udp, destinationPort: MDNS_PORT },
  { destination: '33-33-00-00-00-FB', ipProtocol: IpProtocol.udp, destinationPort: MDNS_PORT },
];

function isWatching(configuration: Configuration): boolean {
  return configuration.group(hostControl).hostWatchStatus === Status.enabled;
}

const copies: Contribution = {
  reads: [hostControl],
  compile(configuration) {
    if (!isWatching(configuration)) return {};
    return {
      punts: new Map([[HOST_FRAMES, { stage: 'inspection', action: 'copy', rate: HEARD_A_SECOND, matches }]]),
    };
  },
};

const watching: Service = {
  name: 'hosts',
  reads: [hostControl],
  wanted: isWatching,
  start: async (context) => (await import('./device-watch.ts')).startHostWatch(context),
};

/** Not loaded while the page is closed. */
const answers = () => import('./device-hosts.ts');

const waking = operation(hostControl, {
  async operate(context, request) {
    if (request.values.hostWake !== undefined) await (await import('./device-wake.ts')).wakeHost(context, request);
  },
});

/** Offers the names to features that show addresses. */
const naming: Service = {
  name: 'host names',
  reads: [],
  start(context) {
    context.offer(hostNames, { read: async () => (await answers()).namesOf(context) });
    return {};
  },
};

/** Hosts: every station under one name. */
export const hosts: DeviceFeature = {
  objects: [hostEntry, hostLabelEntry, hostDayEntry, hostNameEntry, hostControl],
  contributions: [copies],
  live: [
    live(hostNameEntry, { rows: async (context, query) => (await answers()).hostNameRows(context, query) }),
    live(hostEntry, { rows: async (context) => (await answers()).hostRows(context) }),
    live(hostDayEntry, { rows: async (context, query) => (await answers()).hostDayRows(context, query) }),
  ],
  operations: [waking],
  downloads: [
    { name: HOSTS_DOWNLOAD, fetch: async (context) => (await import('./device-csv.ts')).hostsAsCsv(context) },
  ],
  services: [watching, naming],
};
