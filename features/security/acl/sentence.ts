import { valueText } from '../../../model/schema/value-text.ts';
import { prefixOfIpv4Mask } from '../../../model/values/ipv4-mask.ts';
import { withDecimalMark } from '../../../model/values/number-words.ts';
import type { Translate } from '../../../model/values/translate.ts';
import { type HostNames, NO_NAMES, withHostNames } from '../../host-names.ts';
import type { RuleRow } from './conditions.ts';
import { AclProtocol, aclProfileEntry, ProfileType } from './profile-objects.ts';
import { aclRuleEntry, OFF, RATE_UNIT, RuleAction, TCP_FLAGS } from './rule-objects.ts';
import { NOT_GIVEN, type Profile, type Selected, selectedOf } from './selection.ts';

const KILOBITS = 1000;

/**
 * A rule as a sentence: "Denies IPv4 TCP packets with Source IP 192.168.10.0/24 and Destination Port 23 at ports 1-8." An address of
 * one host is followed by its name.
 */
export function ruleSentence(profile: Profile, rule: RuleRow, t: Translate, names: HostNames = NO_NAMES): string {
  const words = { what: matchWords(profile, rule, t, names), ports: rule.aclRulePorts };
  const does = /^\d+$/.test(rule.aclRulePorts)
    ? byAction(rule, {
        deny: t('Denies {{what}} at port {{ports}}.', words),
        mirror: t('Copies {{what}} at port {{ports}} to the mirroring target.', words),
        permit: t('Permits {{what}} at port {{ports}}.', words),
      })
    : byAction(rule, {
        deny: t('Denies {{what}} at ports {{ports}}.', words),
        mirror: t('Copies {{what}} at ports {{ports}} to the mirroring target.', words),
        permit: t('Permits {{what}} at ports {{ports}}.', words),
      });
  return [does, ...companionWords(rule, t)].join(' ');
}

function byAction(
  { aclRuleAction: action }: RuleRow,
  words: { readonly deny: string; readonly mirror: string; readonly permit: string },
): string {
  if (action === RuleAction.deny) return words.deny;
  return action === RuleAction.mirror ? words.mirror : words.permit;
}

/** Conditions of a rule: "IPv4 TCP packets with Destination Port 23". */
function matchWords(profile: Profile, rule: RuleRow, t: Translate, names: HostNames): string {
  const conditions = selectedOf(profile).map(
    (one) => `${t(labelOf(one))} ${withHostNames(shownValue(profile, rule, one), names)}`,
  );
  const frames = framesOf(profile, t);
  if (conditions.length === 0) return frames;
  const last = conditions.at(-1) ?? '';
  const all =
    conditions.length === 1 ? last : t('{{first}} and {{last}}', { first: conditions.slice(0, -1).join(', '), last });
  return t('{{frames}} with {{conditions}}', { frames, conditions: all });
}

/** Fields of a profile: "IPv4 TCP packets: Source IP, Destination Port". */
export function profileWords(profile: Profile, t: Translate): string {
  const fields = selectedOf(profile).map((one) => t(labelOf(one)));
  return fields.length === 0 ? framesOf(profile, t) : `${framesOf(profile, t)}: ${fields.join(', ')}`;
}

/** As `profileWords`, with the type of those that look at frames of any kind: "Ethernet: VLAN ID, Source MAC". */
export function profileSummary(profile: Profile, t: Translate): string {
  const { aclProfileType: type } = profile;
  if (type !== ProfileType.ethernet && type !== ProfileType.packetContent) return profileWords(profile, t);
  const fields = selectedOf(profile).map((one) => t(labelOf(one)));
  return `${valueText(t, aclProfileEntry.fields.aclProfileType, type)}: ${fields.join(', ')}`;
}

function framesOf(profile: Profile, t: Translate): string {
  const { aclProfileType: type, aclProfileProtocol: protocol } = profile;
  if (type === ProfileType.ethernet || type === ProfileType.packetContent) return t('frames');
  const kinds = [valueText(t, aclProfileEntry.fields.aclProfileType, type)];
  if (protocol !== AclProtocol.any && protocol !== AclProtocol.userDefined) {
    kinds.push(valueText(t, aclProfileEntry.fields.aclProfileProtocol, protocol));
  }
  return t('{{kind}} packets', { kind: kinds.join(' ') });
}

function labelOf({ column }: Selected): string {
  return aclRuleEntry.fields[column].label;
}

/** The value with what of it is compared, where that is not all; "…" for one that is still to be given. */
function shownValue(profile: Profile, rule: RuleRow, { column }: Selected): string {
  const value = String(rule[column]);
  if (value === '' || rule[column] === NOT_GIVEN) return '…';
  const hexadecimal = (mask: string, all: string) =>
    mask.toUpperCase() === all ? value : `${value} / ${mask.toUpperCase()}`;
  const address = (mask: string) => (prefixOfIpv4Mask(mask) === 32 ? value : `${value}/${prefixOfIpv4Mask(mask)}`);
  const prefix = (length: number) => (length === 128 ? value : `${value}/${length}`);
  switch (column) {
    case 'aclRuleVlan':
      return hexadecimal(profile.aclProfileVlanMask, 'FFF');
    case 'aclRuleSrcMac':
      return hexadecimal(profile.aclProfileSrcMacMask, 'FF-FF-FF-FF-FF-FF');
    case 'aclRuleDstMac':
      return hexadecimal(profile.aclProfileDstMacMask, 'FF-FF-FF-FF-FF-FF');
    case 'aclRuleSrcIp':
      return address(profile.aclProfileSrcIpMask);
    case 'aclRuleDstIp':
      return address(profile.aclProfileDstIpMask);
    case 'aclRuleSrcIp6':
      return prefix(profile.aclProfileSrcIp6Len);
    case 'aclRuleDstIp6':
      return prefix(profile.aclProfileDstIp6Len);
    case 'aclRuleSrcPort':
      return hexadecimal(profile.aclProfileSrcPortMask, 'FFFF');
    case 'aclRuleDstPort':
      return hexadecimal(profile.aclProfileDstPortMask, 'FFFF');
    case 'aclRuleTcpFlags':
      return flagsOf(rule.aclRuleTcpFlags) || '–';
    default:
      return value;
  }
}

/** The flags of TCP that are set: "SYN ACK". */
export function flagsOf(bits: number): string {
  return TCP_FLAGS.filter((_, bit) => (bits & (1 << bit)) !== 0).join(' ');
}

function companionWords(rule: RuleRow, t: Translate): string[] {
  const { aclRuleRateLimit: rate, aclRuleReplacePriority: priority } = rule;
  const { aclRuleReplaceDscp: dscp, aclRuleReplaceTos: precedence } = rule;
  return [
    ...(rate === OFF
      ? []
      : [t('At most {{rate}} Mbit/s.', { rate: withDecimalMark(String((rate * RATE_UNIT) / KILOBITS), t) })]),
    ...(priority === OFF ? [] : [t('Priority becomes {{priority}}.', { priority })]),
    ...(dscp === OFF ? [] : [t('DSCP becomes {{dscp}}.', { dscp })]),
    ...(precedence === OFF ? [] : [t('ToS precedence becomes {{precedence}}.', { precedence })]),
  ];
}
