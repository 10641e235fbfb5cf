import { parseIpv4 } from '../../model/values/ipv4.ts';
import { putUint16 } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { stationMac } from './test-frame.ts';

/** A packet of a test, from station A to station B unless it says otherwise. */
export interface TestPacket {
  readonly version?: 4 | 6;
  /** Last octets of addresses: 192.0.2.x, 2001:db8::x; or, of IPv4, an address. */
  readonly from?: number;
  readonly to?: number | string;
  /** Both addresses have all bits 0, whatever else is given. */
  readonly nobody?: boolean;
  readonly protocol: 'tcp' | 'udp' | 'icmp';
  readonly ports?: readonly [from: number, to: number];
  /** Of TCP. */
  readonly flags?: number;
  /** Octets of the packet before this fragment, a multiple of 8, and whether more follow. */
  readonly fragment?: { readonly offset: number; readonly more: boolean };
  /** Octets behind the IP header; default: enough for the frames of the suite. */
  readonly carried?: number;
  /** MAC addresses. */
  readonly destination?: string;
  readonly source?: string;
}

export const TcpFlag = { fin: 0x01, syn: 0x02, psh: 0x08, ack: 0x10, urg: 0x20 } as const;

const numbers = { tcp: 6, udp: 17, icmp: 1 } as const;

/** The packet in a frame, untagged and long enough for the suite. */
export function attackFrame(packet: TestPacket): Uint8Array {
  const { version = 4, destination = stationMac('B'), source = stationMac('A') } = packet;
  const body = version === 4 ? ipv4(packet) : ipv6(packet);
  const payload = new Uint8Array(Math.max(body.length, 86));
  payload.set(body);
  const etherType = version === 4 ? EtherType.ipv4 : EtherType.ipv6;
  return buildEthernet({ destination, source, etherType, payload });
}

function ipv4(packet: TestPacket): Uint8Array {
  const { from = 1, to = 2, fragment } = packet;
  const carried = segment(packet);
  const octets = new Uint8Array(20 + carried.length);
  octets[0] = 0x45;
  putUint16(octets, 2, octets.length);
  if (fragment) putUint16(octets, 6, (fragment.more ? 0x2000 : 0) | (fragment.offset / 8));
  octets[8] = 64;
  octets[9] = numbers[packet.protocol];
  const target = typeof to === 'string' ? (parseIpv4(to) ?? 0) : 0xc0000200 + to;
  if (!packet.nobody) {
    new DataView(octets.buffer).setUint32(12, 0xc0000200 + from);
    new DataView(octets.buffer).setUint32(16, target);
  }
  octets.set(carried, 20);
  return octets;
}

function ipv6(packet: TestPacket): Uint8Array {
  const { from = 1, to = 2, fragment } = packet;
  const carried = segment(packet);
  const headers = fragment ? 8 : 0;
  const octets = new Uint8Array(40 + headers + carried.length);
  octets[0] = 0x60;
  putUint16(octets, 4, headers + carried.length);
  const protocol = packet.protocol === 'icmp' ? 58 : numbers[packet.protocol];
  octets[6] = fragment ? 44 : protocol;
  octets[7] = 64;
  for (const [at, last] of [
    [8, from],
    [24, Number(to)],
  ] as const) {
    if (packet.nobody) break;
    octets.set([0x20, 0x01, 0x0d, 0xb8], at);
    octets[at + 15] = last;
  }
  if (fragment) {
    octets[40] = protocol;
    putUint16(octets, 42, fragment.offset | (fragment.more ? 1 : 0));
  }
  octets.set(carried, 40 + headers);
  return octets;
}

function segment({
  protocol,
  ports = [40_000, 80],
  flags = TcpFlag.ack,
  carried = 40,
  fragment,
}: TestPacket): Uint8Array {
  const octets = new Uint8Array(Math.max(carried, 20));
  if (fragment === undefined || fragment.offset === 0) {
    if (protocol === 'icmp') octets[0] = 8;
    else {
      putUint16(octets, 0, ports[0]);
      putUint16(octets, 2, ports[1]);
    }
    if (protocol === 'tcp') {
      octets[12] = 0x50;
      octets[13] = flags;
    }
    if (protocol === 'udp') putUint16(octets, 4, carried);
  }
  return octets.subarray(0, carried);
}
