import { isHostIpv4, parseIpv4 } from '../../model/values/ipv4.ts';
import { ipv4Network, prefixOfIpv4Mask } from '../../model/values/ipv4-mask.ts';
import type { DhcpFrame } from './frame.ts';
import { addressesOf, DhcpOption, type DhcpOptions, numberOf, textOf } from './options.ts';

/** An address on loan, and what came with it. */
export interface DhcpLease {
  readonly address: string;
  /** 1..32. */
  readonly prefix: number;
  readonly gateway: string | undefined;
  readonly dnsServers: readonly string[];
  readonly domainName: string;
  /** The server's identifier (option 54). */
  readonly server: string;
  /** Destination of frames to the server: the station that its answer came from, itself or a relay. */
  readonly serverMac: string;
  /** Seconds; 4294967295 is for ever (RFC 2131 3.3). */
  readonly leaseTime: number;
  /** Seconds after which the client asks its server again (T1), and after which it asks any server (T2). */
  readonly renewalTime: number;
  readonly rebindingTime: number;
  /**
   * Location of a file for this client, by name or address: option 150, then 66, then `siaddr`; undefined if there is
   * none.
   */
  readonly bootServer?: string | undefined;
  /** That file: option 67, then the `file` field. */
  readonly bootFile?: string | undefined;
  /** Monotonic milliseconds at which the request that was granted left; the lease counts from then. */
  readonly since: number;
}

/** The lease time that never ends. */
export const LEASE_FOR_EVER = 0xffff_ffff;

/**
 * The lease that an offer or an acknowledgement gives; undefined where it lacks a usable address, a server identifier or a
 * lease time (RFC 2131 table 3), so that a faulty server cannot make the switch take a nonsensical address.
 */
export function leaseOf(frame: DhcpFrame, since: number): DhcpLease | undefined {
  const { options, yourAddress } = frame.message;
  const address = parseIpv4(yourAddress);
  const server = addressesOf(options, DhcpOption.serverIdentifier)[0];
  const leaseTime = numberOf(options, DhcpOption.leaseTime);
  if (address === undefined || !isHostIpv4(address) || server === undefined || !leaseTime) return undefined;
  const mask = addressesOf(options, DhcpOption.subnetMask)[0];
  const prefix = mask === undefined ? prefixOfClass(address) : prefixOfIpv4Mask(mask);
  if (!prefix || !isInSubnet(address, prefix)) return undefined;
  const half = Math.floor(leaseTime / 2);
  const seventh = Math.floor((leaseTime * 7) / 8);
  const renewal = numberOf(options, DhcpOption.renewalTime) ?? half;
  const rebinding = numberOf(options, DhcpOption.rebindingTime) ?? seventh;
  const inOrder = renewal > 0 && renewal < rebinding && rebinding < leaseTime;
  return {
    address: yourAddress,
    prefix,
    gateway: stationsOf(options, DhcpOption.router)[0],
    dnsServers: stationsOf(options, DhcpOption.dnsServers),
    domainName: textOf(options, DhcpOption.domainName),
    server,
    serverMac: frame.sourceMac,
    leaseTime,
    renewalTime: inOrder ? renewal : half,
    rebindingTime: inOrder ? rebinding : seventh,
    bootServer:
      stationsOf(options, DhcpOption.tftpServers)[0] ??
      (textOf(options, DhcpOption.bootServerName) || frame.message.bootServer),
    bootFile: textOf(options, DhcpOption.bootFileName) || frame.message.bootFile,
    since,
  };
}

/**
 * Whether an address is one of its subnet's stations: neither the subnet's own nor its broadcast address (RFC 3021: a /31 has
 * none).
 */
function isInSubnet(address: number, prefix: number): boolean {
  if (prefix >= 31) return true;
  const first = ipv4Network(address, prefix);
  return address !== first && address !== first + 2 ** (32 - prefix) - 1;
}

/** The addresses of an option that a station can have. */
function stationsOf(options: DhcpOptions, code: number): string[] {
  return addressesOf(options, code).filter((address) => {
    const first = (parseIpv4(address) ?? 0) >>> 24;
    return first !== 0 && first !== 127 && first < 224;
  });
}

/** The prefix length of an address's class, where the server names no mask. */
function prefixOfClass(address: number): number {
  if (address < 0x8000_0000) return 8;
  return address < 0xc000_0000 ? 16 : 24;
}
