import type { Field } from '../../../model/schema/field.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { hex } from '../../../model/schema/kinds/hex.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipv4 } from '../../../model/schema/kinds/ipv4.ts';
import { ipv4Mask } from '../../../model/schema/kinds/ipv4-mask.ts';
import { ipv6 } from '../../../model/schema/kinds/ipv6.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { type Message, say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { RuleRow } from './conditions.ts';
import { ACL_PROFILES_MAXIMUM } from './profile-objects.ts';
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
export type Answers = { readonly [Name in keyof typeof questions]: (typeof questions)[Name]['default'] };

/** The answers given so far, each read by its own question. */
export function answersOf(given: Values): Answers {
  const read = Object.entries(questions).map(([name, field]) => {
    const reading = given[name] === undefined ? undefined : field.read(given[name]);
    return [name, reading?.ok ? reading.value : field.default];
  });
  return Object.fromEntries(read) as Answers;
}

/** Questions that are asked together, in lines, under a heading (source text). */
interface Step {
  readonly title: string;
  readonly lines: readonly (readonly string[])[];
}

/**
 * The steps before the summary, with the questions that the answers given require. The fields of a chosen profile are asked for
 * by the names of the rule's columns.
 */
export function stepsOf(given: Values, profiles: readonly Profile[]): readonly Step[] {
  const answers = answersOf(given);
  const profile = chosenOf(answers, profiles);
  const ofFrames = profile
    ? [selectedOf(profile).map(({ column }) => column)]
    : [
        ['fromType', ...endQuestions('from', answers.fromType)],
        ['toType', ...endQuestions('to', answers.toType)],
        ['service', ...serviceQuestions(answers)],
      ];
  const companions = answers.action === RuleAction.permit ? ['rate', 'priority', 'dscp', 'tos'] : [];
  return [
    { title: 'Frames', lines: [['profile'], ...ofFrames] },
    { title: 'Action', lines: [['action', ...companions], ['ports'], ['timeout', 'ruleId']] },
  ];
}

/** The questions of a step. */
export function namesOf({ lines }: Step): readonly string[] {
  return lines.flat();
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
export function readRule(given: Values): RuleRow {
  const read = Object.entries(aclRuleEntry.fields).map(([column, field]) => {
    const reading = given[column] === undefined ? undefined : field.read(given[column]);
    return [column, reading?.ok ? reading.value : field.default];
  });
  return Object.fromEntries(read) as RuleRow;
}

/** The profile that was chosen; undefined where the wizard is to find one. */
export function chosenOf(answers: Answers, profiles: readonly Profile[]): Profile | undefined {
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
