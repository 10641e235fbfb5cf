import { ipv4At, putIpv4 } from '../frames/addresses.ts';

/** Option codes in use here (RFC 2132). */
export const DhcpOption = {
  pad: 0,
  subnetMask: 1,
  router: 3,
  dnsServers: 6,
  hostName: 12,
  domainName: 15,
  requestedAddress: 50,
  leaseTime: 51,
  overload: 52,
  messageType: 53,
  serverIdentifier: 54,
  parameterList: 55,
  renewalTime: 58,
  rebindingTime: 59,
  /** The name of a boot server, and of the file there (RFC 2132 9.4, 9.5). */
  bootServerName: 66,
  bootFileName: 67,
  /** Added by a relay agent on the way to the server (RFC 3046). */
  relayInformation: 82,
  /** Addresses of TFTP servers (RFC 5859). */
  tftpServers: 150,
  end: 255,
} as const;

/** The octets of each option by its code; a code that came several times has its parts joined (RFC 3396). */
export type DhcpOptions = ReadonlyMap<number, Uint8Array>;

const LENGTH_MAXIMUM = 255;

/** Writes options in their order, ended by the end option; longer ones than 255 octets in several parts. */
export function encodeOptions(options: DhcpOptions): Uint8Array {
  const octets: number[] = [];
  for (const [code, content] of options) {
    for (let offset = 0; offset === 0 || offset < content.length; offset += LENGTH_MAXIMUM) {
      const part = content.subarray(offset, offset + LENGTH_MAXIMUM);
      octets.push(code, part.length, ...part);
    }
  }
  return Uint8Array.from([...octets, DhcpOption.end]);
}

/** Reads options up to the end option into `options`; false where one is longer than what is there. */
export function decodeOptions(octets: Uint8Array, options: Map<number, Uint8Array>): boolean {
  for (let offset = 0; offset < octets.length; ) {
    const code = octets[offset] ?? 0;
    if (code === DhcpOption.end) return true;
    if (code === DhcpOption.pad) {
      offset += 1;
      continue;
    }
    const start = offset + 2;
    const end = start + (octets[offset + 1] ?? octets.length);
    if (end > octets.length) return false;
    options.set(code, Uint8Array.from([...(options.get(code) ?? []), ...octets.subarray(start, end)]));
    offset = end;
  }
  return true;
}

/** The addresses that an option lists; empty where it is absent. */
export function addressesOf(options: DhcpOptions, code: number): string[] {
  const octets = options.get(code) ?? new Uint8Array();
  return Array.from({ length: Math.floor(octets.length / 4) }, (_, index) => ipv4At(octets, index * 4));
}

/** The unsigned 32-bit number of an option; undefined where it is absent or of another length. */
export function numberOf(options: DhcpOptions, code: number): number | undefined {
  const octets = options.get(code);
  if (octets?.length !== 4) return undefined;
  return octets.reduce((number, octet) => number * 256 + octet, 0);
}

/** The printable text of an option; "" where it is absent. */
export function textOf(options: DhcpOptions, code: number): string {
  return printableText(options.get(code) ?? new Uint8Array());
}

/** The printable characters of a text, the others left out. */
export function printableText(octets: Uint8Array): string {
  return Array.from(octets, (octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '')).join('');
}

/** An address as the content of an option. */
export function addressOption(address: string): Uint8Array {
  const octets = new Uint8Array(4);
  putIpv4(octets, 0, address);
  return octets;
}
