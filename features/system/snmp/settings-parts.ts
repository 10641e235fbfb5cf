import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { DefaultEngineId, sureOfEngineId } from './engine-id-form.tsx';
import { snmpAgentCtrl } from './objects.ts';

export default [
  form(snmpAgentCtrl, {
    title: 'Agent',
    what: 'SNMP',
    fields: ['snmpAgentState', 'snmpUdpPort', { name: 'snmpEngineID', wide: true }, DefaultEngineId],
    sure: sureOfEngineId,
  }),
  facts(
    'Engine',
    [
      fact(snmpAgentCtrl, 'snmpListening'),
      fact(snmpAgentCtrl, 'snmpEngineIDInUse'),
      fact(snmpAgentCtrl, 'snmpEngineBoots'),
      fact(snmpAgentCtrl, 'snmpEngineTime'),
      fact(snmpAgentCtrl, 'snmpLastNotification'),
    ],
    { poll: 5000 },
  ),
  form(snmpAgentCtrl, {
    title: 'Notifications',
    what: 'SNMP notifications',
    fields: [
      ['snmpTrapState'],
      [
        'trapColdWarmStart',
        'snmpEnableAuthenTraps',
        'trapLogin',
        'trapStp',
        'trapLbd',
        'trapPoe',
        'trapPdAlive',
        'trapRmon',
        'trapFirmware',
        'trapPortSecurity',
        'trapLinkUpDown',
        { name: 'trapLinkPorts', wide: true },
      ],
    ],
  }),
];
