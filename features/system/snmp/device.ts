import type { DeviceContext, DeviceFeature, Operation, Service } from '../../../device/feature.ts';
import { Refusal } from '../../../device/refusal.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { snmpCommunityEntry } from './community-objects.ts';
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

function liveAgent({ slots, configuration, hardware }: DeviceContext): Values {
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
const testReceiver: Operation = {
  object: snmpTargetAddrEntry,
  operate({ slots }, { values }) {
    if (values.snmpTargetTest === undefined) return;
    const test = slots.get(receiverTest);
    if (!test)
      throw new Refusal(ErrorCode.inconsistentValue, say('Enable SNMP first: only then notifications are sent.'));
    test(String(values.snmpTargetAddrName));
  },
};

/** System > SNMP: Settings, View, Group, User, Community, Trap. */
export const snmp: DeviceFeature = {
  objects: configured,
  rules: snmpRules,
  live: [
    { object: snmpAgentCtrl, group: liveAgent },
    { object: usmUserEntry, columns: liveUsers },
  ],
  operations: [localiseKeys, forgetUsers, testReceiver],
  services: [agent],
};
