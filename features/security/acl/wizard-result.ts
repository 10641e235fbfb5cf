import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { configuredDefaults } from '../../../model/configuration/configuration.ts';
import { TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { ZERO_MAC } from '../../../model/values/mac.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { lookAlike, type RuleRow } from './conditions.ts';
import { policyIndexes } from './order.ts';
import { ACL_PROFILES_MAXIMUM, AclProtocol, aclProfileEntry, ProfileType } from './profile-objects.ts';
import { aclRuleEntry, OFF, RuleAction } from './rule-objects.ts';
import { type Profile, selectedOf } from './selection.ts';
import { type Answers, AUTOMATIC, answersOf, chosenOf, readRule } from './wizard.ts';

/** Result of the wizard: the rule, and the profile that it belongs to; or why there is none. */
export type WizardResult =
  | {
      readonly profile: Profile;
      readonly isNew: boolean;
      readonly rule: RuleRow;
      /** Its position among all rules, from 1. */
      readonly place: number;
    }
  | { readonly refusal: Message };

/**
 * Makes a rule of the answers given: in the profile that was chosen, in the lowest with the same masks, or in a new one that has
 * nothing but these.
 */
export function wizardResult(given: Values, profiles: readonly Profile[], rules: readonly RuleRow[]): WizardResult {
  const answers = answersOf(given);
  const chosen = chosenOf(answers, profiles);
  if (chosen) {
    const rule = readRule(given);
    const values = Object.fromEntries(selectedOf(chosen).map(({ column }) => [column, rule[column]]));
    return ruleIn(chosen, false, answers, values, profiles, rules);
  }
  const type = typeOf(answers);
  if (typeof type !== 'number') return { refusal: type };
  const wanted = { ...profileDefaults(), ...masksOf(answers, type), aclProfileType: type } as Profile;
  const alike = profiles.find((profile) => lookAlike(profile, wanted));
  const taken = new Set(profiles.map(({ aclProfileId }) => aclProfileId));
  const free = Array.from({ length: ACL_PROFILES_MAXIMUM }, (_, at) => at + 1).find((id) => !taken.has(id));
  if (!alike && free === undefined) return { refusal: say('No free profile.') };
  const profile = alike ?? { ...wanted, aclProfileId: free ?? 1, aclProfileOwner: 2 };
  return ruleIn(profile, alike === undefined, answers, valuesOf(answers, type), profiles, rules);
}

/** A rule of `profile` that compares `values`, under the number that was asked for or the lowest that is free. */
function ruleIn(
  profile: Profile,
  isNew: boolean,
  answers: Answers,
  values: Partial<RuleRow>,
  profiles: readonly Profile[],
  rules: readonly RuleRow[],
): WizardResult {
  const { aclProfileId } = profile;
  const ids = new Set(rules.filter((rule) => rule.aclProfileId === aclProfileId).map(({ aclRuleId }) => aclRuleId));
  if (ids.has(answers.ruleId)) return { refusal: say('Rule ID is in use.') };
  let free = 1;
  while (ids.has(free)) free += 1;
  const aclRuleId = answers.ruleId === AUTOMATIC ? free : answers.ruleId;
  const rule = {
    ...(configuredDefaults(aclRuleEntry) as Partial<RuleRow>),
    ...values,
    ...doingsOf(answers),
    aclProfileId,
    aclRuleId,
  } as RuleRow;
  const places = policyIndexes([...rules, rule], isNew ? [...profiles, profile] : profiles);
  return { profile, isNew, rule, place: places.get(accessRuleKey(aclProfileId, aclRuleId)) ?? 1 };
}

function profileDefaults(): Partial<Profile> {
  return configuredDefaults(aclProfileEntry) as Partial<Profile>;
}

function typeOf({ fromType, toType, service: of }: Answers): 1 | 2 | 3 | Message {
  const given = new Set([fromType, toType].filter((one) => one !== 0));
  if (given.size > 1) return say('From and To must be of the same family.');
  const [family] = given;
  if (of === 1) return family === undefined || family === 1 ? 1 : say('An Ethernet type requires MAC addresses.');
  if (family === 1) return of === 0 ? 1 : say('IP services require IP addresses.');
  if (of === 3 && family === 3) return say('IGMP exists only in IPv4.');
  if (family === 2 || family === 3) return family;
  return of === 0 ? ProfileType.ethernet : ProfileType.ipv4;
}

function masksOf(answers: Answers, type: 1 | 2 | 3): Partial<Profile> {
  const { service: of, portKind } = answers;
  const protocol = of === 1 ? AclProtocol.any : of;
  const isAnything = of === 0 && answers.fromType === 0 && answers.toType === 0;
  const ofType: Partial<Profile> =
    type === 1
      ? {
          aclProfileSrcMacMask: answers.fromType === 1 ? answers.fromMacMask : ZERO_MAC,
          aclProfileDstMacMask: answers.toType === 1 ? answers.toMacMask : ZERO_MAC,
          ...(of === 1 && { aclProfileUseEtherType: TruthValue.yes }),
          ...(isAnything && { aclProfileVlanMask: 'FFF' }),
        }
      : type === 2
        ? {
            aclProfileSrcIpMask: answers.fromType === 2 ? answers.fromIpMask : '0.0.0.0',
            aclProfileDstIpMask: answers.toType === 2 ? answers.toIpMask : '0.0.0.0',
          }
        : {
            aclProfileSrcIp6Len: answers.fromType === 3 ? answers.fromIp6Len : 0,
            aclProfileDstIp6Len: answers.toType === 3 ? answers.toIp6Len : 0,
          };
  return {
    ...ofType,
    ...(type !== 1 && { aclProfileProtocol: protocol as Profile['aclProfileProtocol'] }),
    ...(hasPorts(of) && portKind === 1 && { aclProfileSrcPortMask: 'FFFF' }),
    ...(hasPorts(of) && portKind === 2 && { aclProfileDstPortMask: 'FFFF' }),
  };
}

function hasPorts(of: number): boolean {
  return of === 4 || of === 5;
}

function valuesOf(answers: Answers, type: 1 | 2 | 3): Partial<RuleRow> {
  const { fromType, toType, service: of, portKind } = answers;
  const isAnything = of === 0 && fromType === 0 && toType === 0;
  return {
    ...(fromType === 1 && { aclRuleSrcMac: answers.fromMac }),
    ...(toType === 1 && { aclRuleDstMac: answers.toMac }),
    ...(fromType === 2 && { aclRuleSrcIp: answers.fromIp }),
    ...(toType === 2 && { aclRuleDstIp: answers.toIp }),
    ...(fromType === 3 && { aclRuleSrcIp6: answers.fromIp6 }),
    ...(toType === 3 && { aclRuleDstIp6: answers.toIp6 }),
    ...(of === 1 && { aclRuleEtherType: answers.etherType }),
    ...(of === 6 && { aclRuleProtocolId: answers.protocolId }),
    ...(hasPorts(of) && portKind === 1 && { aclRuleSrcPort: answers.port }),
    ...(hasPorts(of) && portKind === 2 && { aclRuleDstPort: answers.port }),
    ...(type === 1 && isAnything && { aclRuleVlan: answers.vlan }),
  };
}

/** Action, ports and time of the rule. */
function doingsOf(answers: Answers): Partial<RuleRow> {
  const isPermit = answers.action === RuleAction.permit;
  return {
    aclRuleAction: answers.action,
    aclRuleRateLimit: isPermit ? answers.rate : OFF,
    aclRuleReplacePriority: isPermit ? answers.priority : OFF,
    aclRuleReplaceDscp: isPermit ? answers.dscp : OFF,
    aclRuleReplaceTos: isPermit ? answers.tos : OFF,
    aclRulePorts: answers.ports,
    aclRuleTimeout: answers.timeout,
  };
}
