import { configuredDefaults } from '../../../model/configuration/configuration.ts';
import { enumeration, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../../model/schema/kinds/ipv4-mask.ts';
import { ipv6 } from '../../../model/schema/kinds/ipv6.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { ZERO_MAC } from '../../../model/values/mac.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { Value, Values } from '../../../model/wire/call.ts';
import type { Profile, RuleRow } from './conditions.ts';
import { ACL_PROFILES_MAXIMUM, AclProtocol, aclProfileEntry, ProfileType } from './profile-objects.ts';
import { aclRuleEntry, OFF, RuleAction } from './rule-objects.ts';

const WHOLE_MAC = 'FF-FF-FF-FF-FF-FF';
const ends = { any: [0, 'Any'], mac: [1, 'MAC'], ipv4: [2, 'IPv4'], ipv6: [3, 'IPv6'] } as const;
const service = {
  any: [0, 'Any'],
  etherType: [1, 'Ethernet Type'],
  icmp: [2, 'ICMP'],
  igmp: [3, 'IGMP'],
  tcp: [4, 'TCP'],
  udp: [5, 'UDP'],
  userDefined: [6, 'User defined'],
} as const;

/** What the wizard asks, with what it takes for an answer (reference/security.md, Configuration Wizard). */
export const questions = {
  fromType: enumeration({ label: 'From', choices: ends }),
  fromMac: mac({ label: 'MAC Address' }),
  fromMacMask: mac({ label: 'MAC mask', default: WHOLE_MAC }),
  fromIp: ipv4({ label: 'IPv4 address', addresses: 'any' }),
  fromIpMask: ipv4Mask({ label: 'IPv4 mask', default: '255.255.255.255' }),
  fromIp6: ipv6({ label: 'IPv6 address', addresses: 'any' }),
  fromIp6Len: integer({ label: 'Prefix length', min: 0, max: 128, default: 128 }),
  toType: enumeration({ label: 'To', choices: ends }),
  toMac: mac({ label: 'MAC Address' }),
  toMacMask: mac({ label: 'MAC mask', default: WHOLE_MAC }),
  toIp: ipv4({ label: 'IPv4 address', addresses: 'any' }),
  toIpMask: ipv4Mask({ label: 'IPv4 mask', default: '255.255.255.255' }),
  toIp6: ipv6({ label: 'IPv6 address', addresses: 'any' }),
  toIp6Len: integer({ label: 'Prefix length', min: 0, max: 128, default: 128 }),
  service: enumeration({ label: 'Service', choices: service }),
  portKind: enumeration({ label: 'Port of', choices: { 0: 'Any', 1: 'Source', 2: 'Destination' } }),
  port: integer({ label: 'Port', min: 0, max: 65_535 }),
  etherType: hex({ label: 'Ethernet Type', minLength: 1, maxLength: 4 }),
  protocolId: integer({ label: 'Protocol ID', min: 0, max: 255 }),
  vlan: integer({ label: 'VLAN ID', min: 1, max: 4094 }),
  action: aclRuleEntry.fields.aclRuleAction,
  rate: aclRuleEntry.fields.aclRuleRateLimit,
  priority: aclRuleEntry.fields.aclRuleReplacePriority,
  dscp: aclRuleEntry.fields.aclRuleReplaceDscp,
  tos: aclRuleEntry.fields.aclRuleReplaceTos,
  ports: portList({ label: 'Ports', required: true }),
  timeout: aclRuleEntry.fields.aclRuleTimeout,
} as const;

/** Answers by question; one that was not given is the default. */
export type Answers = { readonly [Name in keyof typeof questions]: (typeof questions)[Name]['default'] };

/** The answers given so far, each read by its own question. */
export function answersOf(given: Values): Answers {
  const read = Object.entries(questions).map(([name, field]) => {
    const reading = given[name] === undefined ? undefined : field.read(given[name]);
    return [name, reading?.ok ? reading.value : field.default];
  });
  return Object.fromEntries(read) as Answers;
}

/** The questions of a step, from 0, as far as the answers before ask for them. */
export function shownQuestions(given: Values, step: number): readonly (keyof Answers)[] {
  const answers = answersOf(given);
  switch (step) {
    case 0:
      return ['fromType', ...endQuestions('from', answers.fromType)];
    case 1:
      return ['toType', ...endQuestions('to', answers.toType)];
    case 2:
      return ['service', ...serviceQuestions(answers)];
    case 3:
      return [
        'action',
        ...(answers.action === RuleAction.permit ? (['rate', 'priority', 'dscp', 'tos'] as const) : []),
      ];
    case 4:
      return ['ports', 'timeout'];
    default:
      return [];
  }
}

function endQuestions(end: 'from' | 'to', type: number): readonly (keyof Answers)[] {
  if (type === 1) return [`${end}Mac`, `${end}MacMask`];
  if (type === 2) return [`${end}Ip`, `${end}IpMask`];
  return type === 3 ? [`${end}Ip6`, `${end}Ip6Len`] : [];
}

function serviceQuestions(answers: Answers): readonly (keyof Answers)[] {
  switch (answers.service) {
    case 1:
      return ['etherType'];
    case 4:
    case 5:
      return answers.portKind === 0 ? ['portKind'] : ['portKind', 'port'];
    case 6:
      return ['protocolId'];
    default:
      // A rule has to look at something.
      return answers.service === 0 && answers.fromType === 0 && answers.toType === 0 ? ['vlan'] : [];
  }
}

/** What the wizard makes: the rule, and the profile that it belongs to; or why there is none. */
export type WizardResult =
  | { readonly profile: Profile; readonly isNew: boolean; readonly rule: RuleRow }
  | { readonly refusal: Message };

/** Makes a rule of the answers: in the lowest profile with the same masks, or in a new one that has nothing but these. */
export function wizardResult(answers: Answers, profiles: readonly Profile[], rules: readonly RuleRow[]): WizardResult {
  const type = typeOf(answers);
  if (typeof type !== 'number') return { refusal: type };
  const wanted = { ...profileDefaults(), ...masksOf(answers, type), aclProfileType: type } as Profile;
  const alike = profiles.find((profile) => isAlike(profile, wanted));
  const taken = new Set(profiles.map(({ aclProfileId }) => aclProfileId));
  const free = Array.from({ length: ACL_PROFILES_MAXIMUM }, (_, at) => at + 1).find((id) => !taken.has(id));
  if (!alike && free === undefined) return { refusal: say('No free profile.') };
  const profile = alike ?? { ...wanted, aclProfileId: free ?? 1, aclProfileOwner: 2 };
  const ids = new Set(
    rules.filter(({ aclProfileId }) => aclProfileId === profile.aclProfileId).map(({ aclRuleId }) => aclRuleId),
  );
  let aclRuleId = 1;
  while (ids.has(aclRuleId)) aclRuleId += 1;
  const rule = {
    ...(configuredDefaults(aclRuleEntry) as Partial<RuleRow>),
    ...valuesOf(answers, type),
    aclProfileId: profile.aclProfileId,
    aclRuleId,
  } as RuleRow;
  return { profile, isNew: alike === undefined, rule };
}

function profileDefaults(): Partial<Profile> {
  return configuredDefaults(aclProfileEntry) as Partial<Profile>;
}

function typeOf({ fromType, toType, service: of }: Answers): 1 | 2 | 3 | Message {
  const given = new Set([fromType, toType].filter((one) => one !== 0));
  if (given.size > 1) return say('From and To must be of the same family.');
  const [family] = given;
  if (of === 1) return family === undefined || family === 1 ? 1 : say('An Ethernet type goes with MAC addresses only.');
  if (family === 1) return of === 0 ? 1 : say('A service of IP goes with IP addresses only.');
  if (of === 3 && family === 3) return say('IGMP is of IPv4 only.');
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
    ...(portKind === 1 && { aclProfileSrcPortMask: 'FFFF' }),
    ...(portKind === 2 && { aclProfileDstPortMask: 'FFFF' }),
  };
}

function valuesOf(answers: Answers, type: 1 | 2 | 3): Partial<RuleRow> {
  const { fromType, toType, service: of, portKind } = answers;
  const isPermit = answers.action === RuleAction.permit;
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
    ...((of === 4 || of === 5) && portKind === 1 && { aclRuleSrcPort: answers.port }),
    ...((of === 4 || of === 5) && portKind === 2 && { aclRuleDstPort: answers.port }),
    ...(type === 1 && isAnything && { aclRuleVlan: answers.vlan }),
    aclRuleAction: answers.action,
    aclRuleRateLimit: isPermit ? answers.rate : OFF,
    aclRuleReplacePriority: isPermit ? answers.priority : OFF,
    aclRuleReplaceDscp: isPermit ? answers.dscp : OFF,
    aclRuleReplaceTos: isPermit ? answers.tos : OFF,
    aclRulePorts: answers.ports,
    aclRuleTimeout: answers.timeout,
  };
}

const named = new Set(['aclProfileId', 'aclProfileName', 'aclProfileOwner', 'aclProfileRuleCount']);

/** Whether two profiles look at the same bits. */
function isAlike(profile: Profile, wanted: Profile): boolean {
  return Object.entries(wanted).every(
    ([name, value]: [string, Value]) => named.has(name) || profile[name as keyof Profile] === value,
  );
}
