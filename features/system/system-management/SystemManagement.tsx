import { useMemo } from 'react';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import { Card } from '../../../console/elements/Card.tsx';
import { FactList } from '../../../console/elements/FactList.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { ObjectForm } from '../../../console/form/ObjectForm.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { ticksInWords } from '../../../model/values/ticks.ts';
import { fanEntry, HealthState, sysDashboard, sysHealth } from '../../dashboard/objects.ts';
import { dot1dTp } from '../../network/vlan/objects.ts';
import { ipDefaultRouter, ipv4InterfaceEntry } from '../l3-feature/objects.ts';
import { sysTimeCtrl } from '../system-time/objects.ts';
import { sysSystemCtrl, system } from './objects.ts';

/** Milliseconds between two reads of what moves. */
const POLL = 10_000;

/** System > System Management: names the switch and shows its identity (reference). */
export default function SystemManagement() {
  const t = useText();
  const { data: names } = useGroup(system, { poll: POLL });
  const { data: ageing } = useGroup(dot1dTp);
  const parts = useMemo(
    () => [
      { object: system, values: names },
      { object: dot1dTp, values: ageing },
    ],
    [names, ageing],
  );
  return (
    <Page
      title={t('System Management')}
      sentence={t('What the switch is, and what it is called.')}
      actions={<RefreshButton />}
    >
      <ObjectForm parts={parts} title={t('Names')} what="System Management">
        <FormFields>
          <FormField name="sysName" />
          <FormField name="sysLocation" />
          <FormField name="sysContact" />
          <FormField name="dot1dTpAgingTime" label={t('MAC address aging')} />
        </FormFields>
      </ObjectForm>
      <Identity />
      <Addresses />
      <Health />
    </Page>
  );
}

function Identity() {
  const t = useText();
  const { data: device } = useGroup(sysSystemCtrl);
  const { data: own } = useGroup(system, { poll: POLL });
  const { data: time } = useGroup(sysTimeCtrl, { poll: POLL });
  return (
    <Card title={t('Device')}>
      <FactList
        facts={[
          { name: t('Model'), value: device?.modelName },
          { name: t('System description'), value: own?.sysDescr },
          { name: t('Object ID'), value: own?.sysObjectID },
          { name: t('Serial number'), value: device?.sysSerialNumber },
          { name: t('MAC address'), value: device?.systemSwitchBaseMacAddress },
          { name: t('Hardware version'), value: device?.sysHardwareVersion },
          { name: t('Boot version'), value: device?.sysBootVersion },
          { name: t('Firmware version'), value: device?.sysSoftwareVersion },
          { name: t('System time'), value: time?.sysTimeCurrent },
          { name: t('Uptime'), value: own && ticksInWords(own.sysUpTime) },
        ]}
      />
    </Card>
  );
}

function Addresses() {
  const t = useText();
  const { data: interfaces = [] } = useRows(ipv4InterfaceEntry, {}, { poll: POLL });
  const { data: gateway } = useGroup(ipDefaultRouter);
  const { ipAddrCfgMode } = ipv4InterfaceEntry.fields;
  return (
    <Card title={t('Addresses')}>
      <FactList
        facts={[
          ...interfaces.map((row) => ({
            name: row.ifName,
            value:
              row.ipAddressInUse === ''
                ? t('no address')
                : `${row.ipAddressInUse} / ${row.ipAddressMaskInUse} (${t(ipAddrCfgMode.show(row.ipAddrCfgMode))})`,
          })),
          { name: t('Default gateway'), value: gateway?.ipDefaultRouterInUse },
        ]}
      />
    </Card>
  );
}

/** What the device measures of itself; what it cannot measure is left out. */
function Health() {
  const t = useText();
  const { data: health } = useGroup(sysHealth, { poll: POLL });
  const { data: states } = useGroup(sysDashboard, { poll: POLL });
  const { data: fans = [] } = useRows(fanEntry, {}, { poll: POLL });
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
