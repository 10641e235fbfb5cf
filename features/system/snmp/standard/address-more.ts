import { millisecondsIn } from '../../../../model/schema/milliseconds.ts';
import { group } from '../../../../model/schema/object.ts';
import { timeTicks, unsigned32 } from '../../../../model/smi/syntax.ts';
import { ipAddressEntry } from '../../l3-feature/address-objects.ts';
import { ipNetToPhysicalEntry } from '../../l3-feature/arp-objects.ts';
import { ipv6InterfaceEntry } from '../../l3-feature/ipv6/interface-objects.ts';
import { ipv4InterfaceEntry } from '../../l3-feature/objects.ts';
import { inetCidrRouteEntry } from '../../l3-feature/route-objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { beside } from './beside.ts';
import { counter, digits, identifier, number, UNSEEN } from './columns.ts';

const ipFixed = group('ipFixed', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4',
  fields: {
    ipDefaultTTL: number(2),
    ipReasmTimeout: number(13),
    ipv6IpForwarding: number(25),
    ipv6IpDefaultHopLimit: number(26),
    ipv4InterfaceTableLastChange: number(27, timeTicks),
    ipv6InterfaceTableLastChange: number(29, timeTicks),
    ipAddressSpinLock: number(33),
    ipv6RouterAdvertSpinLock: number(38),
    inetCidrRouteDiscards: counter('1.3.6.1.2.1.4.24.8'),
  },
});

/** Hops that the switch's own packets live, and seconds that parts of one are waited for. */
const [HOPS, REASSEMBLY] = [64, 30];

/** The largest reassembled packet, and milliseconds that a neighbor counts as reachable (RFC 4861). */
const [LARGEST, REACHABLE] = [65_535, 30_000];

/** Milliseconds after which a request to an IPv4 neighbor is repeated. */
const ASKED_AGAIN = 1000;

/** notForwarding, StorageType nonVolatile, RowStatus active, and a metric that is not used. */
const [NOT_FORWARDING, NON_VOLATILE, ACTIVE, UNUSED] = [2, 3, 1, -1];

/** The objects of RFC 4292 and RFC 4293 on addresses, neighbors and routes that pages do not show. */
export const addressMoreObjects: readonly StandardObject[] = [
  {
    object: ipFixed,
    rows: () => [
      {
        ipDefaultTTL: HOPS,
        ipReasmTimeout: REASSEMBLY,
        // IPv6 is for the switch itself.
        ipv6IpForwarding: NOT_FORWARDING,
        ipv6IpDefaultHopLimit: HOPS,
        // When interfaces came is not kept.
        ipv4InterfaceTableLastChange: 0,
        ipv6InterfaceTableLastChange: 0,
        ipAddressSpinLock: 0,
        ipv6RouterAdvertSpinLock: 0,
        inetCidrRouteDiscards: '0',
      },
    ],
  },
  beside(
    'ipv4InterfaceMore',
    ipv4InterfaceEntry,
    { ipv4InterfaceReasmMaxSize: number(2), ipv4InterfaceRetransmitTime: number(4, unsigned32) },
    () => ({ ipv4InterfaceReasmMaxSize: LARGEST, ipv4InterfaceRetransmitTime: ASKED_AGAIN }),
  ),
  beside(
    'ipv6InterfaceMore',
    ipv6InterfaceEntry,
    {
      ipv6InterfaceReasmMaxSize: number(2, unsigned32),
      ipv6InterfaceIdentifier: digits(3),
      ipv6InterfaceReachableTime: number(6, unsigned32),
      ipv6InterfaceRetransmitTime: number(7, unsigned32),
      ipv6InterfaceForwarding: number(8),
    },
    (row) => ({
      ipv6InterfaceReasmMaxSize: LARGEST,
      ipv6InterfaceIdentifier: interfaceIdentifier(String(row.ifPhysAddress)),
      ipv6InterfaceReachableTime: REACHABLE,
      ipv6InterfaceRetransmitTime: millisecondsIn(ipv6InterfaceEntry, row)('ipv6NsRetransmitTime'),
      ipv6InterfaceForwarding: NOT_FORWARDING,
    }),
  ),
  beside(
    'ipAddressMore',
    ipAddressEntry,
    {
      ipAddressPrefix: identifier(5),
      ipAddressCreated: number(8, timeTicks),
      ipAddressLastChanged: number(9, timeTicks),
      ipAddressRowStatus: number(10),
      ipAddressStorageType: number(11),
    },
    // There is no table of prefixes to point to, and when an address came is not kept.
    () => ({
      ipAddressPrefix: '',
      ipAddressCreated: 0,
      ipAddressLastChanged: 0,
      ipAddressRowStatus: ACTIVE,
      ipAddressStorageType: NON_VOLATILE,
    }),
  ),
  beside(
    'ipNetToPhysicalMore',
    ipNetToPhysicalEntry,
    { ipNetToPhysicalLastUpdated: number(5, timeTicks) },
    ({ arpAge }, { power }) => ({
      ipNetToPhysicalLastUpdated: Math.max(0, Math.floor(power.upTime() / 10) - Number(arpAge ?? 0) * 100),
    }),
  ),
  beside(
    'inetCidrRouteMore',
    inetCidrRouteEntry,
    {
      inetCidrRouteAge: number(10, unsigned32),
      inetCidrRouteMetric2: number(13),
      inetCidrRouteMetric3: number(14),
      inetCidrRouteMetric4: number(15),
      inetCidrRouteMetric5: number(16),
    },
    () => ({
      inetCidrRouteAge: 0,
      inetCidrRouteMetric2: UNUSED,
      inetCidrRouteMetric3: UNUSED,
      inetCidrRouteMetric4: UNUSED,
      inetCidrRouteMetric5: UNUSED,
    }),
  ),
];

/** The modified EUI-64 of a MAC address (RFC 4291 appendix A), in hexadecimal digits. */
function interfaceIdentifier(mac: string): string {
  const [first = '00', ...rest] = mac.split('-');
  const own = (Number.parseInt(first, 16) ^ 2).toString(16).padStart(2, '0').toUpperCase();
  return [own, ...rest.slice(0, 2), 'FF', 'FE', ...rest.slice(2)].join('');
}
