import type { DeviceContext } from '../../../../device/feature.ts';
import { portList } from '../../../../model/schema/kinds/port-list.ts';
import { text } from '../../../../model/schema/kinds/text.ts';
import { group, table } from '../../../../model/schema/object.ts';
import { namedBits, octets } from '../../../../model/smi/syntax.ts';
import { formatPortList, portListOf } from '../../../../model/values/port-list.ts';
import type { Values } from '../../../../model/wire/call.ts';
import type { ManagementAddress } from '../../../../protocols/lldp/information.ts';
import { LLDP_MIB, lldpPortConfigEntry } from '../../../network/lldp/objects.ts';
import { lldpSelf, lldpState } from '../../../network/lldp/slots.ts';
import type { StandardObject } from '../standard-object.ts';
import { hidden, identifier, number, UNSEEN } from './columns.ts';

/** An address as part of an index: the number of its family, and its octets behind their length. */
const addressIndex = (column: string) => ({
  family: hidden(column),
  address: text({
    label: UNSEEN,
    maxLength: 62,
    access: 'ro',
    mib: { column, syntax: octets, isNotAccessible: true },
  }),
});

const remoteAddress = table('lldpRemManAddr', {
  title: UNSEEN,
  oid: `${LLDP_MIB}.4.2.1`,
  index: {
    lldpRemLocalPortNum: hidden(`${LLDP_MIB}.4.1.1.2`),
    lldpRemIndex: hidden(`${LLDP_MIB}.4.1.1.3`),
    ...addressIndex(`${LLDP_MIB}.4.2.1.2`),
  },
  columns: { numbering: number(3), interfaceNumber: number(4), component: identifier(5) },
  rows: { max: 2048 },
  // lldpRemTimeMark comes first, as in lldpRemTable; 0 requests rows of any time.
  mib: { index: [0, 'lldpRemLocalPortNum', 'lldpRemIndex', 'family', 'address'] },
});

const localAddress = table('lldpLocManAddr', {
  title: UNSEEN,
  oid: `${LLDP_MIB}.3.8.1`,
  index: addressIndex(`${LLDP_MIB}.3.8.1.2`),
  columns: {
    length: number(3),
    numbering: number(4),
    interfaceNumber: number(5),
    component: identifier(6),
    portsSending: portList({ label: UNSEEN, access: 'ro', mib: { column: `${LLDP_MIB}.1.7.1.1` } }),
  },
  rows: { max: 256 },
});

const medDevice = group('lldpXMedLocal', {
  title: UNSEEN,
  oid: `${LLDP_MIB}.5.4795.1.1`,
  fields: { lldpXMedLocDeviceClass: number(1) },
});

const medPort = table('lldpXMedPort', {
  title: UNSEEN,
  oid: `${LLDP_MIB}.5.4795.1.1.2.1`,
  index: { lldpPortConfigPortNum: hidden(`${LLDP_MIB}.1.6.1.1`) },
  columns: { lldpXMedPortCapSupported: number(1, namedBits) },
  rows: { max: 64 },
});

/** networkConnectivity (LLDP-EXT-MED-MIB). */
const NETWORK_CONNECTIVITY = 4;

/**
 * An object identifier of a neighbor, whose octets are BER without tag and length; "" for none or an unreadable one.
 */
function componentOf(content: Uint8Array): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const octet of content) {
    arc = arc * 128 + (octet & 127);
    if (arc >= 2 ** 32) return '';
    if (octet < 128) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first, ...rest] = arcs;
  if (first === undefined) return '';
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - 40 * top, ...rest].join('.');
}

const addressColumns = ({
  family,
  octets: address,
  numbering,
  interfaceNumber,
  objectIdentifier,
}: ManagementAddress) => ({
  family,
  address: Buffer.from(address).toString('hex').toUpperCase(),
  numbering: numbering >= 1 && numbering <= 3 ? numbering : 1,
  interfaceNumber,
  component: componentOf(objectIdentifier),
});

/** A neighbor that announces an address twice has it once. */
function remoteRows({ slots }: DeviceContext): readonly Values[] {
  return [...slots.get(lldpState).neighbours.values()].flatMap(({ port, index, information }) => {
    const addresses = information.managementAddresses.map(addressColumns);
    return [...new Map(addresses.map((one) => [`${one.family} ${one.address}`, one])).values()].map((one) => ({
      lldpRemLocalPortNum: port,
      lldpRemIndex: index,
      ...one,
    }));
  });
}

/** The addresses that any port would send, and the ports that send them. */
function localRows({ slots, configuration }: DeviceContext): readonly Values[] {
  const sending = new Set(
    configuration()
      .rows(lldpPortConfigEntry)
      .flatMap((row) => (row.lldpManAddrTxEnable === 1 ? [row.lldpPortConfigPortNum] : [])),
  );
  const found = new Map<string, { readonly one: ReturnType<typeof addressColumns>; readonly ports: number[] }>();
  for (const [port, { managementAddresses }] of slots.get(lldpSelf)) {
    for (const address of managementAddresses) {
      const one = addressColumns(address);
      const key = `${one.family} ${one.address}`;
      const { ports } = found.get(key) ?? { ports: [] };
      found.set(key, { one, ports: [...ports, ...(sending.has(port) ? [port] : [])] });
    }
  }
  return [...found.values()].map(({ one, ports }) => ({
    ...one,
    // The octets of the family's number and of the address, as they are sent.
    length: 1 + one.address.length / 2,
    portsSending: formatPortList(portListOf(ports)),
  }));
}

/** LLDP-MED information of the switch at each port. */
function medRows({ slots }: DeviceContext): readonly Values[] {
  return [...slots.get(lldpSelf)].map(([lldpPortConfigPortNum, { med }]) => ({
    lldpPortConfigPortNum,
    lldpXMedPortCapSupported: med?.capabilities ?? 0,
  }));
}

/**
 * The management addresses of neighbors and of the switch itself, and its LLDP-MED announcements (LLDP-MIB,
 * LLDP-EXT-MED-MIB).
 */
export const neighbourObjects: readonly StandardObject[] = [
  { object: remoteAddress, rows: remoteRows },
  { object: localAddress, rows: localRows },
  { object: medDevice, rows: () => [{ lldpXMedLocDeviceClass: NETWORK_CONNECTIVITY }] },
  { object: medPort, rows: medRows },
];
