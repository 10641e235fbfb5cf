import { useMemo } from 'react';
import { createRow } from '../../console/call/object-calls.ts';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Notice } from '../../console/elements/Notice.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';
import { ObjectForm } from '../../console/form/ObjectForm.tsx';
import { form } from '../../console/page/form.tsx';
import { list } from '../../console/page/list.tsx';
import { portTable } from '../../console/page/port-table.tsx';
import { tabs } from '../../console/page/tabs.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { Change } from '../../model/configuration/change.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { DeviceTag } from '../DeviceTag.tsx';
import { sysLBD } from '../network/loopback-detection/objects.ts';
import { dot1qVlanStaticEntry } from '../network/vlan/static-vlan-objects.ts';
import { snmpAgentCtrl } from '../system/snmp/objects.ts';
import { syslogCtrl } from '../system/system-log/objects.ts';
import { aSVAlarmCtrl } from './alarm-objects.ts';
import { SURVEILLANCE_VLAN_NAME } from './names.ts';
import { aSVGlobal, aSVOuiEntry, aSVPortEntry, ComponentType } from './vlan-objects.ts';

const fields = ['aSVState', 'aSVVlanId', 'aSVPriority', 'aSVAgingTime', 'aSVOnvifPort', 'aSVTaggedPortList'] as const;

const alarms = form([sysLBD, snmpAgentCtrl, syslogCtrl, aSVAlarmCtrl], {
  title: 'Alarms',
  what: 'Surveillance alarms',
  fields: [
    { name: 'sysLBDStateEnable', label: 'Loopback Detection' },
    'snmpAgentState',
    { name: 'snmpTrapState', label: 'SNMP traps' },
    'trapHost',
    { name: 'syslogState', label: 'Syslog', help: 'Sends messages to the log server.' },
    'logServer',
  ],
});

const ports = portTable(aSVPortEntry, {
  title: 'Ports',
  what: 'Surveillance detection of ports',
  poll: 10_000,
  columns: {
    aSVPortSpeed: false,
    aSVPortDeviceType: { draw: ({ values }) => <DeviceTag type={values.aSVPortDeviceType} /> },
    aSVPortThroughput: false,
    aSVPortGroup: false,
    healthState: false,
    healthReason: false,
    healthReasonSaid: false,
  },
  order: ['aSVPortState', 'aSVPortDeviceType'],
});

const ouis = list(aSVOuiEntry, {
  title: 'Surveillance OUIs',
  filter: 'Address or description',
  fields: ['aSVOuiAddr', 'aSVOuiMask', { name: 'aSVOuiComponentType', choices: userTypes }, 'aSVOuiDescription'],
  add: { title: 'New surveillance OUI', what: 'Add surveillance OUI', button: 'Add surveillance OUI' },
  deleteAll: true,
});

export default [
  tabs('Surveillance Settings', [
    { title: 'Surveillance VLAN', part: VlanForm },
    { title: 'Ports', part: ports },
    { title: 'Surveillance OUIs', part: ouis },
    { title: 'Alarms', part: alarms },
  ]),
];

/** Types that an administrator may give a device. */
function userTypes(): readonly number[] {
  return Object.values(ComponentType).filter((type) => type !== ComponentType.builtIn);
}

const nothing = { calls: [], changes: [] };

/** The VLAN, which is made together with the change where it does not exist yet. */
function VlanForm() {
  const t = useText();
  const { data, error } = useGroup(aSVGlobal);
  const vlans = useRows(dot1qVlanStaticEntry).data;
  const parts = useMemo(() => [{ object: aSVGlobal, values: data }], [data]);
  const isThere = (vlan: number) => !vlans || vlans.some(({ dot1qVlanIndex }) => dot1qVlanIndex === vlan);
  return (
    <ObjectForm
      parts={parts}
      failure={error}
      title={t('Surveillance VLAN')}
      what="Surveillance VLAN"
      accompanying={(draft) => {
        const vlan = Number(draft[`${aSVGlobal.name}/aSVVlanId`]);
        if (draft[`${aSVGlobal.name}/aSVState`] !== Status.enabled || isThere(vlan)) return nothing;
        const row = { dot1qVlanIndex: vlan, dot1qVlanStaticName: SURVEILLANCE_VLAN_NAME };
        const change: Change = { object: dot1qVlanStaticEntry, kind: 'rowAdded', row };
        return { calls: [createRow(dot1qVlanStaticEntry, row)], changes: [change] };
      }}
    >
      <FormFields>
        {fields.map((name) => (
          <FormField key={name} name={name} />
        ))}
      </FormFields>
      <NewVlan isThere={isThere} />
    </ObjectForm>
  );
}

function NewVlan({ isThere }: { readonly isThere: (vlan: number) => boolean }) {
  const t = useText();
  const vlan = Number(useDraftValue('aSVVlanId'));
  const state = useDraftValue('aSVState');
  if (state !== Status.enabled || isThere(vlan)) return null;
  const words = t('VLAN {{vlan}} does not exist: it is created under the name {{name}}.', {
    vlan,
    name: SURVEILLANCE_VLAN_NAME,
  });
  return <Notice>{words}</Notice>;
}
