import { chunkOf, isOfFrameHead } from '../../../model/access-control/access-rule.ts';
import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { portsOnSwitch } from '../../../model/configuration/port-list-rule.ts';
import { conflict, isTakenUp, type Problem, type Rule } from '../../../model/configuration/rule.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { conditionsOf, looksAtSomething, type RuleRow } from './conditions.ts';
import { aclProfileEntry, ProfileType } from './profile-objects.ts';
import { rateMaximum } from './rate-maximum.ts';
import { aclRuleEntry, OFF, RATE_MAXIMUM_10G, RuleAction } from './rule-objects.ts';
import { comparedValue, type Profile, ruleColumns, selectedOf } from './selection.ts';

const FIRST_TYPE = 0x600n;
/** Octets of a base that chunks may lie in. */
const CONTENT = 80;

/** A profile looks at something that this switch can look at. */
const profilesAreUsable: Rule = {
  concerns: [aclProfileEntry],
  *check({ changes, hardware }) {
    for (const profile of changedRows(changes, aclProfileEntry)) {
      const refused = (message: ReturnType<typeof say>, column?: string) =>
        conflict(aclProfileEntry, message, { row: profile, ...(column !== undefined && { column }) });
      if (!looksAtSomething(profile)) yield refused(say('Choose at least one field.'));
      const selected = selectedOf(profile);
      if (hardware.lacking.has('packetContent')) {
        if (selected.some(({ field }) => field === 'igmpType')) {
          yield refused(say('This switch cannot match the type of IGMP messages.'), 'aclProfileUseIgmpType');
        }
        for (const { field, mask, column } of selected) {
          const chunk = chunkOf(field);
          if (!chunk || isOfFrameHead(chunk, mask)) continue;
          const message = say(
            'This switch compares only the first 14 octets of a frame, and the last two of them together.',
          );
          yield refused(message, column.replace('aclRule', 'aclProfile').concat('Mask'));
        }
      }
      yield* overlaps(profile);
    }
  },
};

/** Chunks do not overlap, and lie within what a base has. */
function* overlaps(profile: Profile): Iterable<Problem> {
  if (profile.aclProfileType !== ProfileType.packetContent) return;
  const chunks = selectedOf(profile).flatMap(({ field, column }) => {
    const chunk = chunkOf(field);
    return chunk ? [{ ...chunk, column: column.replace('aclRule', 'aclProfile').concat('Offset') }] : [];
  });
  for (const [at, one] of chunks.entries()) {
    const meets = chunks
      .slice(0, at)
      .some((other) => other.base === one.base && Math.abs(other.offset - one.offset) < 4);
    if (!meets && one.offset + 4 <= CONTENT) continue;
    yield conflict(aclProfileEntry, say('Chunks must not overlap.'), { row: profile, column: one.column });
  }
}

/** A rule gives values for just what its profile selects, and says what it does at which ports. */
const rulesFitProfiles: Rule = {
  concerns: [aclRuleEntry, aclProfileEntry],
  *check({ after, before, changes, hardware }) {
    for (const rule of changedRows(changes, aclRuleEntry)) {
      const profile = after.row(aclProfileEntry, { aclProfileId: rule.aclProfileId });
      // That it has to exist is the reference's business.
      if (!profile) continue;
      yield* valueProblems(profile, rule);
      // A rate saved on a switch with faster ports is limited to the speed of these.
      yield* actionProblems(rule, isTakenUp({ before }) ? RATE_MAXIMUM_10G : rateMaximum(rule, hardware));
      if (rule.aclRulePorts === '') {
        yield conflict(aclRuleEntry, say('Select at least one port.'), { row: rule, column: 'aclRulePorts' });
      }
    }
  },
};

function* valueProblems(profile: Profile, rule: RuleRow): Iterable<Problem> {
  const selected = new Set<string>(selectedOf(profile).map(({ column }) => column));
  for (const column of ruleColumns) {
    const field = aclRuleEntry.fields[column];
    const label = say(field.label);
    // 0 of what is not looked at says nothing.
    if (!selected.has(column) && rule[column] !== field.default && rule[column] !== 0) {
      const message = say('Profile {{profile}} does not compare {{field}}.', {
        profile: profile.aclProfileId,
        field: label,
      });
      yield conflict(aclRuleEntry, message, { row: rule, column });
    } else if (selected.has(column) && comparedValue(rule, column) === undefined) {
      yield conflict(aclRuleEntry, say('{{field}} is missing: the profile compares it.', { field: label }), {
        row: rule,
        column,
      });
    }
  }
  const type = comparedValue(rule, 'aclRuleEtherType');
  if (selected.has('aclRuleEtherType') && type !== undefined && type < FIRST_TYPE) {
    const message = say('An Ethernet type must be 0600 or more; lower values are lengths.');
    yield conflict(aclRuleEntry, message, { row: rule, column: 'aclRuleEtherType' });
  }
}

const companions = ['aclRuleRateLimit', 'aclRuleReplacePriority', 'aclRuleReplaceDscp', 'aclRuleReplaceTos'] as const;

function* actionProblems(rule: RuleRow, rateAtMost: number): Iterable<Problem> {
  const refused = (message: ReturnType<typeof say>, column: string) =>
    conflict(aclRuleEntry, message, { row: rule, column });
  if (rule.aclRuleAction !== RuleAction.permit) {
    const given = companions.find((column) => rule[column] !== OFF);
    if (given) yield refused(say('Only permit rules can limit or replace.'), given);
  }
  if (rule.aclRuleReplaceDscp !== OFF && rule.aclRuleReplaceTos !== OFF) {
    yield refused(say('Replace DSCP and Replace ToS exclude each other.'), 'aclRuleReplaceTos');
  }
  if (rule.aclRuleRateLimit > rateAtMost) {
    const message = say('Please enter an integer between {{min}} ~ {{max}}', { min: 1, max: rateAtMost });
    yield refused(message, 'aclRuleRateLimit');
  }
}

/** A rule that copies needs somebody to copy to when it is made; where mirroring is disabled later, it rests. */
const copiesHaveTarget: Rule = {
  concerns: [aclRuleEntry],
  *check({ after, before, changes }) {
    if (isTakenUp({ before })) return;
    const rules = changedRows(changes, aclRuleEntry).filter(({ aclRuleAction }) => aclRuleAction === RuleAction.mirror);
    if (rules.length === 0) return;
    if (after.rows(mirrorSessionEntry).some((row) => row.mirrorSessionStatus === Status.enabled)) return;
    for (const row of rules) {
      yield conflict(aclRuleEntry, say('Mirroring is not enabled.'), { row, column: 'aclRuleAction' });
    }
  },
};

/** No two rules of a profile look for the same frames at the same port: the second would never be asked. */
const rulesDiffer: Rule = {
  concerns: [aclRuleEntry],
  *check({ after, changes }) {
    const changed = new Set(changedRows(changes, aclRuleEntry));
    if (changed.size === 0) return;
    const touched = new Set([...changed].map(({ aclProfileId }) => aclProfileId));
    const byMatch = new Map<string, RuleRow[]>();
    for (const rule of after.rows(aclRuleEntry)) {
      if (!touched.has(rule.aclProfileId)) continue;
      const profile = after.row(aclProfileEntry, { aclProfileId: rule.aclProfileId });
      if (!profile) continue;
      const match = matchText(profile, rule);
      const alike = byMatch.get(match);
      if (alike) alike.push(rule);
      else byMatch.set(match, [rule]);
    }
    for (const alike of byMatch.values()) {
      if (alike.length === 1) continue;
      for (const rule of alike) {
        if (!changed.has(rule)) continue;
        const ports = parsePortList(rule.aclRulePorts) ?? NO_PORTS;
        const other = alike.find(
          (one) => one !== rule && ((parsePortList(one.aclRulePorts) ?? NO_PORTS) & ports) !== 0n,
        );
        if (!other) continue;
        yield conflict(aclRuleEntry, say('An identical rule exists: {{rule}}.', { rule: other.aclRuleId }), {
          row: rule,
        });
      }
    }
  },
};

const texts = new WeakMap<RuleRow, { readonly profile: Profile; readonly text: string }>();

/**
 * Conditions of a rule as a text that is equal for equal conditions. A row that did not change is not processed again.
 */
function matchText(profile: Profile, rule: RuleRow): string {
  const known = texts.get(rule);
  if (known?.profile === profile) return known.text;
  const text = `${rule.aclProfileId} ${conditionsOf(profile, rule)
    .map(({ field, value }) => `${field} ${value}`)
    .join()}`;
  texts.set(rule, { profile, text });
  return text;
}

/** Rules of profiles and rules. */
export const aclRules: readonly Rule[] = [
  profilesAreUsable,
  rulesFitProfiles,
  copiesHaveTarget,
  rulesDiffer,
  portsOnSwitch(aclRuleEntry, ['aclRulePorts']),
];
