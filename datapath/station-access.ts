import type { AccessCondition } from '../model/access-control/access-rule.ts';
import { parseIp } from '../model/values/ip-prefix.ts';
import { hasPort, type PortList } from '../model/values/port-list.ts';
import { typePlaceOf } from '../protocols/frames/carried-packet.ts';
import { FrameReading } from './access-control/frame-reading.ts';
import { holdsFrame, type MatchInWords, matchInWords } from './access-control/match-in-words.ts';
import type { PortNumber, VlanId } from './identifiers.ts';
import type { ForwardingPlan, InterfacePlan, StationAccessPlan } from './plan.ts';

/**
 * The class of a plan's `punts` that gets what is turned away, where the plan has it; it is of the stage `delivery` and taken, and
 * says by no match of its own what it wants.
 */
export const TURNED_AWAY = 'turnedAway';

/** Recognizes packets for the switch itself that were received on the wrong port. */
export class StationAccess {
  readonly #own: readonly MatchInWords[];
  readonly #entries: readonly { readonly match: MatchInWords; readonly ports: PortList }[];
  /** The switch itself reads what directly follows the tag of its VLAN. */
  readonly #reading = new FrameReading(typePlaceOf);

  constructor({ stationAccess, interfaces }: Pick<ForwardingPlan, 'stationAccess' | 'interfaces'>) {
    this.#own = stationAccess.size > 0 ? ownDestinations(interfaces.values()).map((one) => matchInWords([one])) : [];
    this.#entries = inOrder(stationAccess).map(({ match, ports }) => ({ match: matchInWords(match), ports }));
  }

  /** Whether a frame in `vlan` is for the switch, and not from the bridge port that `representative` represents. */
  turnsAway(frame: Uint8Array, vlan: VlanId, representative: PortNumber): boolean {
    if (this.#entries.length === 0) return false;
    this.#reading.read(frame, vlan, 0);
    if (!this.#own.some((one) => holdsFrame(one, this.#reading))) return false;
    const first = this.#entries.find(({ match }) => holdsFrame(match, this.#reading));
    return first !== undefined && !hasPort(first.ports, representative);
  }
}

/** The entries, the first one first. */
export function inOrder(entries: ForwardingPlan['stationAccess']): readonly StationAccessPlan[] {
  return [...entries].sort(([one], [other]) => one - other).map(([, entry]) => entry);
}

const EVERY_BIT = { 32: 2n ** 32n - 1n, 128: 2n ** 128n - 1n } as const;

/**
 * The destinations of packets for the switch itself: its addresses in any VLAN, the broadcasts of its subnets, groups.
 */
function ownDestinations(interfaces: Iterable<InterfacePlan>): AccessCondition[] {
  const addresses = [...interfaces].filter(({ enabled }) => enabled).flatMap((own) => own.addresses);
  return [
    { field: 'ipv4Destination', value: EVERY_BIT[32], mask: EVERY_BIT[32] },
    { field: 'ipv4Destination', value: 0xe000_0000n, mask: 0xf000_0000n },
    { field: 'ipv6Destination', value: 0xffn << 120n, mask: 0xffn << 120n },
    ...addresses.flatMap(({ address, prefix }): AccessCondition[] => {
      const own = parseIp(address);
      if (!own) return [];
      const mask = EVERY_BIT[own.width];
      if (own.width === 128) return [{ field: 'ipv6Destination', value: own.bits, mask }];
      const host = mask >> BigInt(prefix);
      return [...new Set([own.bits, own.bits | host])].map((value) => ({ field: 'ipv4Destination', value, mask }));
    }),
  ];
}
