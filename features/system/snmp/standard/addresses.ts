import type { DeviceContext } from '../../../../device/feature.ts';
import { ipv4 } from '../../../../model/schema/kinds/ipv4.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { ipAddress as ipAddressSyntax, unsigned32 } from '../../../../model/smi/syntax.ts';
import { ipv4MaskOfPrefix } from '../../../../model/values/ipv4-mask.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { ipAddressEntry } from '../../l3-feature/address-objects.ts';
import { ipNetToPhysicalEntry } from '../../l3-feature/arp-objects.ts';
import { inetCidrRouteEntry } from '../../l3-feature/route-objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { rowsOf } from './beside.ts';
import { identifier, number, physAddress, UNSEEN } from './columns.ts';

/** A column of an IPv4 address, whichever it is. */
const address = (column: number) =>
  ipv4({ label: UNSEEN, addresses: 'any', access: 'ro', mib: { column, syntax: ipAddressSyntax } });

const ipAddrEntry = table('ipAddrEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4.20.1',
  index: { ipAdEntAddr: address(1) },
  columns: {
    ipAdEntIfIndex: number(2),
    ipAdEntNetMask: address(3),
    ipAdEntBcastAddr: number(4),
    ipAdEntReasmMaxSize: number(5),
  },
  rows: { max: 64 },
});

const ipNetToMediaEntry = table('ipNetToMediaEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4.22.1',
  index: { ipNetToMediaIfIndex: number(1), ipNetToMediaNetAddress: address(3) },
  columns: { ipNetToMediaPhysAddress: physAddress(2), ipNetToMediaType: number(4) },
  rows: { max: ipNetToPhysicalEntry.rows.max },
});

const ipCidrRouteEntry = table('ipCidrRouteEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4.24.4.1',
  index: {
    ipCidrRouteDest: address(1),
    ipCidrRouteMask: address(2),
    ipCidrRouteTos: number(3),
    ipCidrRouteNextHop: address(4),
  },
  columns: {
    ipCidrRouteIfIndex: number(5),
    ipCidrRouteType: number(6),
    ipCidrRouteProto: number(7),
    ipCidrRouteAge: number(8),
    ipCidrRouteInfo: identifier(9),
    ipCidrRouteNextHopAS: number(10),
    ipCidrRouteMetric1: number(11),
    ipCidrRouteStatus: number(16),
  },
  rows: { max: inetCidrRouteEntry.rows.max },
});

const ipForward = group('ipForward', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4.24',
  fields: { ipCidrRouteNumber: number(3, unsigned32), inetCidrRouteNumber: number(6, unsigned32) },
});

/** Of RFC 4001 InetAddressType. */
const IPV4 = 1;

/** The same addresses as in ipAddressEntry, as managers of before RFC 4293 look for them. */
async function ipv4Rows(context: DeviceContext): Promise<readonly Values[]> {
  return (await rowsOf(context, ipAddressEntry)).flatMap(
    ({ ipAddressAddrType, ipAddressAddr, ipAddressIfIndex, ipAddressMask }) =>
      ipAddressAddrType !== IPV4 || ipAddressAddr === undefined || ipAddressMask === undefined
        ? []
        : [
            {
              ipAdEntAddr: ipAddressAddr,
              ipAdEntIfIndex: ipAddressIfIndex ?? 0,
              ipAdEntNetMask: ipAddressMask,
              // The last bit of the broadcast address, and the largest datagram of RFC 791.
              ipAdEntBcastAddr: 1,
              ipAdEntReasmMaxSize: 65_535,
            },
          ],
  );
}

/** ipNetToMediaType, by the console's numbers of ipNetToPhysicalType: "local" is of RFC 4293. */
const mediaTypes: Readonly<Record<number, number>> = { 1: 4, 3: 3, 5: 4 };

/** The same neighbors as in ipNetToPhysicalEntry, those of IPv4 whose MAC address is known. */
async function neighbourRows(context: DeviceContext): Promise<readonly Values[]> {
  return (await rowsOf(context, ipNetToPhysicalEntry)).flatMap((row): Values[] =>
    row.ipNetToPhysicalNetAddressType !== IPV4 || !row.ipNetToPhysicalPhysAddress
      ? []
      : [
          {
            ipNetToMediaIfIndex: row.ipNetToPhysicalIfIndex ?? 0,
            ipNetToMediaNetAddress: row.ipNetToPhysicalNetAddress ?? '',
            ipNetToMediaPhysAddress: row.ipNetToPhysicalPhysAddress,
            ipNetToMediaType: mediaTypes[Number(row.ipNetToPhysicalType)] ?? 1,
          },
        ],
  );
}

/** The same routes as in inetCidrRouteEntry, those of IPv4, as managers of before RFC 4292 look for them. */
async function routeRows(context: DeviceContext): Promise<readonly Values[]> {
  return (await rowsOf(context, inetCidrRouteEntry)).flatMap((row): Values[] =>
    row.inetCidrRouteDestType !== IPV4
      ? []
      : [
          {
            ipCidrRouteDest: row.inetCidrRouteDest ?? '',
            ipCidrRouteMask: ipv4MaskOfPrefix(Number(row.inetCidrRoutePfxLen)) ?? '',
            ipCidrRouteTos: 0,
            ipCidrRouteNextHop: row.inetCidrRouteNextHop || '0.0.0.0',
            ipCidrRouteIfIndex: row.inetCidrRouteIfIndex ?? 0,
            ipCidrRouteType: row.inetCidrRouteType ?? 1,
            // Its list ends with 16; later ones are "other".
            ipCidrRouteProto: Number(row.inetCidrRouteProto) <= 16 ? (row.inetCidrRouteProto ?? 1) : 1,
            ipCidrRouteAge: 0,
            ipCidrRouteInfo: '',
            ipCidrRouteNextHopAS: 0,
            ipCidrRouteMetric1: row.inetCidrRouteMetric1 ?? -1,
            ipCidrRouteStatus: 1,
          },
        ],
  );
}

async function counts(context: DeviceContext): Promise<readonly Values[]> {
  const all = await rowsOf(context, inetCidrRouteEntry);
  const ofIpv4 = all.filter(({ inetCidrRouteDestType }) => inetCidrRouteDestType === IPV4);
  return [{ ipCidrRouteNumber: ofIpv4.length, inetCidrRouteNumber: all.length }];
}

/** The switch's own addresses, its neighbors and its routes, in the tables that precede RFC 4292 and 4293. */
export const addressObjects: readonly StandardObject[] = [
  { object: ipAddrEntry, rows: ipv4Rows },
  { object: ipNetToMediaEntry, rows: neighbourRows },
  { object: ipCidrRouteEntry, rows: routeRows },
  { object: ipForward, rows: counts },
];
