import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveOf,
  type LiveRowOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import type { Caller } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { withKeptSecret } from '../../kept-secret.ts';
import { CommunityStatus, snmpCommunityEntry, snmpCommunityStringEntry } from './community-objects.ts';
import { forgetUsers, liveUsers, localiseKeys } from './device-users.ts';
import { ownEngineId } from './engine-id.ts';
import { vacmAccessEntry } from './group-objects.ts';
import { snmpAgentCtrl } from './objects.ts';
import { snmpRules } from './rules.ts';
import { agentState, lastNotification, receiverTest } from './slots.ts';
import { snmpTargetAddrEntry } from './trap-objects.ts';
import { usmUserEntry } from './user-objects.ts';
import { vacmViewTreeFamilyEntry } from './view-objects.ts';

const configured = [
  snmpAgentCtrl,
  vacmViewTreeFamilyEntry,
  vacmAccessEntry,
  usmUserEntry,
  snmpCommunityEntry,
  snmpTargetAddrEntry,
] as const;

/** The agent, while it is enabled. */
const agent: Service = {
  name: 'SNMP',
  reads: configured,
  wanted: (configuration) => configuration.group(snmpAgentCtrl).snmpAgentState === Status.enabled,
  start: async (context) => (await import('./running-agent.ts')).startAgent(context),
};

function liveAgent({ slots, configuration, hardware }: DeviceContext): LiveOf<typeof snmpAgentCtrl> {
  const state = slots.get(agentState);
  return {
    snmpListening: state?.listening.join(', ') ?? '',
    snmpEngineIDInUse: ownEngineId(configuration(), hardware),
    snmpEngineBoots: state?.boots ?? 0,
    snmpEngineTime: state?.time() ?? 0,
    snmpLastNotification: slots.get(lastNotification),
  };
}

/** Sends a test to one receiver. Refused while no agent runs. */
const testReceiver = operation(snmpTargetAddrEntry, {
  operate({ slots }, { values }) {
    if (values.snmpTargetTest === undefined) return;
    const test = slots.get(receiverTest);
    if (!test)
      throw new Refusal(ErrorCode.inconsistentValue, say('Enable SNMP first: notifications are sent only then.'));
    test(String(values.snmpTargetAddrName));
  },
});

/** A new community needs its string; an empty one leaves a row that is there as it is. */
const changeCommunity = operation(snmpCommunityEntry, {
  grantsAccess: ({ kind }) => kind === 'create' || kind === 'set',
  prepare: async (context, request) =>
    request.kind === 'create' || request.kind === 'set'
      ? withKeptSecret(context, request, 'snmpCommunityName', say('Enter a community string.'))
      : request.values,
});

function liveCommunities({ configuration }: DeviceContext): LiveColumnsOf<typeof snmpCommunityEntry> {
  const { active, notReady } = CommunityStatus;
  return new Map(
    configuration()
      .rows(snmpCommunityEntry)
      .map((row) => [
        rowKey(snmpCommunityEntry, row),
        { snmpCommunityStatus: row.snmpCommunityName === '' ? notReady : active },
      ]),
  );
}

/** A wider group allows its members to set more, by a community that many know. */
const changeGroup = operation(vacmAccessEntry, {
  grantsAccess: ({ kind }) => kind === 'create' || kind === 'set',
});

/** The same of a view, which is wider without a part that it excludes, too. */
const changeView = operation(vacmViewTreeFamilyEntry, { grantsAccess: () => true });

/** The strings, where the password was shown again. */
function communityStrings(
  { sessions, configuration }: DeviceContext,
  _query: Values,
  caller: Caller,
): LiveRowOf<typeof snmpCommunityStringEntry>[] {
  if (caller.access !== 'web' || caller.session === undefined) return [];
  if (!sessions.isProved(caller.session)) {
    throw new Refusal(ErrorCode.proofRequired, say('Enter your password to see the community.'));
  }
  return configuration()
    .rows(snmpCommunityEntry)
    .map((row) => ({
      snmpCommunityStringIndex: row.snmpCommunityIndex,
      snmpCommunityString: row.snmpCommunityName,
    }));
}

/** System > SNMP: Settings, View, Group, User, Community, Trap. */
export const snmp: DeviceFeature = {
  objects: [...configured, snmpCommunityStringEntry],
  rules: snmpRules,
  live: [
    live(snmpAgentCtrl, { group: liveAgent }),
    live(usmUserEntry, { columns: liveUsers }),
    live(snmpCommunityEntry, { columns: liveCommunities }),
    live(snmpCommunityStringEntry, { rows: communityStrings }),
  ],
  operations: [changeGroup, changeView, changeCommunity, localiseKeys, forgetUsers, testReceiver],
  services: [agent],
};
