import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { inUse, needs, notMember } from '../../../model/configuration/message.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, type Problem, type Rule, type RuleQuestion } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort } from '../../../model/values/port-list.ts';
import { membershipOf } from '../../vlan-membership.ts';
import { dot1qPortVlanEntry, dot1qVlan, LearningConstraint, pvidOf } from './objects.ts';
import { privateVlanPortEntry } from './private-vlan-objects.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';

/**
 * A port is in the VLAN that its PVID names, unless asymmetric VLAN is enabled (docs/specification/network.md, "VLAN >
 * Port"). If the VLAN changed and not the port, the VLAN is refused.
 */
const pvidIsMember: Rule = {
  concerns: [dot1qVlanStaticEntry, dot1qPortVlanEntry, dot1qVlan],
  *check(question) {
    const changed = new Set(changedRows(question.changes, dot1qPortVlanEntry));
    for (const row of question.after.rows(dot1qPortVlanEntry)) {
      const problem = pvidProblem(row, changed.has(row), question);
      if (problem) yield problem;
    }
  },
};

function pvidProblem(
  row: RowOf<typeof dot1qPortVlanEntry>,
  changed: boolean,
  { before, after }: RuleQuestion,
): Problem | undefined {
  const { dot1dBasePort: port, dot1qPvid } = row;
  const vlan = after.row(dot1qVlanStaticEntry, { dot1qVlanIndex: dot1qPvid });
  const asymmetric = after.group(dot1qVlan).asymmetricVlanStatus === Status.enabled;
  if (!vlan || asymmetric || hasPort(membershipOf(vlan).members, port)) return undefined;
  const stray = notMember(port, dot1qVlanStaticEntry.rowName(vlan));
  if (changed) return conflict(dot1qPortVlanEntry, stray, { row, column: 'dot1qPvid' });
  const wasAsymmetric = before.group(dot1qVlan).asymmetricVlanStatus === Status.enabled;
  if (wasAsymmetric && !asymmetric) return conflict(dot1qVlan, stray, { column: 'asymmetricVlanStatus' });
  return conflict(dot1qVlanStaticEntry, inUse(dot1qVlanStaticEntry.rowName(vlan), pvidOf(row)), {
    row: vlan,
    column: 'dot1qVlanStaticEgressPorts',
  });
}

/** Replies in an asymmetric VLAN come back in another VLAN: they are found only where all share what they learn. */
const asymmetricNeedsShared: Rule = {
  concerns: [dot1qVlan],
  *check({ after }) {
    const { asymmetricVlanStatus, dot1qConstraintTypeDefault } = after.group(dot1qVlan);
    if (asymmetricVlanStatus !== Status.enabled || dot1qConstraintTypeDefault === LearningConstraint.shared) return;
    yield conflict(dot1qVlan, needs(say('Asymmetric VLAN'), say('shared VLAN learning')), {
      column: 'asymmetricVlanStatus',
    });
  },
};

/** Rules between ports, VLANs and the learning mode. */
export const portVlanRules: readonly Rule[] = [
  pvidIsMember,
  asymmetricNeedsShared,
  portsOnSwitch(privateVlanPortEntry, ['privateVlanForwardPorts']),
];
