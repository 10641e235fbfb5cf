import { type PortList, portBit } from '../../../model/values/port-list.ts';
import { uint16At } from '../../../protocols/frames/addresses.ts';
import { isTagged, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import { bridgePortOf, representativeOf } from '../../bridge-ports.ts';
import { priorityIn } from '../../classify.ts';
import type { PuntedFrame } from '../../datapath.ts';
import { withheldFrom } from '../../multicast-vlans.ts';
import type { BridgePortNumber, ForwardingPlan, PortNumber, VlanId } from '../../plan.ts';
import { HIGHEST_QUEUE } from '../../queueing.ts';
import { type Action, Do } from '../openflow/action.ts';
import { ReservedPort } from '../openflow/reserved-port.ts';
import { noteTag, setAside } from './fixed-flows.ts';
import { Table } from './layout.ts';
import { ANY_PORT, Form, Inner, note, Register } from './registers.ts';
import { CUSTOMER_TAG, SERVICE_TAG } from './service-tag.ts';

/** A frame of the agent's on its way into the pipeline: where it seems to come from, and what is done with it. */
export interface PacketOut {
  readonly inPort: number;
  readonly actions: readonly Action[];
}

/** Out of one port as it is; counted and copied like anything that leaves there. */
export function transmitted(port: PortNumber): PacketOut {
  return {
    inPort: ReservedPort.controller,
    actions: [note(Register.outPort, port), note(Register.queue, HIGHEST_QUEUE), Do.resubmit(Table.send)],
  };
}

/** Untagged, from the switch itself into a VLAN, to leave only by ports of `within`. */
export function originated(vlan: VlanId, within: PortList = ANY_PORT): PacketOut {
  return {
    inPort: ReservedPort.controller,
    actions: [
      note(Register.form, Form.untagged),
      note(Register.reachable, within),
      ...intoVlan(vlan, 'destinationFilter'),
    ],
  };
}

/**
 * Behind the stage that took the frame out, from `inspection` to leave only by ports of `within`; undefined if the plan
 * no longer has such a class or port.
 */
export function resumed(
  plan: ForwardingPlan,
  punted: PuntedFrame,
  frame: Uint8Array,
  within: PortList = ANY_PORT,
): PacketOut | undefined {
  const stage = plan.punts.get(punted.kind)?.stage;
  const { port, vlan } = punted;
  const form = formOf(frame);
  if (stage === 'control' || vlan === undefined) return { inPort: port, actions: [...form, Do.resubmit(Table.trunk)] };
  const origin = originOf(plan, bridgePortOf(plan, port), vlan, within);
  if (!origin || !stage) return undefined;
  const notes = [...form, ...origin.notes, ...priorityOf(plan, punted, frame)];
  if (stage === 'learning') {
    const admit = [note(Register.admitted, 1), note(Register.vlan, vlan), Do.resubmit(Table.vlan)];
    return { inPort: port, actions: [...notes, ...admit, Do.resubmit(Table.multicastVlan)] };
  }
  if (stage === 'inspection') return { inPort: port, actions: [...notes, ...intoVlan(vlan, 'lookup')] };
  return { inPort: port, actions: [...notes, note(Register.vlan, vlan), Do.resubmit(Table.accepted)] };
}

/** That of a rule of the access control list, or the one that it was classified with. */
function priorityOf(
  plan: ForwardingPlan,
  { port, vlan = 0, priority: given }: PuntedFrame,
  frame: Uint8Array,
): Action[] {
  const representative = representativeOf(plan, bridgePortOf(plan, port)) ?? port;
  const priority = given ?? priorityIn(plan, representative, vlan, frame);
  return [
    ...(priority === 0 ? [] : [note(Register.priority, priority)]),
    ...(given === undefined ? [] : [note(Register.isPriorityFinal, 1)]),
  ];
}

const TYPE_AT = 12;
const TAG_LENGTH = 4;

function intoVlan(vlan: VlanId, first: 'destinationFilter' | 'lookup'): Action[] {
  return [note(Register.vlan, vlan), Do.resubmit(Table.vlan), Do.resubmit(Table[first])];
}

function originOf(
  plan: ForwardingPlan,
  port: BridgePortNumber,
  vlan: VlanId,
  within: PortList = ANY_PORT,
): { readonly inPort: PortNumber; readonly notes: readonly Action[] } | undefined {
  const representative = representativeOf(plan, port);
  const entry = representative === undefined ? undefined : plan.ports.get(representative);
  if (representative === undefined || !entry) return undefined;
  const reachable = entry.forwardTo & within & ~portBit(representative) & ~withheldFrom(plan, vlan, representative);
  return { inPort: representative, notes: [note(Register.ingress, port), note(Register.reachable, reachable)] };
}

/** As the rules of `form` report it. */
function formOf(frame: Uint8Array): Action[] {
  const inner = innerOf(uint16At(frame, TYPE_AT + TAG_LENGTH));
  if (isTagged(frame)) {
    const form = tagOf(frame)?.vid === 0 ? Form.priorityTagged : Form.tagged;
    return inner === undefined
      ? [note(Register.form, form), noteTag]
      : [note(Register.inner, inner), ...setAside(form)];
  }
  if (uint16At(frame, TYPE_AT) !== SERVICE_TAG) return [note(Register.form, Form.untagged)];
  return [
    note(Register.serviceTagged, 1),
    ...(inner === undefined ? [note(Register.form, Form.untagged)] : setAside(Form.untagged)),
  ];
}

function innerOf(type: number): number | undefined {
  if (type === CUSTOMER_TAG) return Inner.customerTag;
  return type === SERVICE_TAG ? Inner.serviceTag : undefined;
}
