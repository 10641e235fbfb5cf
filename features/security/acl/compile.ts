import type { PortNumber } from '../../../datapath/identifiers.ts';
import type { AccessRulePlan } from '../../../model/access-control/access-rule.ts';
import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/configuration/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { NO_PORTS, type PortList, parsePortList, portBit } from '../../../model/values/port-list.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { type Profile, planOfRule, type RuleRow } from './conditions.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { aclRuleEntry } from './rule-objects.ts';

/** Parts that were made of a row, with what else they were made of. */
const made = new WeakMap<
  RuleRow,
  {
    readonly profile: Profile;
    readonly ports: PortList;
    readonly target: number | undefined;
    readonly plan: AccessRulePlan | undefined;
  }
>();

/** The rules that are in force, by `accessRuleKey`; those of rows that did not change are the same objects. */
export function compiledRules(configuration: Configuration, hardware: Hardware): ReadonlyMap<number, AccessRulePlan> {
  const rows = configuration.rows(aclRuleEntry);
  if (rows.length === 0) return NO_RULES;
  const target = copyTarget(configuration);
  const switching = bridgePorts(configuration, hardware);
  const compiled = new Map<number, AccessRulePlan>();
  for (const rule of rows) {
    const profile = configuration.row(aclProfileEntry, { aclProfileId: rule.aclProfileId });
    if (!profile) continue;
    const listed = parsePortList(rule.aclRulePorts) ?? NO_PORTS;
    let ports = NO_PORTS;
    // A trunk of which any member is listed counts, and is held by its lowest one.
    for (const port of switching) if ((port.members & listed) !== 0n) ports |= portBit(port.representative);
    const plan = partOf(profile, rule, ports, target);
    if (plan) compiled.set(accessRuleKey(rule.aclProfileId, rule.aclRuleId), plan);
  }
  return compiled;
}

const NO_RULES: ReadonlyMap<number, AccessRulePlan> = new Map();

function partOf(profile: Profile, rule: RuleRow, ports: PortList, target: number | undefined) {
  const known = made.get(rule);
  if (known?.profile === profile && known.ports === ports && known.target === target) return known.plan;
  const plan = planOfRule(profile, rule, ports, target);
  made.set(rule, { profile, ports, target, plan });
  return plan;
}

/** The target of the first mirroring session that is enabled. */
function copyTarget(configuration: Pick<Configuration, 'rows'>): PortNumber | undefined {
  return configuration.rows(mirrorSessionEntry).find((row) => row.mirrorSessionStatus === Status.enabled)
    ?.mirrorTargetPort;
}

/** The place of each rule in the order that they are asked in, from 1, by its key. */
export function policyIndexes(
  rules: readonly Pick<RuleRow, 'aclProfileId' | 'aclRuleId'>[],
): ReadonlyMap<number, number> {
  const keys = rules.map(({ aclProfileId, aclRuleId }) => accessRuleKey(aclProfileId, aclRuleId)).sort((a, b) => a - b);
  return new Map(keys.map((key, at) => [key, at + 1]));
}
