import { hasPort, NO_PORTS, portBit } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { blocksOf } from '../../group-range.ts';
import type { ForwardingPlan, GroupRange, MulticastVlanPlan, VlanId } from '../../plan.ts';
import { Do } from '../openflow/action.ts';
import { bitsOf, Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type FieldMatch, type Match, masked } from '../openflow/match.ts';
import { intoVlan, notePriority } from './bridge-port-flows.ts';
import { LEAVES_TAGGED, setVid, tagAdded } from './fixed-flows.ts';
import { Table } from './layout.ts';
import type { PortRoles } from './port-roles.ts';
import { messagesOf } from './punt-flows.ts';
import { both, Form, holds, note, PLAIN, Register } from './registers.ts';
import { rule, TAGGED, TO_GROUP } from './rule.ts';

/** Above all classifiers, below what lets no untagged frame in. */
const ABOVE_CLASSIFIERS = 500;

/**
 * Rules for frames into a multicast VLAN, and the priority they leave with. Ports and groups are matched in two tables:
 * the rules grow with their sum.
 */
export function multicastVlanFlows(
  vlan: VlanId,
  entry: MulticastVlanPlan,
  { ports }: Pick<ForwardingPlan, 'ports'>,
  roles: PortRoles,
): Flow[] {
  const here = holds(Register.vlan, vlan);
  const groups = entry.groups.flatMap(matchesOf);
  const onward = [Do.gotoTable(Table.vlanFilter)];
  const members = roles.switching.filter(({ representative }) => hasPort(entry.members, representative));
  return [
    rule('multicastVlan', 100, [here], []),
    ...members.map(({ number, representative }) => {
      const mask = ports.get(representative)?.forwardTo ?? NO_PORTS;
      const apart = [
        note(Register.fromSource, 1),
        note(Register.reachable, mask & ~portBit(representative) & ~entry.sources),
      ];
      const actions = [...(hasPort(entry.sources, representative) ? apart : []), Do.gotoTable(Table.multicastGroups)];
      return rule('multicastVlan', 200, [here, holds(Register.ingress, number)], actions);
    }),
    ...groups.map((group) =>
      rule('multicastGroups', 100, [here, both(holds(Register.fromSource, 1), PLAIN), TO_GROUP, ...group], onward),
    ),
    ...entry.messages
      .flatMap((message) => messagesOf(message, roles))
      .map((message) => rule('multicastGroups', 100, [here, ...message], onward)),
    ...members
      .filter(({ representative }) => hasPort(entry.sources & entry.untagged, representative))
      .flatMap(({ number, plan }) => untaggedFlows(vlan, holds(Register.ingress, number), plan.priority, groups)),
    ...(entry.priority === undefined ? [] : priorityFlows(here, entry.priority)),
  ];
}

/** Packets to the groups that have no VLAN belong to this one. */
function untaggedFlows(vlan: VlanId, port: FieldMatch, priority: number, groups: readonly Match[]): Flow[] {
  return [Form.untagged, Form.priorityTagged].flatMap((form) =>
    groups.map((group) =>
      rule(
        'classification',
        ABOVE_CLASSIFIERS,
        [port, both(holds(Register.form, form), PLAIN), TO_GROUP, ...group],
        [note(Register.vlan, vlan), ...(form === Form.untagged ? notePriority(priority) : []), ...intoVlan],
      ),
    ),
  );
}

/** Frames that leave with a tag have this priority in it. */
function priorityFlows(here: FieldMatch, priority: number): Flow[] {
  const given = [Do.load(bitsOf(Field.vlanTci, 13, 15), priority), Do.gotoTable(Table.member)];
  const leaving = (form: number) => [here, holds(Register.egress, LEAVES_TAGGED), holds(Register.form, form)];
  return [
    rule('tagging', 200, leaving(Form.untagged), [...tagAdded, ...given]),
    rule('tagging', 200, [...leaving(Form.priorityTagged), TAGGED], [setVid, ...given]),
    rule('tagging', 200, [...leaving(Form.tagged), TAGGED], given),
  ];
}

/** The packets to a range's groups. */
function matchesOf(range: GroupRange): Match[] {
  const isIpv4 = range.version === 4;
  const every = (1n << (isIpv4 ? 32n : 128n)) - 1n;
  const field = isIpv4 ? Field.ipv4Destination : Field.ipv6Destination;
  const type = equals(Field.ethType, isIpv4 ? EtherType.ipv4 : EtherType.ipv6);
  return blocksOf(range).map(({ first, size }) => [type, masked(field, first, every & ~(size - 1n))]);
}
