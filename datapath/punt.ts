import { say } from '../model/values/message.ts';
import { hasPort, type PortList } from '../model/values/port-list.ts';
import { largest, or } from './combiners.ts';
import type { MacAddress, VlanId } from './identifiers.ts';
import { type Columns, type Combiner, PlanConflict } from './section.ts';

/**
 * The point in the order of processing at which a frame is handed over (datapath/stages.ts):
 * - `control`: before its VLAN is known; for addresses that a bridge never forwards;
 * - `learning`: from a source that a secured port does not know, or that is secure at another port; frames of no class
 *   end there. Resumed, it passes the VLAN filter again;
 * - `inspection`: after every filter, before it is looked up;
 * - `delivery`: where the switch's own interface gets it.
 */
export type PuntStage = 'control' | 'learning' | 'inspection' | 'delivery';

/** Which frames a class holds; every named part has to fit. Multi-octet numbers are as on the wire. */
export interface PuntMatch {
  readonly destination?: MacAddress;
  /** Bits of `destination` that count; default all. */
  readonly destinationMask?: MacAddress;
  readonly source?: MacAddress;
  /** Bits of `source` that count; default all. */
  readonly sourceMask?: MacAddress;
  /** Behind one C-tag, if there is one, unless `behindTwoTags`. */
  readonly etherType?: number;
  /** Of IPv4 the protocol, of IPv6 what follows the extension headers. A later fragment matches none. */
  readonly ipProtocol?: number;
  /** UDP or TCP port. A later fragment matches none. */
  readonly sourcePort?: number;
  readonly destinationPort?: number;
  /** ICMPv6 type. */
  readonly icmpType?: number;
  /** ARP operation: 1 request, 2 reply. */
  readonly arpOperation?: number;
  /** The IPv4 address that the sender of an ARP packet says it has. */
  readonly arpSender?: string;
  /**
   * The frame's content is matched behind up to two tags, each a C-tag or an S-tag: for classes that protect stations,
   * which may read behind them. Not at `delivery`: the switch's own interface does not.
   */
  readonly behindTwoTags?: boolean;
  /** Ingress ports, at `control` physical ones, later bridge ports; default all. */
  readonly ports?: PortList;
  /** At `control` of the frame's tag, later of its classification. */
  readonly vlan?: VlanId;
}

/** A class of frames that the agent is given. A frame of several classes of one stage is of the first by kind. */
export interface PuntPlan {
  readonly stage: PuntStage;
  /** Frames that fit any of these. */
  readonly matches: readonly PuntMatch[];
  /** A copy goes on through the switch; what is taken goes on only where the agent lets it. */
  readonly action: 'copy' | 'take';
  /** Frames a second at most, a second's worth at once; what is over is lost to the agent, and if taken, altogether. */
  readonly rate: number;
  /** Whether the rate is that of each port by itself, so that a flood at one starves no other. */
  readonly eachPort?: boolean;
}

/** One feature's part of a class. */
export type PuntPart = Partial<PuntPlan>;

const stage: Combiner<PuntStage> = {
  none: 'control',
  combine([first = 'control', ...others]) {
    if (others.some((other) => other !== first))
      throw new PlanConflict(say('two settings use {{what}}.', { what: say('their stage') }));
    return first;
  },
};

const matches: Combiner<readonly PuntMatch[]> = {
  none: [],
  combine: (parts) => (parts.length === 1 ? (parts[0] ?? []) : [...new Set(parts.flat())]),
};

const action: Combiner<PuntPlan['action']> = {
  none: 'copy',
  combine: (parts) => (parts.includes('take') ? 'take' : 'copy'),
};

/** Frames a second of a class that names no rate of its own. */
const ORDINARY_RATE = 100;

/** How the parts of several features in one class meet. */
export const puntColumns: Columns<PuntPlan, PuntPart> = {
  stage,
  matches,
  action,
  rate: largest(ORDINARY_RATE),
  eachPort: or,
};

/** Whether a class can hold frames from `port`. */
export function admitsPort(match: PuntMatch, port: number): boolean {
  return match.ports === undefined || hasPort(match.ports, port);
}
