import { EtherType } from '../../../protocols/frames/ethernet.ts';
import type { PortNumber } from '../../plan.ts';
import type { QueueingPlan } from '../../queueing.ts';
import { Do } from '../openflow/action.ts';
import { bitsOf, Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type Match } from '../openflow/match.ts';
import { CARRIER_PORT } from '../queues/queue-tag.ts';
import { LEAVES_TAGGED } from './fixed-flows.ts';
import { Table } from './layout.ts';
import { both, holds, note, Register } from './registers.ts';
import { rule } from './rule.ts';
import { CUSTOMER_TAG } from './service-tag.ts';

const TAG_VLAN = bitsOf(Field.vlanTci, 0, 11);
const TAG_PRIORITY = bitsOf(Field.vlanTci, 13, 15);
const IPV4 = equals(Field.ethType, EtherType.ipv4);
const IPV6 = equals(Field.ethType, EtherType.ipv6);

/** Notes the queue of a frame: by the priority that an access rule gave, its packet, or its priority. */
export function queueFlows({ priorities, codePoints = [], trafficClasses }: QueueingPlan): Flow[] {
  const wait = (queue: number) => [note(Register.queue, queue), Do.gotoTable(Table.whole)];
  const packet = (priority: number, queue: number, ...match: Match) =>
    rule('packetQueue', priority, match, wait(queue));
  const next = Do.gotoTable(Table.packetQueue);
  return [
    rule('queue', 100, [holds(Register.hasTag, 1)], [Do.move(Register.tagPriority, Register.priority), next]),
    rule('queue', 50, [], [next]),
    ...[...trafficClasses].map(([value, queue]) =>
      packet(300, queue, IPV6, equals(Field.ipDscp, value >>> 2), equals(Field.ipEcn, value & 3)),
    ),
    ...[IPV4, IPV6].flatMap((version) =>
      codePoints.map((queue, dscp) => packet(200, queue, version, equals(Field.ipDscp, dscp))),
    ),
    ...priorities.flatMap((queue, priority) => [
      rule(
        'packetQueue',
        400,
        [both(holds(Register.isPriorityFinal, 1), holds(Register.priority, priority))],
        wait(queue),
      ),
      rule('packetQueue', 100, [holds(Register.priority, priority)], wait(queue)),
    ]),
  ];
}

/**
 * Sends a frame out of a port by way of its queue. One that has two tags has no room for a third: what came with an S-tag and got a
 * C-tag goes to the port itself, and waits in its lowest queue.
 */
export function queuedFlows(port: PortNumber): Flow[] {
  const out = holds(Register.outPort, port);
  const actions = [
    Do.pushVlan(CUSTOMER_TAG),
    Do.load(TAG_VLAN, port),
    Do.move(Register.queue, TAG_PRIORITY),
    Do.output(CARRIER_PORT),
  ];
  return [
    rule('queued', 100, [out], actions),
    rule(
      'queued',
      200,
      [out, holds(Register.serviceTagged, 1), holds(Register.egress, LEAVES_TAGGED)],
      [Do.output(port)],
    ),
  ];
}
