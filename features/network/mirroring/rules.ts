import type { MirrorPlan } from '../../../datapath/plan.ts';
import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { entryExists, mirrorTarget, outOfRange } from '../../../model/configuration/message.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, type Problem, type Rule } from '../../../model/configuration/rule.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort } from '../../../model/values/port-list.ts';
import { mirrorOf } from './mirror.ts';
import { mirrorSessionEntry } from './objects.ts';

/** The target is a port of the switch. */
const targetOnSwitch: Rule = {
  concerns: [mirrorSessionEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, mirrorSessionEntry)) {
      if (row.mirrorTargetPort <= hardware.portCount) continue;
      const message = outOfRange(1, hardware.portCount);
      yield conflict(mirrorSessionEntry, message, { row, column: 'mirrorTargetPort' });
    }
  },
};

/**
 * Among the enabled sessions no target is a source, no two share a target, and each copies something
 * (docs/specification/network.md, "Mirroring").
 */
const sessionsFitTogether: Rule = {
  concerns: [mirrorSessionEntry],
  *check({ after }) {
    const sessions = after.rows(mirrorSessionEntry).flatMap((row) => {
      const mirror = mirrorOf(row);
      return mirror ? [{ row, mirror }] : [];
    });
    for (const [at, { row, mirror }] of sessions.entries()) {
      const others = sessions.map((session) => session.mirror);
      const problem = problemOf(row, mirror, others, at);
      if (problem) yield problem;
    }
  },
};

function problemOf(
  row: RowOf<typeof mirrorSessionEntry>,
  mirror: MirrorPlan,
  all: readonly MirrorPlan[],
  at: number,
): Problem | undefined {
  const { target, ingress, egress } = mirror;
  if ((ingress | egress) === 0n) {
    const message = say('An enabled mirroring session needs at least one ingress or egress port.');
    return conflict(mirrorSessionEntry, message, { row, column: 'mirrorIngressPorts' });
  }
  if (all.slice(0, at).some((other) => other.target === target)) {
    return conflict(mirrorSessionEntry, entryExists, { row, column: 'mirrorTargetPort' });
  }
  for (const { target: taken } of all) {
    if (!hasPort(ingress | egress, taken)) continue;
    const column = hasPort(ingress, taken) ? 'mirrorIngressPorts' : 'mirrorEgressPorts';
    return conflict(mirrorSessionEntry, mirrorTarget(taken), { row, column });
  }
  return undefined;
}

/** Rules among mirror sessions. */
export const mirroringRules: readonly Rule[] = [
  portsOnSwitch(mirrorSessionEntry, ['mirrorIngressPorts', 'mirrorEgressPorts']),
  targetOnSwitch,
  sessionsFitTogether,
];
