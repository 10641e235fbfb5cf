import { vlansInForce } from '../../../datapath/state.ts';
import type { AccessContribution, Contribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { type AccessRulePlan, accessRuleKey, sameMatch } from '../../../model/access-control/access-rule.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { mirrorSessionEntry } from '../../network/mirroring/objects.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { type Cleared, cleared } from './cleared.ts';
import { compiledRules } from './compile.ts';
import { deadlines } from './deadlines.ts';
import { policyIndexes } from './order.ts';
import { ACL_PROFILES_MAXIMUM, ACL_RULES_MAXIMUM, aclProfileEntry, aclStatus } from './profile-objects.ts';
import { restReason } from './resting.ts';
import { aclRuleEntry, RuleReason, RuleStatus } from './rule-objects.ts';
import { aclRules } from './rules.ts';
import { aclTraceEntry } from './trace-objects.ts';

const accessControl: Contribution = {
  reads: [aclProfileEntry, aclRuleEntry, mirrorSessionEntry, trunkGroupEntry],
  compile: (configuration, hardware) => ({ accessControl: compiledRules(configuration, hardware) }),
};

/** The guard evaluates as if rules with a timeout had expired, since their end is not confirmed. */
const ending: AccessContribution = {
  reads: [aclRuleEntry],
  compile(configuration) {
    const rows = configuration.rows(aclRuleEntry).filter(({ aclRuleTimeout }) => aclRuleTimeout > 0);
    return {
      endingRules: new Map(rows.map(({ aclProfileId, aclRuleId }) => [accessRuleKey(aclProfileId, aclRuleId), true])),
    };
  },
};

const timeouts: Service = {
  name: 'access rule timeouts',
  reads: [aclRuleEntry],
  wanted: (configuration) => configuration.rows(aclRuleEntry).some(({ aclRuleTimeout }) => aclRuleTimeout > 0),
  start: async (context) => (await import('./timeouts.ts')).startTimeouts(context),
};

const watch: Service = {
  name: 'access rules that rest',
  reads: [aclRuleEntry, dot1qVlanStaticEntry, mirrorSessionEntry],
  wanted: (configuration) => configuration.rows(aclRuleEntry).length > 0,
  start: async (context) => (await import('./rule-watch.ts')).watchRules(context),
};

/** Restarts the counter of a rule; one that goes starts over by itself when it is made again. */
const clear = operation(aclRuleEntry, {
  async operate({ datapath, slots, forwarding }, { values }) {
    if (values.aclRuleClear === undefined) return;
    const key = accessRuleKey(Number(values.aclProfileId), Number(values.aclRuleId));
    const hits = (await datapath.accessHits()).get(key) ?? 0n;
    const rule = forwarding().plan.accessControl.get(key);
    slots.update(cleared, (present) => new Map(present).set(key, { hits, rule }));
  },
});

/** Count of a rule since it was cleared; one that matches other frames since then counts from 0 again. */
function sinceCleared(counted: bigint, before: Cleared | undefined, rule: AccessRulePlan | undefined): bigint {
  const isTheSame = before?.rule !== undefined && rule !== undefined && sameMatch(before.rule, rule);
  return isTheSame && counted >= before.hits ? counted - before.hits : counted;
}

function usage({ configuration }: DeviceContext): LiveOf<typeof aclStatus> {
  return {
    aclProfilesUsed: configuration().rows(aclProfileEntry).length,
    aclProfilesMax: ACL_PROFILES_MAXIMUM,
    aclRulesUsed: configuration().rows(aclRuleEntry).length,
    aclRulesMax: ACL_RULES_MAXIMUM,
  };
}

function ruleCounts({ configuration }: DeviceContext): LiveColumnsOf<typeof aclProfileEntry> {
  const counts = new Map<number, number>();
  for (const { aclProfileId: profile } of configuration().rows(aclRuleEntry)) {
    counts.set(profile, (counts.get(profile) ?? 0) + 1);
  }
  return new Map(
    configuration()
      .rows(aclProfileEntry)
      .map((row) => [rowKey(aclProfileEntry, row), { aclProfileRuleCount: counts.get(row.aclProfileId) ?? 0 }]),
  );
}

async function ruleStates(context: DeviceContext): Promise<LiveColumnsOf<typeof aclRuleEntry>> {
  const rows = context.configuration().rows(aclRuleEntry);
  if (rows.length === 0) return new Map();
  const hits = await context.datapath.accessHits();
  const { plan, state } = context.forwarding();
  const vlans = vlansInForce(plan, state);
  const since = context.slots.get(cleared);
  const ends = context.slots.get(deadlines);
  const places = policyIndexes(rows, context.configuration().rows(aclProfileEntry));
  return new Map(
    rows.map((row) => {
      const name = rowKey(aclRuleEntry, row);
      const key = accessRuleKey(row.aclProfileId, row.aclRuleId);
      const counted = hits.get(key) ?? 0n;
      const end = ends.get(name);
      const rule = plan.accessControl.get(key);
      const reason = restReason(rule, vlans);
      return [
        name,
        {
          aclRulePolicyIndex: places.get(key) ?? 0,
          aclRuleStatus:
            reason !== RuleReason.none
              ? RuleStatus.inactive
              : end === undefined
                ? RuleStatus.active
                : RuleStatus.expiring,
          aclRuleReason: reason,
          aclRuleRemaining: end === undefined ? 0 : Math.max(0, Math.ceil((end - context.clock.now()) / 1000)),
          aclRuleHits: String(sinceCleared(counted, since.get(key), rule)),
        },
      ];
    }),
  );
}

/** Security > ACL: profiles, rules, and what becomes of a frame. */
export const acl: DeviceFeature = {
  objects: [aclStatus, aclProfileEntry, aclRuleEntry, aclTraceEntry],
  rules: aclRules,
  contributions: [accessControl],
  accessContributions: [ending],
  live: [
    live(aclStatus, { group: usage }),
    live(aclProfileEntry, { columns: ruleCounts }),
    live(aclRuleEntry, { columns: ruleStates }),
    live(aclTraceEntry, {
      rows: async (context, query) => (await import('./trace-answer.ts')).traceRows(context, query),
    }),
  ],
  operations: [clear],
  services: [timeouts, watch],
};
