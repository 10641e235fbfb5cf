import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { configuredDefaults } from '../../../model/configuration/configuration.ts';
import type { Field } from '../../../model/schema/field.ts';
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
import type { Values } from '../../../model/wire/call.ts';
import { lookAlike, type RuleRow } from './conditions.ts';
import { policyIndexes } from './order.ts';
import { ACL_PROFILES_MAXIMUM, AclProtocol, aclProfileEntry, ProfileType } from './profile-objects.ts';
import { aclRuleEntry, OFF, RuleAction } from './rule-objects.ts';
import { comparedValue, NOT_GIVEN, type Profile, type RuleColumn, ruleColumns, selectedOf } from './selection.ts';

/** The answer if the number is left to the wizard. */
export const AUTOMATIC = 0;
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

/**
 * The wizard's questions, with the answers that they accept (docs/specification/security.md, "Configuration Wizard"). A
 * question whose default is not accepted has to be answered.
 */
const questions = {
  profile: integer({
    label: 'Profile',
    min: 1,
    max: ACL_PROFILES_MAXIMUM,
    fixed: [AUTOMATIC],
    default: AUTOMATIC,
    help: 'Automatic uses the profile that compares exactly these fields, or creates one.',
  }),
  ruleId: integer({
    label: 'Access ID',
    min: 1,
    max: 65_535,
    fixed: [AUTOMATIC],
    default: AUTOMATIC,
    help: 'Rules of a profile apply in the order of their Access IDs.',
  }),
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
  portKind: enumeration({ label: 'Port to compare', choices: { 0: 'Any', 1: 'Source', 2: 'Destination' } }),
  port: integer({ label: 'Port', min: 0, max: 65_535, default: NOT_GIVEN }),
  etherType: hex({ label: 'Ethernet Type', minLength: 1, maxLength: 4 }),
  protocolId: integer({ label: 'Protocol ID', min: 0, max: 255, default: NOT_GIVEN }),
  vlan: integer({ label: 'VLAN ID', min: 1, max: 4094, default: NOT_GIVEN }),
  // Rules are added to drop something, most of the time.
  action: {
    ...aclRuleEntry.fields.aclRuleAction,
    default: RuleAction.deny as (typeof RuleAction)[keyof typeof RuleAction],
  },
  rate: aclRuleEntry.fields.aclRuleRateLimit,
  priority: aclRuleEntry.fields.aclRuleReplacePriority,
  dscp: aclRuleEntry.fields.aclRuleReplaceDscp,
  tos: aclRuleEntry.fields.aclRuleReplaceTos,
  ports: portList({ label: 'Ports', required: true }),
  timeout: aclRuleEntry.fields.aclRuleTimeout,
} as const;

/** Answers by question; one that was not given is the default. */
type Answers = { readonly [Name in keyof typeof questions]: (typeof questions)[Name]['default'] };

/** The answers given so far, each read by its own question. */
function answersOf(given: Values): Answers {
  const read = Object.entries(questions).map(([name, field]) => {
    const reading = given[name] === undefined ? undefined : field.read(given[name]);
    return [name, reading?.ok ? reading.value : field.default];
  });
  return Object.fromEntries(read) as Answers;
}

/** Questions that are asked together, under a heading (source text). */
interface Step {
  readonly title: string;
  readonly names: readonly string[];
}

/**
 * The steps before the summary, as far as the answers given require them. The fields of a chosen profile are asked for
 * by the names of the rule's columns.
 */
export function stepsOf(given: Values, profiles: readonly Profile[]): readonly Step[] {
  const answers = answersOf(given);
  const profile = chosenOf(answers, profiles);
  const ofFrames = profile
    ? [{ title: 'Values', names: selectedOf(profile).map(({ column }) => column) }]
    : [
        { title: 'From', names: ['fromType', ...endQuestions('from', answers.fromType)] },
        { title: 'To', names: ['toType', ...endQuestions('to', answers.toType)] },
        { title: 'Service', names: ['service', ...serviceQuestions(answers)] },
      ];
  const companions = answers.action === RuleAction.permit ? ['rate', 'priority', 'dscp', 'tos'] : [];
  return [
    { title: 'Profile', names: ['profile', 'ruleId'] },
    ...ofFrames.filter(({ names }) => names.length > 0),
    { title: 'Action', names: ['action', ...companions] },
    { title: 'Ports', names: ['ports', 'timeout'] },
  ];
}

const fields: Readonly<Record<string, Field>> = { ...aclRuleEntry.fields, ...questions };

/** Accepted answers of a question. */
export function questionOf(name: string): Field {
  const field = fields[name];
  if (!field) throw new Error(`The wizard asks nothing about ${name}.`);
  return field;
}

/** Messages about the answers to these questions, by their names. */
export function wrongAnswers(given: Values, names: readonly string[]): ReadonlyMap<string, Message> {
  const answers = answersOf(given);
  return new Map(
    names.flatMap((name): [string, Message][] => {
      const field = questionOf(name);
      const reading = field.read(given[name] ?? field.default);
      if (!reading.ok) return [[name, reading.message]];
      if (isValueColumn(name) && comparedValue(readRule(given), name) === undefined) {
        return [[name, say('{{field}} is missing: the profile compares it.', { field: say(field.label) })]];
      }
      if ((name === 'etherType' || name === 'aclRuleEtherType') && Number.parseInt(String(reading.value), 16) < 0x600) {
        return [[name, say('An Ethernet type must be 0600 or more; lower values are lengths.')]];
      }
      if (name === 'tos' && answers.tos !== OFF && answers.dscp !== OFF) {
        return [[name, say('Replace DSCP and Replace ToS exclude each other.')]];
      }
      return [];
    }),
  );
}

const valueColumns: ReadonlySet<string> = new Set(ruleColumns);

function isValueColumn(name: string): name is RuleColumn {
  return valueColumns.has(name);
}

/** A rule of what was given for its columns, and defaults. */
function readRule(given: Values): RuleRow {
  const read = Object.entries(aclRuleEntry.fields).map(([column, field]) => {
    const reading = given[column] === undefined ? undefined : field.read(given[column]);
    return [column, reading?.ok ? reading.value : field.default];
  });
  return Object.fromEntries(read) as RuleRow;
}

/** The profile that was chosen; undefined where the wizard is to find one. */
function chosenOf(answers: Answers, profiles: readonly Profile[]): Profile | undefined {
  return profiles.find(({ aclProfileId }) => aclProfileId === answers.profile);
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
