import { uint16At } from '../../../protocols/frames/addresses.ts';
import { isTagged } from '../../../protocols/frames/vlan-tag.ts';
import type { VlanId } from '../../plan.ts';
import type { AccessRule } from '../access-table.ts';
import type { BridgePort } from '../bridge-port.ts';
import { EVERY_PORT_MASK, NO_PORT_MASK, type PortMask } from '../port-mask.ts';
import type { SwitchPort } from '../switch-port.ts';
import type { Tables } from '../tables.ts';

const VID_MASK = 0xfff;

/** A frame on its way through the stages, with what they have found out about it. */
export interface Passage {
  /** Without FCS, tags as received, or as the access control list rewrote it; its octets are not to be changed. */
  frame: Uint8Array;
  /** The number of equal frames that it represents; limits reduce it. */
  weight: number;
  /** Milliseconds of the clock. */
  readonly now: number;
  /** The physical port that it was received on; undefined for a frame of the switch itself. */
  readonly port: SwitchPort | undefined;
  /** The 16 bits of its tag; -1 for an untagged frame. */
  control: number;
  /** The bridge port that it came in by; undefined for a frame of the switch itself. */
  from: BridgePort | undefined;
  /** The VLAN that it was classified into, 0 before. */
  vlan: VlanId;
  /** The priority of its tag at egress; a received tag keeps its own. */
  priority: number;
  /** Nothing that a packet says of itself overrules the priority. */
  isPriorityFinal: boolean;
  /** Its queue at a congested port. */
  queue: number;
  /** The ports that it leaves by, once it was looked up. */
  egress: PortMask;
  /** The agent has let its source in. */
  admitted: boolean;
  /** The ports that it may leave by at all, as the agent says; every one of what it did not touch. */
  within: PortMask;
  /** The rule of the access control list that let it pass. */
  rule: AccessRule | undefined;
}

/** A passage that has begun at a physical port. */
export type Arrived = Passage & { readonly port: SwitchPort; from: BridgePort };

/**
 * One stage of `datapath/stages.ts`. Returns whether the frame goes on; one that ends here has been counted, or given to
 * where it goes.
 */
export type Stage = (passage: Arrived, tables: Tables) => boolean;

/** Whether a passage has begun at a physical port. */
export function hasArrived(passage: Passage): passage is Arrived {
  return passage.port !== undefined;
}

/** The passage of a frame that arrived at a port. */
export function arrive(port: SwitchPort, from: BridgePort, frame: Uint8Array, weight: number, now: number): Arrived {
  return {
    frame,
    weight,
    now,
    port,
    control: tagControl(frame),
    from,
    vlan: 0,
    priority: 0,
    isPriorityFinal: false,
    queue: 0,
    egress: NO_PORT_MASK,
    admitted: false,
    within: EVERY_PORT_MASK,
    rule: undefined,
  };
}

/** The passage of an untagged frame that enters `vlan` past the ingress stages. */
export function enter(vlan: VlanId, frame: Uint8Array, now: number): Passage {
  return {
    frame,
    weight: 1,
    now,
    port: undefined,
    control: -1,
    from: undefined,
    vlan,
    priority: 0,
    isPriorityFinal: false,
    queue: 0,
    egress: NO_PORT_MASK,
    admitted: false,
    within: EVERY_PORT_MASK,
    rule: undefined,
  };
}

/** Lets the frame go on as `frame`, which is tagged as it was. */
export function rewrite(passage: Passage, frame: Uint8Array): void {
  if (frame === passage.frame) return;
  passage.frame = frame;
  passage.control = tagControl(frame);
}

/** The VID of the frame's tag; 0 where it has none, or a priority tag. */
export function tagVid({ control }: Passage): number {
  return control < 0 ? 0 : control & VID_MASK;
}

/** Counts a frame as discarded at its port; it goes no further. */
export function discard({ port, weight }: Arrived): false {
  port.tally.running.inDiscards += weight;
  return false;
}

function tagControl(frame: Uint8Array): number {
  return isTagged(frame) ? uint16At(frame, 14) : -1;
}
