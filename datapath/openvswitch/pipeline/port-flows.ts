import type { PortList } from '../../../model/values/port-list.ts';
import type { BridgePortNumber, MacAddress, PortNumber } from '../../plan.ts';
import { type Action, Do } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import type { Group } from '../openflow/group.ts';
import { equals, type FieldMatch, type Match } from '../openflow/match.ts';
import { EAPOL } from './fixed-flows.ts';
import { Table } from './layout.ts';
import { queuedFlows } from './queue-flows.ts';
import { holds, note, Register } from './registers.ts';
import { BROADCAST, rule, TAGGED, Tag, TO_GROUP, to } from './rule.ts';

/** Frames that came in by a physical port. */
export function cameBy(port: number): Match {
  return [equals(Field.inPort, port)];
}

/**
 * Counts what comes in by kind and copies it to mirror targets, and offers it to a capture, before anything is looked at. A port
 * that is a target itself lets nothing further in.
 */
export function receiveFlows(
  port: PortNumber,
  copies: readonly PortNumber[],
  isTarget: boolean,
  isCaptured: boolean,
): Flow[] {
  const actions = [
    ...copies.map(Do.output),
    ...(isCaptured ? [Do.resubmit(Table.captureReceived)] : []),
    ...(isTarget ? [] : [Do.gotoTable(Table.tagProtocol)]),
  ];
  const from = cameBy(port);
  return [
    rule('receive', 120, [...from, BROADCAST], actions, Tag.inBroadcast + port),
    rule('receive', 110, [...from, TO_GROUP], actions, Tag.inMulticast + port),
    rule('receive', 100, from, actions, Tag.inUnicast + port),
  ];
}

/** Single groups, above all that are reserved. */
const GROUP_PRIORITY = 200;
/** EAPOL wherever it goes, below them. */
const EAPOL_PRIORITY = 50;

/** Reserved frames that the port forwards like ordinary ones: no class is asked for them. */
export function passFlows(port: PortNumber, { bpdu, eapol }: { bpdu: boolean; eapol: boolean }): Flow[] {
  const pass = (priority: number, ...match: Match) =>
    rule('passed', priority, [...cameBy(port), ...match], [Do.gotoTable(Table.trunk)]);
  return [
    ...(bpdu ? [pass(GROUP_PRIORITY, to('01-80-C2-00-00-00'))] : []),
    ...(eapol ? [pass(GROUP_PRIORITY, to('01-80-C2-00-00-03')), pass(EAPOL_PRIORITY, ...EAPOL)] : []),
  ];
}

/** The same of a group at every port. */
export function passedGroupFlows(group: MacAddress): Flow[] {
  return [rule('passed', GROUP_PRIORITY, [to(group)], [Do.gotoTable(Table.trunk)])];
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
 * The line itself: counts frames that leave by kind. If it is mirrored, a group ensures that only frames that are
 * really sent are copied: nothing while the link is down. The kernel drops frames longer than `limit`, the port's
 * largest frame, so they are not copied; undefined if no other port accepts longer ones. A capture is offered what leaves,
 * and the driver drops copies of what did not (`OpenVSwitchDatapath`).
 */
export function sendFlows(
  port: PortNumber,
  copies: readonly PortNumber[],
  hasQueues: boolean,
  limit: number | undefined,
  isCaptured: boolean,
): Flow[] {
  const out = holds(Register.outPort, port);
  const line = hasQueues ? Do.clone(Do.resubmit(Table.queued)) : Do.output(port);
  const actions = [
    copies.length === 0 ? line : Do.group(port),
    ...(isCaptured ? [Do.resubmit(Table.captureSent)] : []),
  ];
  return [
    rule('send', 120, [out, BROADCAST], actions, Tag.outBroadcast + port),
    rule('send', 110, [out, TO_GROUP], actions, Tag.outMulticast + port),
    rule('send', 100, [out], actions, Tag.outUnicast + port),
    ...(copies.length === 0 ? [] : copiedFlows(out, line, copies, limit)),
    ...(hasQueues ? queuedFlows(port) : []),
  ];
}

/** A port's largest frame includes besides an untagged frame: the FCS, and a tag. */
const FCS = 4;
const TAG = 4;

function copiedFlows(out: FieldMatch, line: Action, copies: readonly PortNumber[], limit: number | undefined): Flow[] {
  const outputs = copies.map(Do.output);
  if (limit === undefined) return [rule('copied', 100, [out], [line, ...outputs])];
  const within = (octets: number) => [line, Do.checkLonger(octets, Register.tooLong), Do.gotoTable(Table.sentCopies)];
  return [
    rule('copied', 110, [out, TAGGED], within(limit - FCS)),
    rule('copied', 100, [out], within(limit - FCS - TAG)),
    rule('sentCopies', 110, [out, holds(Register.tooLong, 1)], []),
    rule('sentCopies', 100, [out], outputs),
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
