import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { fact, facts } from '../../../console/page/facts.tsx';
import { form } from '../../../console/page/form.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { fanEntry, HealthState, sysDashboard, sysHealth } from '../../dashboard/objects.ts';
import { dot1dTp } from '../../network/vlan/objects.ts';
import { ipDefaultRouter } from '../l3-feature/address-objects.ts';
import { BUILT_IN_VLAN, ipv4InterfaceEntry } from '../l3-feature/objects.ts';
import { sysTimeCtrl } from '../system-time/objects.ts';
import { sysSystemCtrl, system } from './objects.ts';

/** Milliseconds between two reads of what moves. */
const poll = 10_000;

export default [
  form([system, dot1dTp], {
    title: 'Names',
    what: 'System Management',
    poll,
    fields: ['sysName', 'sysLocation', 'sysContact', { name: 'dot1dTpAgingTime', label: 'MAC address aging' }],
  }),
  facts(
    'Device',
    [
      fact(sysSystemCtrl, 'modelName', 'Model'),
      fact(system, 'sysDescr', 'System description'),
      fact(system, 'sysObjectID', 'Object ID'),
      fact(sysSystemCtrl, 'sysSerialNumber', 'Serial number'),
      fact(sysSystemCtrl, 'systemSwitchBaseMacAddress', 'MAC address'),
      fact(sysSystemCtrl, 'sysHardwareVersion', 'Hardware version'),
      fact(sysSystemCtrl, 'sysBootVersion', 'Boot version'),
      fact(sysSystemCtrl, 'sysSoftwareVersion', 'Firmware version'),
      fact(sysTimeCtrl, 'sysTimeCurrent', 'System time'),
      fact(system, 'sysUpTime', 'Uptime'),
    ],
    { poll },
  ),
  Addresses,
  Health,
];

function Addresses() {
  const t = useText();
  const { data: interfaces } = useRows(ipv4InterfaceEntry, {}, { poll });
  const { data: gateway } = useGroup(ipDefaultRouter);
  const { ipAddrCfgMode } = ipv4InterfaceEntry.fields;
  return (
    <Card title={t('Addresses')}>
      <FactList
        facts={[
          ...(interfaces ?? []).map((row) => ({
            name: row.ifName,
            value:
              row.ipAddressInUse === ''
                ? t('no address')
                : `${row.ipAddressInUse} / ${row.ipAddressMaskInUse} (${t(ipAddrCfgMode.show(row.ipAddrCfgMode))})`,
          })),
          ...(interfaces ? [] : [{ name: interfaceName(VLAN_INTERFACE_BASE + BUILT_IN_VLAN), value: undefined }]),
          { name: t('Default gateway'), value: gateway?.ipDefaultRouterInUse },
        ]}
      />
    </Card>
  );
}

/** The device's measurements of itself; those that are not possible are left out. */
function Health() {
  const t = useText();
  const { data: health } = useGroup(sysHealth, { poll });
  const { data: states } = useGroup(sysDashboard, { poll });
  const { data: fans = [] } = useRows(fanEntry, {}, { poll });
  const hasTemperature = states !== undefined && states.temp !== HealthState.notPresent;
  return (
    <Card title={t('Health')}>
      <FactList
        facts={[
          { name: t('CPU'), value: health && `${Math.round(health.cpuUtilization)} %` },
          { name: t('Memory'), value: health && `${Math.round(health.memoryUtilization)} %` },
          ...(hasTemperature && health ? [{ name: t('Temperature'), value: `${health.temperature} °C` }] : []),
          ...fans.map(({ fanIndex, fanStatus }) => ({
            name: `${t('Fan')} ${fanIndex}`,
            value: t(fanEntry.fields.fanStatus.show(fanStatus)),
          })),
        ]}
      />
    </Card>
  );
}
