import type { Column } from '../../console/table/column.ts';
import { RowsTable } from '../../console/table/RowsTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { compareText } from '../../model/schema/field.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { DeviceTag } from '../DeviceTag.tsx';
import { PowerTag } from '../PowerTag.tsx';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { GroupLink } from './GroupLink.tsx';
import { HealthTag } from './HealthTag.tsx';
import styles from './surveillance.module.css';
import { aSVPortEntry, DeviceType } from './vlan-objects.ts';

type PortRow = RowOf<typeof aSVPortEntry>;

interface PortListProps {
  readonly ports: readonly PortRow[] | undefined;
  readonly power: readonly RowOf<typeof poePortState>[];
  /** Names of the devices at ports, by port. */
  readonly names: ReadonlyMap<number, string>;
}

/** The ports at which something is, and what that is. */
export function PortList({ ports, power, names }: PortListProps) {
  const t = useText();
  const { fields } = aSVPortEntry;
  const powerOf = new Map(power.map((row) => [row.pethPsePortIndex, row]));
  const nameOf = (row: PortRow) => names.get(row.ifIndex) ?? '';
  const text = (name: keyof PortRow & keyof typeof fields) => (row: PortRow) => valueText(t, fields[name], row[name]);
  const columns: Column<PortRow>[] = [
    {
      key: 'port',
      title: t('Port'),
      right: true,
      text: (row) => String(row.ifIndex),
      compare: (a, b) => a.ifIndex - b.ifIndex,
    },
    {
      key: 'health',
      title: t('Health'),
      right: false,
      text: text('healthState'),
      draw: (row) => <HealthTag state={row.healthState} />,
      compare: (a, b) => a.healthState - b.healthState,
    },
    {
      key: 'device',
      title: t('Device'),
      right: false,
      text: (row) => [text('aSVPortDeviceType')(row), nameOf(row), row.aSVPortIp].filter(Boolean).join(' '),
      draw: (row) => <Device row={row} name={nameOf(row)} />,
      compare: (a, b) => a.aSVPortDeviceType - b.aSVPortDeviceType || compareText(nameOf(a), nameOf(b)),
    },
    // Beside the device: where the window is narrow it is still in sight.
    ...(power.length === 0 ? [] : [restartColumn(t, powerOf)]),
    {
      key: 'link',
      title: t('Link'),
      unit: t('Mbit/s'),
      right: true,
      text: text('aSVPortSpeed'),
      compare: (a, b) => a.aSVPortSpeed - b.aSVPortSpeed,
    },
    {
      key: 'throughput',
      title: t('Throughput'),
      unit: t('Mbit/s'),
      right: true,
      text: text('aSVPortThroughput'),
      compare: (a, b) => a.aSVPortThroughput - b.aSVPortThroughput,
    },
    ...(power.length === 0 ? [] : powerColumns(t, powerOf)),
  ];
  const used = ports?.filter((row) => row.aSVPortDeviceType !== DeviceType.none || row.aSVPortSpeed > 0);
  return (
    <RowsTable
      title={t('Ports in use')}
      label={t('Ports in use')}
      columns={columns}
      rows={used}
      keyOf={(row) => String(row.ifIndex)}
      filter={t('Device, name or address')}
      empty={t('Nothing is connected.')}
    />
  );
}

type PowerOf = ReadonlyMap<number, RowOf<typeof poePortState>>;

function restartColumn(t: ReturnType<typeof useText>, powerOf: PowerOf): Column<PortRow> {
  return {
    key: 'restart',
    title: t('Action'),
    right: false,
    text: () => '',
    draw: (row) => (
      <span className={styles.underHeading}>
        <RestartButton port={row.ifIndex} status={powerOf.get(row.ifIndex)?.poePortStatus} />
      </span>
    ),
  };
}

function powerColumns(t: ReturnType<typeof useText>, powerOf: PowerOf): Column<PortRow>[] {
  const { poePortPower } = poePortState.fields;
  const drawn = ({ ifIndex }: PortRow) => powerOf.get(ifIndex)?.poePortPower ?? 0;
  return [
    {
      key: 'power',
      title: t('Power'),
      unit: t('W'),
      right: true,
      text: (row) => (powerOf.has(row.ifIndex) ? valueText(t, poePortPower, drawn(row)) : '–'),
      compare: (a, b) => drawn(a) - drawn(b),
    },
    {
      key: 'poe',
      title: t('PoE'),
      right: false,
      text: (row) => String(powerOf.get(row.ifIndex)?.poePortStatus ?? ''),
      draw: (row) => <PowerTag status={powerOf.get(row.ifIndex)?.poePortStatus} />,
    },
  ];
}

interface DeviceProps {
  readonly row: PortRow;
  readonly name: string;
}

/** The device at the port, and, if it is a camera or recorder, its name with a link to its details. */
function Device({ row, name }: DeviceProps) {
  const t = useText();
  const { aSVPortDeviceType: type, aSVPortGroup: group, aSVPortIp: address } = row;
  if (name === '' && address === '') return <DeviceTag type={type} />;
  const what = t(aSVPortEntry.fields.aSVPortDeviceType.show(type));
  return (
    <span className={styles.device}>
      <DeviceTag type={type}>
        <GroupLink group={group}>{name || address}</GroupLink>
      </DeviceTag>
      <small>{(name === '' ? [what] : [what, address]).filter(Boolean).join(' · ')}</small>
    </span>
  );
}
