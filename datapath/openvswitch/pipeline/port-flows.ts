import type { PortList } from '../../../model/values/port-list.ts';
import type { BridgePortNumber, MacAddress, PortNumber } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Group } from '../openflow/group.ts';
import { equals, type Match } from '../openflow/match.ts';
import { Table } from './layout.ts';
import { queuedFlows } from './queue-flows.ts';
import { holds, note, Register } from './registers.ts';
import { BROADCAST, rule, Tag, TO_GROUP, to } from './rule.ts';

/** Frames that came in by a physical port. */
export function cameBy(port: number): Match {
  return [equals(Field.inPort, port)];
}

/**
 * Counts what comes in by kind and copies it to mirror targets, before anything is looked at. A port that is a target
 * itself lets nothing further in.
 */
export function receiveFlows(port: PortNumber, copies: readonly PortNumber[], isTarget: boolean): Flow[] {
  const actions = [...copies.map(Do.output), ...(isTarget ? [] : [Do.gotoTable(Table.tagProtocol)])];
  const from = cameBy(port);
  return [
    rule('receive', 120, [...from, BROADCAST], actions, Tag.inBroadcast + port),
    rule('receive', 110, [...from, TO_GROUP], actions, Tag.inMulticast + port),
    rule('receive', 100, from, actions, Tag.inUnicast + port),
  ];
}

/** Above every class. */
const PASS_PRIORITY = 0xffff;

/** Reserved addresses that the port forwards like ordinary multicast. */
export function passFlows(port: PortNumber, { bpdu, eapol }: { bpdu: boolean; eapol: boolean }): Flow[] {
  const pass = (destination: string) =>
    rule('control', PASS_PRIORITY, [...cameBy(port), to(destination)], [Do.gotoTable(Table.trunk)]);
  return [...(bpdu ? [pass('01-80-C2-00-00-00')] : []), ...(eapol ? [pass('01-80-C2-00-00-03')] : [])];
}

/** The same of a group at every port. */
export function passedGroupFlows(group: MacAddress): Flow[] {
  return [rule('control', PASS_PRIORITY, [to(group)], [Do.gotoTable(Table.trunk)])];
}

/** From here a frame is its bridge port's. `reachable` are the ports that frames from there may leave by. */
export function trunkFlows(port: PortNumber, ingress: BridgePortNumber, reachable: PortList): Flow[] {
  const actions = [
    note(Register.ingress, ingress),
    note(Register.reachable, reachable),
    Do.gotoTable(Table.denialOfService),
  ];
  return [rule('trunk', 100, cameBy(port), actions)];
}

/**
 * The line itself: counts what leaves by kind. Where it is copied, a group sees to it that only what is really sent is:
 * nothing while the link is down.
 */
export function sendFlows(port: PortNumber, copies: readonly PortNumber[], hasQueues: boolean): Flow[] {
  const out = holds(Register.outPort, port);
  const line = hasQueues ? Do.clone(Do.resubmit(Table.queued)) : Do.output(port);
  const actions = [copies.length === 0 ? line : Do.group(port)];
  return [
    rule('send', 120, [out, BROADCAST], actions, Tag.outBroadcast + port),
    rule('send', 110, [out, TO_GROUP], actions, Tag.outMulticast + port),
    rule('send', 100, [out], actions, Tag.outUnicast + port),
    ...(copies.length === 0 ? [] : [rule('copied', 100, [out], [line, ...copies.map(Do.output)])]),
    ...(hasQueues ? queuedFlows(port) : []),
  ];
}

/** Sends out of a port, and to the mirror targets that copy what it sends, while its link is up. */
export function sendGroup(port: PortNumber): Group {
  return {
    number: port,
    type: 'fastFailover',
    buckets: [{ watchPort: port, actions: [Do.resubmit(Table.copied)] }],
  };
}
