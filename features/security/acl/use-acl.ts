import { useMemo } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { useSearchParams } from '../../../console/router/router-context.ts';
import { accessRuleKey } from '../../../model/access-control/access-rule.ts';
import { hiddenRules } from '../../../model/access-control/shadow.ts';
import { NO_PORTS, parsePortList } from '../../../model/values/port-list.ts';
import type { HostNames } from '../../host-names.ts';
import { useHostNames } from '../../use-host-names.ts';
import { planOfRule, type RuleRow } from './conditions.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { aclRuleEntry, RuleStatus } from './rule-objects.ts';
import type { Profile } from './selection.ts';

/** Milliseconds between two reads of hits. */
const POLL = 2000;

/** Profiles and rules as they are now, in the order that they are asked in; undefined until they were read. */
export interface AclNow {
  readonly profiles: ReadonlyMap<number, Profile>;
  readonly rules: readonly RuleRow[];
  /** Nothing newer is on its way: what is missing here does not exist. */
  readonly isLatest: boolean;
  /** Rules that no frame reaches, by `accessRuleKey`, with those that take their frames. */
  readonly hidden: ReadonlyMap<number, readonly number[]>;
  /** The hosts whose addresses the rules compare. */
  readonly names: HostNames;
}

/** Reads profiles and rules again and again. */
export function useAcl(): AclNow | undefined {
  const { data: profileRows, isFetching } = useRows(aclProfileEntry);
  const { data: rules, isFetching: areRulesRead } = useRows(aclRuleEntry, {}, { poll: POLL });
  const isLatest = !isFetching && !areRulesRead;
  const known = useMemo(() => {
    if (!profileRows || !rules) return undefined;
    const profiles = new Map(profileRows.map((row) => [row.aclProfileId, row]));
    const order = [...rules].sort((one, other) => one.aclRulePolicyIndex - other.aclRulePolicyIndex);
    return { profiles, rules: order, hidden: hiddenOf(profiles, order) };
  }, [profileRows, rules]);
  const names = useHostNames(useMemo(() => rules?.flatMap(addressesOf) ?? [], [rules]));
  return useMemo(() => known && { ...known, isLatest, names }, [known, isLatest, names]);
}

function addressesOf({ aclRuleSrcMac, aclRuleDstMac, ...rule }: RuleRow): string[] {
  const { aclRuleSrcIp, aclRuleDstIp, aclRuleSrcIp6, aclRuleDstIp6 } = rule;
  const all = [aclRuleSrcMac, aclRuleDstMac, aclRuleSrcIp, aclRuleDstIp, aclRuleSrcIp6, aclRuleDstIp6];
  return all.filter((address) => address !== '');
}

/** The columns that count of a disabled rule: it matches no frame. */
function hiddenOf(profiles: ReadonlyMap<number, Profile>, rules: readonly RuleRow[]): AclNow['hidden'] {
  return hiddenRules(
    new Map(
      rules.flatMap((rule) => {
        const profile = profiles.get(rule.aclProfileId);
        if (!profile || rule.aclRuleStatus === RuleStatus.inactive) return [];
        // The target of its copies makes no difference here.
        const plan = planOfRule(profile, rule, parsePortList(rule.aclRulePorts) ?? NO_PORTS, 1);
        return plan ? [[accessRuleKey(rule.aclProfileId, rule.aclRuleId), plan] as const] : [];
      }),
    ),
  );
}

/** The profile and the rule that the address names; undefined where it names none. */
export function useNamed(): { readonly profileId: number | undefined; readonly ruleId: number | undefined } {
  const [parameters] = useSearchParams();
  const number = (name: string) => Number(parameters.get(name)) || undefined;
  return { profileId: number('profileId'), ruleId: number('ruleId') };
}
