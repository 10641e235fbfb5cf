import type { AccessRulePlan } from '../../model/access-control/access-rule.ts';
import type { PortList } from '../../model/values/port-list.ts';
import type { Attack } from '../attack.ts';
import type { BridgePortNumber, MacAddress, PortNumber, VlanId } from '../identifiers.ts';
import type { ClassifierPlan, RatePlan } from '../plan.ts';
import type { PuntPlan, PuntStage } from '../punt.ts';
import type { QueuedBy } from '../queueing.ts';
import type { StageName } from '../stages.ts';

/** Inputs of a trace besides plan and state: they change with cables and with every frame. */
export interface Situation {
  /** Physical ports whose link is up. */
  readonly up: PortList;
  /**
   * The port at which an address was learned in a filtering database (1 under shared learning, else the VLAN);
   * undefined if it was not.
   */
  learnt(fid: VlanId, address: MacAddress): BridgePortNumber | undefined;
}

/** How a frame gets into the switch; frames are whole, without FCS. */
export type FrameEntry =
  /** From a cable, exactly as received. */
  | { readonly kind: 'received'; readonly port: PortNumber; readonly frame: Uint8Array }
  /** From the switch itself, untagged (`Datapath.originate`). */
  | { readonly kind: 'originated'; readonly vlan: VlanId; readonly frame: Uint8Array; readonly within?: PortList }
  /** Taken out at a stage before and let go on, tags as received (`Datapath.resume`). */
  | {
      readonly kind: 'resumed';
      readonly port: PortNumber;
      readonly stage: PuntStage;
      readonly vlan: VlanId | undefined;
      readonly frame: Uint8Array;
      readonly within?: PortList;
      /** As `PuntedFrame` has it. */
      readonly priority?: number;
    };

/** Why a stage let a frame pass, or did not. */
export type Reason =
  | { readonly code: 'nothingAgainst' }
  | { readonly code: 'portDisabled' | 'noLink' | 'tooLong' | 'tooShort' | 'mirrorTarget'; readonly port: PortNumber }
  | { readonly code: 'groupSource' | 'reservedVid' | 'hiddenTag' | 'pause' | 'reservedAddress' }
  | { readonly code: 'notAuthenticated'; readonly port: BridgePortNumber }
  | { readonly code: 'punted'; readonly kind: string; readonly action: PuntPlan['action'] }
  | { readonly code: 'memberOf'; readonly trunk: BridgePortNumber }
  | { readonly code: 'notCollecting'; readonly port: PortNumber; readonly trunk: BridgePortNumber }
  | { readonly code: 'notDistributing'; readonly trunk: BridgePortNumber }
  | {
      readonly code: 'classified';
      readonly vlan: VlanId;
      readonly by: 'tag' | 'pvid' | 'assigned' | 'multicastVlan' | ClassifierPlan['rank'];
    }
  | { readonly code: 'frameType'; readonly port: BridgePortNumber; readonly tagged: boolean }
  | { readonly code: 'noVlan'; readonly vlan: VlanId }
  | { readonly code: 'notMember' | 'blocked' | 'noStream'; readonly port: BridgePortNumber; readonly vlan: VlanId }
  | {
      readonly code: 'discarding' | 'learningOnly';
      readonly port: BridgePortNumber;
      readonly vlan: VlanId;
      readonly instance: number;
    }
  | { readonly code: 'pinned' | 'own'; readonly address: MacAddress }
  | { readonly code: 'learns'; readonly address: MacAddress; readonly port: BridgePortNumber }
  | {
      readonly code: 'secure' | 'secureElsewhere' | 'unknownSource';
      readonly address: MacAddress;
      readonly port: BridgePortNumber;
    }
  | { readonly code: 'attack'; readonly attack: Attack }
  | { readonly code: 'filteredAddress'; readonly address: MacAddress }
  | { readonly code: 'accessRule'; readonly key: number; readonly action: AccessRulePlan['action'] }
  | { readonly code: 'noAccessRule' }
  | { readonly code: 'ownInterface'; readonly vlan: VlanId }
  | { readonly code: 'turnedAway'; readonly port: BridgePortNumber }
  | { readonly code: 'known'; readonly by: 'static' | 'learnt'; readonly port: BridgePortNumber }
  | { readonly code: 'group'; readonly ports: PortList }
  | { readonly code: 'flood' }
  | { readonly code: 'queued'; readonly queue: number; readonly by: QueuedBy; readonly priority: number }
  | { readonly code: 'cameFrom' | 'withheld'; readonly port: BridgePortNumber }
  | { readonly code: 'forwardingMask'; readonly from: BridgePortNumber; readonly port: BridgePortNumber }
  | { readonly code: 'leaves'; readonly by: PortList; readonly tagged: boolean };

/** A rate that a frame is held against; it is dropped where it comes on top. */
export interface RateLimit {
  readonly of: keyof RatePlan;
  /** The physical port whose rate it is. */
  readonly port: PortNumber;
  /** Of kilobits or frames a second. */
  readonly rate: number;
}

/** The result of one stage. */
export interface Step {
  readonly stage: StageName;
  /** `takes`: the frame ends at the agent or at the switch's own interface. */
  readonly verdict: 'passes' | 'takes' | 'drops';
  readonly reason: Reason;
  /**
   * The rates of ports that it may be dropped by here, although it passes; at the way out those of every port that it may leave
   * by.
   */
  readonly limits?: readonly RateLimit[];
  /** At the stages of the way out: the port or trunk that it concerns. */
  readonly port?: BridgePortNumber;
}

/** A source address that the filtering database takes in, or refreshes; where it is full, a new one is not. */
export interface Lesson {
  readonly fid: VlanId;
  readonly vlan: VlanId;
  readonly address: MacAddress;
  readonly port: BridgePortNumber;
}

/** A frame that a mirror session copies. */
export interface MirrorCopy {
  readonly session: number;
  readonly target: PortNumber;
  /** The port at which the copy is taken; of a trunk's members just the one that the frame leaves by makes one. */
  readonly source: PortNumber;
  readonly taken: 'received' | 'sent';
  /** As it leaves the target. */
  readonly frame: Uint8Array;
}

/** A frame that the agent is given if its class's rate allows. */
export interface Punt {
  /** As `PuntedFrame` has it. */
  readonly frame: Uint8Array;
  readonly kind: string;
  readonly stage: PuntStage;
  readonly action: PuntPlan['action'];
  readonly vlan: VlanId | undefined;
  readonly priority?: number;
}

/** A frame that leaves. */
export interface Departure {
  readonly bridgePort: BridgePortNumber;
  /** By exactly one of these: the port, or of a trunk the member that its hash chooses. */
  readonly ports: PortList;
  readonly tagged: boolean;
  /** Its queue while the port is congested; undefined if the port has one queue. */
  readonly queue: number | undefined;
  /** As it leaves, padded to the shortest length. */
  readonly frame: Uint8Array;
}

/** The way of one frame through the switch. */
export interface Trace {
  /** In the order of the stages; on the way out port by port. */
  readonly steps: readonly Step[];
  /** The VLAN that it was classified into; undefined where it did not get so far. */
  readonly vlan: VlanId | undefined;
  readonly teaches: Lesson | undefined;
  readonly copies: readonly MirrorCopy[];
  readonly punts: readonly Punt[];
  /** The VLAN whose interface of the switch is given the frame. */
  readonly delivered: VlanId | undefined;
  readonly departures: readonly Departure[];
}
