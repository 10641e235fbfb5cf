import { addressesAt } from '../../datapath/capture.ts';
import type { InterfacePlan } from '../../datapath/plan.ts';
import { linkLocalOf } from '../../model/values/ipv6.ts';
import { uint16At } from '../../protocols/frames/addresses.ts';
import { innerTypePlaceOf, typePlaceOf } from '../../protocols/frames/carried-packet.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';

const Protocol = {
  hopByHop: 0,
  icmp: 1,
  igmp: 2,
  routing: 43,
  fragment: 44,
  icmpv6: 58,
  destinationOptions: 60,
} as const;
const UDP = 17;

/** UDP ports of the switch itself whose messages hold no secret and no session: DHCP, DHCPv6 and multicast DNS. */
const harmlessPorts: ReadonlySet<number> = new Set([67, 68, 546, 547, 5353]);

/** What is behind these says nothing of a session. */
const harmlessProtocols: ReadonlySet<number> = new Set([Protocol.icmp, Protocol.igmp, Protocol.icmpv6]);

/**
 * The frames of the switch's own sessions, which a capture leaves out: packets from and to its own addresses, whatever protocol
 * they carry, with exceptions that are named above. So a service that is added later is left out, too. An address that the switch
 * had at any time since the beginning stays its own.
 */
export class OwnSessions {
  readonly #addresses = new Set<string>();
  #seen: ReadonlyMap<number, InterfacePlan> | undefined;

  /** @param addresses further ones, by which the agent is reached past the switch's own interfaces. */
  constructor(addresses: readonly string[] = []) {
    for (const address of addresses) this.#addresses.add(address);
  }

  /** Takes over the addresses of the interfaces in force. */
  follow(interfaces: ReadonlyMap<number, InterfacePlan>): void {
    if (interfaces === this.#seen) return;
    this.#seen = interfaces;
    for (const { mac, addresses } of interfaces.values()) {
      this.#addresses.add(linkLocalOf(mac));
      for (const { address } of addresses) this.#addresses.add(address);
    }
  }

  /** Whether a frame is left out: behind one tag, or behind two. */
  holds(frame: Uint8Array): boolean {
    const place = typePlaceOf(frame);
    const inner = innerTypePlaceOf(frame);
    return this.#isAt(frame, place) || (inner !== place && this.#isAt(frame, inner));
  }

  #isAt(frame: Uint8Array, place: number): boolean {
    const type = uint16At(frame, place);
    if (type !== EtherType.ipv4 && type !== EtherType.ipv6) return false;
    const of = addressesAt(frame, place);
    // Of a packet that ends within its addresses nothing more is there.
    if (!of || !(this.#addresses.has(of.source) || this.#addresses.has(of.destination))) return false;
    return !isHarmless(frame, place + 2, type);
  }
}

/** Whether a packet at `at` is of a protocol without sessions. Later fragments and broken headers are not. */
function isHarmless(frame: Uint8Array, at: number, type: number): boolean {
  if (type === EtherType.ipv4) {
    const isFragment = (uint16At(frame, at + 6) & 0x3fff) !== 0;
    const header = ((frame[at] ?? 0) & 0x0f) * 4;
    return isProtocolHarmless(frame, frame[at + 9] ?? 0, at + header, isFragment);
  }
  let protocol = frame[at + 6] ?? 0;
  let next = at + 40;
  const isOptions = () =>
    protocol === Protocol.hopByHop || protocol === Protocol.routing || protocol === Protocol.destinationOptions;
  while (isOptions() && next + 8 <= frame.length) {
    protocol = frame[next] ?? 0;
    next += ((frame[next + 1] ?? 0) + 1) * 8;
  }
  // A fragment may be one of anything.
  return protocol !== Protocol.fragment && isProtocolHarmless(frame, protocol, next, false);
}

function isProtocolHarmless(frame: Uint8Array, protocol: number, at: number, isFragment: boolean): boolean {
  if (harmlessProtocols.has(protocol)) return true;
  if (protocol !== UDP || isFragment || at + 4 > frame.length) return false;
  return harmlessPorts.has(uint16At(frame, at)) && harmlessPorts.has(uint16At(frame, at + 2));
}
