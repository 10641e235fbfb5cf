import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { ipAddress } from '../../../model/schema/kinds/ip-address.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { name, securityLevel } from './fields.ts';

/** Hosts that receive traps and informs (RFC 3413; docs/specification/system.md, "SNMP > Trap"). */
export const snmpTargetAddrEntry = table('snmpTargetAddrEntry', {
  title: 'Trap receiver',
  page: '/System/SNMP/Trap',
  index: { snmpTargetAddrName: name({ label: 'Name', access: 'create' }) },
  columns: {
    trapAddrType: enumeration({
      label: 'Address type',
      choices: { ipv4: [1, 'IPv4'], ipv6: [2, 'IPv6'] },
      access: 'create',
      help: "Version of the receiver's address.",
    }),
    snmpTargetAddrTAddress: ipAddress({ label: 'Host', access: 'create', help: 'Address of the receiver.' }),
    trapUdpPort: integer({
      label: 'UDP port',
      min: 1025,
      max: 65_535,
      fixed: [162],
      default: 162,
      help: 'Port at which the receiver listens.',
    }),
    snmpTargetParamsMPModel: enumeration({
      label: 'Version',
      choices: { v1: [0, 'v1'], v2c: [1, 'v2c'], v3: [3, 'v3'] },
      default: 1,
      help: 'v3 uses a user, the others a community. v1 has no informs.',
    }),
    /** The index of a community for versions 1 and 2c, the name of a user for version 3. */
    snmpTargetParamsSecurityName: name({
      label: 'Community / user',
      help: 'Index of a community for v1 and v2c, name of a user for v3.',
    }),
    snmpTargetParamsSecurityLevel: securityLevel({
      label: 'Level',
      shownWhen: { snmpTargetParamsMPModel: [3] },
      help: 'At most what the user has keys for.',
    }),
    snmpNotifyType: enumeration({
      label: 'Type',
      choices: { trap: [1, 'Trap'], inform: [2, 'Inform'] },
      shownWhen: { snmpTargetParamsMPModel: [1, 3] },
      help: 'An inform is acknowledged by the receiver and repeated otherwise.',
    }),
    snmpTargetAddrTimeout: integer({
      label: 'Time-out',
      unit: 's',
      min: 1,
      max: 60,
      default: 15,
      shownWhen: { snmpNotifyType: [2] },
      help: 'Time to wait for the acknowledgment before an inform is repeated.',
    }),
    snmpTargetAddrRetryCount: integer({
      label: 'Retries',
      min: 0,
      max: 255,
      default: 3,
      shownWhen: { snmpNotifyType: [2] },
      help: 'Repetitions before an inform is dropped.',
    }),
    /** 1 sends a notification only to this receiver. */
    snmpTargetTest: integer({
      label: 'Send test',
      min: 1,
      max: 1,
      access: 'action',
      help: 'Sends a test notification to this receiver only.',
    }),
  },
  rows: { max: 8 },
  rowName: ({ snmpTargetAddrName }) => say('trap receiver {{name}}', { name: snmpTargetAddrName }),
  privateMib: {
    number: 100,
    columns: [
      'snmpTargetAddrName retired',
      'trapAddrType',
      'snmpTargetAddrTAddress',
      'trapUdpPort',
      'snmpTargetParamsMPModel',
      'snmpTargetParamsSecurityName',
      'snmpTargetParamsSecurityLevel',
      'snmpNotifyType',
      'snmpTargetAddrTimeout',
      'snmpTargetAddrRetryCount',
      'snmpTargetTest',
      'RowStatus',
    ],
  },
});

/** Wire values of `snmpTargetParamsMPModel`. */
export const TrapVersion = snmpTargetAddrEntry.fields.snmpTargetParamsMPModel.values;

/** Wire values of `snmpNotifyType`. */
export const NotifyType = snmpTargetAddrEntry.fields.snmpNotifyType.values;

/** Wire values of `trapAddrType`. */
export const TrapAddressType = snmpTargetAddrEntry.fields.trapAddrType.values;
