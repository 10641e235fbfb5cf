import { theDevice } from '../../../../device/door.ts';
import type { DeviceContext } from '../../../../device/feature.ts';
import { ipAddress as ipAddressSyntax } from '../../../../model/mib/syntax.ts';
import { ipv4 } from '../../../../model/schema/kinds/ipv4.ts';
import { table } from '../../../../model/schema/object.ts';
import type { Values } from '../../../../model/wire/call.ts';
import { ipAddressEntry } from '../../l3-feature/address-objects.ts';
import type { StandardObject } from '../standard-object.ts';
import { number, UNSEEN } from './columns.ts';

const ipAddrEntry = table('ipAddrEntry', {
  title: UNSEEN,
  oid: '1.3.6.1.2.1.4.20.1',
  index: {
    ipAdEntAddr: ipv4({
      label: UNSEEN,
      addresses: 'any',
      access: 'ro',
      mib: { column: 1, syntax: ipAddressSyntax },
    }),
  },
  columns: {
    ipAdEntIfIndex: number(2),
    ipAdEntNetMask: ipv4({
      label: UNSEEN,
      addresses: 'any',
      access: 'ro',
      mib: { column: 3, syntax: ipAddressSyntax },
    }),
    ipAdEntBcastAddr: number(4),
    ipAdEntReasmMaxSize: number(5),
  },
  rows: { max: 64 },
});

/** Of RFC 4001 InetAddressType. */
const IPV4 = 1;

/** The same addresses as in ipAddressEntry, as managers of before RFC 4293 look for them. */
async function ipv4Rows({ door }: DeviceContext): Promise<readonly Values[]> {
  const rows = await door.read(ipAddressEntry, {}, theDevice);
  return (isRows(rows) ? rows : [rows]).flatMap(
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

function isRows(read: Values | readonly Values[]): read is readonly Values[] {
  return Array.isArray(read);
}

/** The switch's own addresses, by the table of before RFC 4293. */
export const addressObjects: readonly StandardObject[] = [{ object: ipAddrEntry, rows: ipv4Rows }];
