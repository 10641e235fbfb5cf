import type { CallersRequest, DeviceContext, LiveOf } from '../../device/feature.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { parseIpv4 } from '../../model/values/ipv4.ts';
import { snmpCommunityEntry } from '../system/snmp/community-objects.ts';
import { NotifyType, snmpTargetAddrEntry, TrapAddressType, TrapVersion } from '../system/snmp/trap-objects.ts';
import { AddressType, syslogServEntry } from '../system/system-log/objects.ts';
import { type aSVAlarmCtrl, SURVEILLANCE_RECEIVER } from './alarm-objects.ts';

type Requests = Parameters<DeviceContext['management']['perform']>[0];

/** RFC 5424 6.2.1: cameras that appear and disappear are reported, too. */
const NOTICE = 5;

const receiverIndex = { snmpTargetAddrName: SURVEILLANCE_RECEIVER };
const communityIndex = { snmpCommunityIndex: SURVEILLANCE_RECEIVER };

/** `aSVAlarmCtrl`: who hears of alarms now. */
export function liveAlarms(configuration: Configuration): LiveOf<typeof aSVAlarmCtrl> {
  return {
    trapHost: configuration.row(snmpTargetAddrEntry, receiverIndex)?.snmpTargetAddrTAddress ?? '',
    logServer: firstServer(configuration)?.syslogServAddr ?? '',
  };
}

function firstServer(configuration: Configuration) {
  return configuration.rows(syslogServEntry)[0];
}

/** Makes the receiver and the server what was asked for, both or neither. Rejects with a `Refusal`. */
export async function setAlarms(
  { management, configuration }: DeviceContext,
  { values, caller, forced }: CallersRequest,
): Promise<void> {
  const present = liveAlarms(configuration());
  const isOther = (name: 'trapHost' | 'logServer') => values[name] !== undefined && values[name] !== present[name];
  const requests = [
    ...(isOther('trapHost') ? trapRequests(configuration(), String(values.trapHost)) : []),
    ...(isOther('logServer') ? serverRequests(configuration(), String(values.logServer)) : []),
  ];
  if (requests.length > 0) await management.perform(requests, caller, { force: forced });
}

/** The community allows only reading, and only from the receiver's address. */
function trapRequests(configuration: Configuration, host: string): Requests {
  const formerly = [
    ...(configuration.row(snmpTargetAddrEntry, receiverIndex)
      ? [{ kind: 'destroy', object: snmpTargetAddrEntry, values: receiverIndex } as const]
      : []),
    ...(configuration.row(snmpCommunityEntry, communityIndex)
      ? [{ kind: 'destroy', object: snmpCommunityEntry, values: communityIndex } as const]
      : []),
  ];
  if (host === '') return formerly;
  const community = {
    ...communityIndex,
    snmpCommunityName: SURVEILLANCE_RECEIVER,
    snmpCommunityTransportTag: host,
  };
  const receiver = {
    ...receiverIndex,
    trapAddrType: parseIpv4(host) === undefined ? TrapAddressType.ipv6 : TrapAddressType.ipv4,
    snmpTargetAddrTAddress: host,
    snmpTargetParamsMPModel: TrapVersion.v2c,
    snmpTargetParamsSecurityName: SURVEILLANCE_RECEIVER,
    snmpNotifyType: NotifyType.trap,
  };
  return [
    ...formerly,
    { kind: 'create', object: snmpCommunityEntry, values: community },
    { kind: 'create', object: snmpTargetAddrEntry, values: receiver },
  ];
}

/** Another address of the first server leaves it as it is otherwise. */
function serverRequests(configuration: Configuration, host: string): Requests {
  const first = firstServer(configuration);
  const index = { syslogServIndex: first?.syslogServIndex ?? 1 };
  const formerly = first ? [{ kind: 'destroy', object: syslogServEntry, values: index } as const] : [];
  if (host === '') return formerly;
  const named = {
    ...(first ?? { syslogServSeverity: NOTICE }),
    ...index,
    syslogServAddrType: parseIpv4(host) === undefined ? AddressType.ipv6 : AddressType.ipv4,
    syslogServAddr: host,
  };
  return [...formerly, { kind: 'create', object: syslogServEntry, values: named }];
}
