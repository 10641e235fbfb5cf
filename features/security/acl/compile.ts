import type { PortNumber } from '../../../datapath/identifiers.ts';
import type { AccessRulePlan } from '../../../model/access-control/access-rule.ts';
import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { NO_PORTS, type PortList, parsePortList, portBit } from '../../../model/values/port-list.ts';
import { type BridgePort, bridgePorts } from '../../bridge-ports.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { planOfRule, type RuleRow } from './conditions.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { rateMaximum } from './rate-maximum.ts';
import { aclRuleEntry } from './rule-objects.ts';
import type { Profile } from './selection.ts';

/** Parts that were made of a row, with what else they were made of. */
interface Made {
  readonly profile: Profile;
  readonly target: PortNumber | undefined;
  readonly ports: PortList;
  readonly hardware: Hardware;
  readonly plan: AccessRulePlan | undefined;
}

const made = new WeakMap<RuleRow, Made>();

/** The ports that a row holds frames of, with what they follow from. */
const held = new WeakMap<
  RuleRow,
  { readonly trunks: unknown; readonly hardware: Hardware; readonly ports: PortList }
>();

/** The rules that are in force, by `accessRuleKey`; rows of which nothing changed are not looked into, and keep their objects. */
export function compiledRules(configuration: Configuration, hardware: Hardware): ReadonlyMap<number, AccessRulePlan> {
  const rows = configuration.rows(aclRuleEntry);
  if (rows.length === 0) return NO_RULES;
  const target = copyTarget(configuration);
  const trunks = configuration.part(trunkGroupEntry);
  const profiles = new Map(configuration.rows(aclProfileEntry).map((row) => [row.aclProfileId, row]));
  let switching: readonly BridgePort[] | undefined;
  const portsOf = (rule: RuleRow): PortList => {
    const known = held.get(rule);
    if (known && known.trunks === trunks && known.hardware === hardware) return known.ports;
    switching ??= bridgePorts(configuration, hardware);
    const ports = heldPorts(rule, switching);
    held.set(rule, { trunks, hardware, ports });
    return ports;
  };
  const compiled = new Map<number, AccessRulePlan>();
  for (const rule of rows) {
    const profile = profiles.get(rule.aclProfileId);
    if (!profile) continue;
    const plan = partOf(profile, rule, portsOf(rule), target, hardware);
    if (plan) compiled.set(accessRuleKey(rule.aclProfileId, rule.aclRuleId), plan);
  }
  return compiled;
}

const NO_RULES: ReadonlyMap<number, AccessRulePlan> = new Map();

function partOf(profile: Profile, rule: RuleRow, ports: PortList, target: PortNumber | undefined, hardware: Hardware) {
  const known = made.get(rule);
  if (known?.profile === profile && known.ports === ports && known.target === target && known.hardware === hardware)
    return known.plan;
  const aclRuleRateLimit = Math.min(rule.aclRuleRateLimit, rateMaximum(rule, hardware));
  const plan = planOfRule(profile, { ...rule, aclRuleRateLimit }, ports, target);
  made.set(rule, { profile, ports, target, hardware, plan });
  return plan;
}

/** A trunk of which any member is listed counts, and is held by its lowest one. */
function heldPorts({ aclRulePorts }: RuleRow, switching: readonly BridgePort[]): PortList {
  const listed = parsePortList(aclRulePorts) ?? NO_PORTS;
  let ports = NO_PORTS;
  for (const port of switching) if ((port.members & listed) !== NO_PORTS) ports |= portBit(port.representative);
  return ports;
}

/** The target of the first mirroring session that is enabled. */
function copyTarget(configuration: Pick<Configuration, 'rows'>): PortNumber | undefined {
  return configuration.rows(mirrorSessionEntry).find((row) => row.mirrorSessionStatus === Status.enabled)
    ?.mirrorTargetPort;
}
