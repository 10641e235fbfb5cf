import { CircleCheck } from 'lucide-react';
import { device } from '../../console/boot/device.ts';
import { useGroup, useRows } from '../../console/call/use-reads.ts';
import { Card } from '../../console/elements/Card.tsx';
import { Grid } from '../../console/elements/Grid.tsx';
import { Page } from '../../console/elements/Page.tsx';
import { RefreshButton } from '../../console/elements/RefreshButton.tsx';
import { Skeleton } from '../../console/elements/Skeleton.tsx';
import { Stat } from '../../console/elements/Stat.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { pethMainPseEntry } from '../poe/power-over-ethernet/main-pse-objects.ts';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { ipv4InterfaceEntry } from '../system/l3-feature/objects.ts';
import { sysSystemCtrl, system } from '../system/system-management/objects.ts';
import { sysTimeCtrl } from '../system/system-time/objects.ts';
import { deviceNames } from './device-names.ts';
import { HealthTag } from './HealthTag.tsx';
import { PortList } from './PortList.tsx';
import styles from './surveillance.module.css';
import { aSVDeviceEntry, aSVGlobal, aSVPortEntry, DeviceType, HealthState } from './vlan-objects.ts';

/** Milliseconds between two reads (docs/specification/system.md B, "Overview"). */
const POLL = 10_000;

type PortRow = RowOf<typeof aSVPortEntry>;

/** State of the camera network: what works, what does not, and at which cable. */
export default function Overview() {
  const t = useText();
  const name = useGroup(system, { poll: POLL }).data;
  const identity = useGroup(sysSystemCtrl).data;
  const time = useGroup(sysTimeCtrl, { poll: POLL }).data;
  const address = useRows(ipv4InterfaceEntry).data?.find(({ ipAddressInUse }) => ipAddressInUse !== '')?.ipAddressInUse;
  const ports = useRows(aSVPortEntry, {}, { poll: POLL }).data;
  const power = useRows(poePortState, {}, { poll: POLL }).data ?? [];
  const described = useRows(aSVDeviceEntry).data ?? [];
  const facts = [
    name?.sysName,
    address,
    identity?.systemSwitchBaseMacAddress,
    identity && t('Firmware {{version}}', { version: identity.sysSoftwareVersion }),
    name && t('up {{time}}', { time: system.fields.sysUpTime.show(name.sysUpTime) }),
    time?.sysTimeCurrent,
  ];
  const statusOf = new Map(power.map((row) => [row.pethPsePortIndex, row.poePortStatus]));
  const names = deviceNames(ports ?? [], described);
  return (
    <Page title={device().modelName} sentence={facts.filter(Boolean).join(' · ') || '…'} actions={<RefreshButton />}>
      <Figures ports={ports} />
      <Card title={t('Attention needed')}>
        {ports ? <Troubles ports={ports} names={names} statusOf={statusOf} /> : <Skeleton />}
      </Card>
      <PortList ports={ports && camerasFirst(ports)} power={power} names={names} />
    </Page>
  );
}

function Figures({ ports = [] }: { readonly ports: readonly PortRow[] | undefined }) {
  const t = useText();
  const { data } = useGroup(aSVGlobal, { poll: POLL });
  const [supply] = useRows(pethMainPseEntry, {}, { poll: POLL }).data ?? [];
  const broken = (type: number) =>
    ports.filter((row) => row.aSVPortDeviceType === type && row.healthState === HealthState.fault).length;
  const words = (type: number, count: number) => {
    if (count === 0) return t('None found yet');
    const faults = broken(type);
    return faults === 0 ? t('All OK') : t('{{number}} with a fault', { number: faults });
  };
  const [cameras, recorders] = [data?.aSVIpcCount ?? 0, data?.aSVNvrCount ?? 0];
  const { pethMainPsePower: budget, pethMainPseConsumptionPower: used } = pethMainPseEntry.fields;
  const share = supply ? (100 * supply.pethMainPseConsumptionPower) / supply.pethMainPsePower : 0;
  const load = data?.aSVUplinkUtilization ?? 0;
  return (
    <Grid columns="4">
      <Stat title={t('Cameras')} value={cameras} words={words(DeviceType.camera, cameras)} />
      <Stat title={t('Recorders')} value={recorders} words={words(DeviceType.recorder, recorders)} />
      {supply && (
        <Stat
          title={t('Power')}
          value={valueText(t, used, supply.pethMainPseConsumptionPower)}
          unit={t('of {{watts}} W', { watts: valueText(t, budget, supply.pethMainPsePower) })}
          meter={{ percent: share, tone: share >= supply.pethMainPseUsageThreshold ? 'warn' : 'ok' }}
          words={t('{{watts}} W are free', {
            watts: valueText(t, used, Math.max(0, supply.pethMainPsePower - supply.pethMainPseConsumptionPower)),
          })}
        />
      )}
      <Stat
        title={t('Uplink load')}
        value={load}
        unit="%"
        meter={{ percent: load, tone: load >= 80 ? 'warn' : 'ok' }}
        words={
          data &&
          (data.aSVState === Status.enabled
            ? t('Surveillance VLAN {{vlan}}', { vlan: data.aSVVlanId })
            : t('The surveillance VLAN is off.'))
        }
      />
    </Grid>
  );
}

interface TroublesProps {
  readonly ports: readonly PortRow[];
  readonly names: ReadonlyMap<number, string>;
  readonly statusOf: ReadonlyMap<number, number>;
}

/** Every port with a fault or a warning: which it is, what is there, what is wrong, and what may help. */
function Troubles({ ports, names, statusOf }: TroublesProps) {
  const t = useText();
  const troubles = ports
    .filter(({ healthState }) => healthState === HealthState.fault || healthState === HealthState.attention)
    .sort((a, b) => b.healthState - a.healthState || a.ifIndex - b.ifIndex);
  if (troubles.length === 0) {
    return (
      <p className={styles.well}>
        <CircleCheck aria-hidden="true" />
        {t('Everything that is connected works.')}
      </p>
    );
  }
  return (
    <ul className={styles.troubles}>
      {troubles.map((row) => (
        <li key={row.ifIndex}>
          <HealthTag state={row.healthState} />
          <div>
            <p>
              <strong>{t('Port {{port}}', { port: row.ifIndex })}</strong>{' '}
              <span className={styles.muted}>
                {[names.get(row.ifIndex), row.aSVPortIp].filter(Boolean).join(' · ')}
              </span>
            </p>
            <p>{wordsOfText(row.healthReasonSaid, row.healthReason, t)}</p>
          </div>
          <div className={styles.actions}>
            <RestartButton port={row.ifIndex} status={statusOf.get(row.ifIndex)} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Cameras and recorders come first, the rest in the order of the ports. */
function camerasFirst(ports: readonly PortRow[]): readonly PortRow[] {
  const isOther = ({ aSVPortDeviceType: type }: PortRow) =>
    type === DeviceType.nonSurveillance || type === DeviceType.none;
  return [...ports].sort((a, b) => Number(isOther(a)) - Number(isOther(b)) || a.ifIndex - b.ifIndex);
}
