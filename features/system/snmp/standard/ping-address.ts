import { host } from '../../../../model/schema/kinds/host.ts';
import { inetAddress, octets, text } from '../../../../model/smi/syntax.ts';
import { UNSEEN } from './columns.ts';

/** RFC 4001 InetAddressType, as far as echo requests go to such addresses. */
export const AddressType = { unknown: [0, UNSEEN], ipv4: [1, UNSEEN], ipv6: [2, UNSEEN], dns: [16, UNSEEN] } as const;

const target = host({ label: UNSEEN });

/** The target that an address's octets, as hexadecimal digits, name by its type; undefined for none. */
export function targetOf(type: number, digits: string): string | undefined {
  const content = octets.encode(digits);
  const said = type === AddressType.dns[0] ? text.decode(content) : inetAddress.decode(content);
  const reading = target.read(said);
  return reading.ok && said !== undefined && typeOf(type, String(said)) ? reading.value : undefined;
}

/** Whether an address, or a name, is one of its type. */
function typeOf(type: number, said: string): boolean {
  return type === AddressType.dns[0] || type === addressTypeOf(said);
}

/** The type of an address; unknown for "". */
export function addressTypeOf(address: string): number {
  if (address === '') return AddressType.unknown[0];
  return (address.includes(':') ? AddressType.ipv6 : AddressType.ipv4)[0];
}

/** The octets of an address as hexadecimal digits. */
export function octetsOf(address: string): string {
  return address === '' ? '' : String(octets.decode(inetAddress.encode(address)) ?? '');
}
