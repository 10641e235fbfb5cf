import { formatIpv4, parseIpv4 } from './ipv4.ts';
import { formatIpv6, parseIpv6 } from './ipv6.ts';

/** An address of either family as a number, and how many bits that has. */
interface IpNumber {
  readonly bits: bigint;
  readonly width: 32 | 128;
}

/** Reads an address of either family; undefined for anything else. */
export function parseIp(text: string): IpNumber | undefined {
  if (text.includes(':')) {
    const bits = parseIpv6(text);
    return bits === undefined ? undefined : { bits, width: 128 };
  }
  const number = parseIpv4(text);
  return number === undefined ? undefined : { bits: BigInt(number), width: 32 };
}

/** An address of either family in canonical text; undefined for anything else. */
export function canonicalIp(text: string): string | undefined {
  const number = parseIp(text);
  return number && formatIp(number);
}

function formatIp({ bits, width }: IpNumber): string {
  return width === 32 ? formatIpv4(Number(bits)) : formatIpv6(bits);
}

/** A network of either family, host bits zero. */
export interface IpNetwork extends IpNumber {
  /** 0..32 or 0..128. */
  readonly prefix: number;
}

/** The network that `address` is in where so many bits of it count; undefined where it is no address, or has fewer bits. */
export function ipNetwork(address: string, prefix: number): IpNetwork | undefined {
  const number = parseIp(address);
  if (!number || !Number.isInteger(prefix) || prefix < 0 || prefix > number.width) return undefined;
  return { bits: networkBits(number, prefix), width: number.width, prefix };
}

/** Reads "192.0.2.0/24" or "2001:db8::/32", whatever its host bits; a single address is a network of its own. */
export function parseIpNetwork(text: string): IpNetwork | undefined {
  const [address = '', prefix, ...more] = text.split('/');
  if (more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return undefined;
  return ipNetwork(address, prefix === undefined ? (parseIp(address)?.width ?? -1) : Number(prefix));
}

/** "192.0.2.0/24". */
export function formatIpNetwork(network: IpNetwork): string {
  return `${formatIp(network)}/${network.prefix}`;
}

/** Whether an address is in a network of its family. */
export function isInIpNetwork(network: IpNetwork, address: IpNumber): boolean {
  return network.width === address.width && networkBits(address, network.prefix) === network.bits;
}

function networkBits({ bits, width }: IpNumber, prefix: number): bigint {
  const host = BigInt(width - prefix);
  return (bits >> host) << host;
}
