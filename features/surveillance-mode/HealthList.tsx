import { useState } from 'react';
import { setGroup } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useRows } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { PageActions } from '../../console/page/PageActions.tsx';
import type { Column } from '../../console/table/column.ts';
import { RowsTable } from '../../console/table/RowsTable.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { wordsOfText } from '../../model/values/message.ts';
import { formatPortList, portListOf } from '../../model/values/port-list.ts';
import { PowerTag } from '../PowerTag.tsx';
import { poePortState } from '../poe/power-over-ethernet/port-state-objects.ts';
import { RestartButton } from '../RestartButton.tsx';
import { deviceNames } from './device-names.ts';
import { GroupLink } from './GroupLink.tsx';
import { HealthTag } from './HealthTag.tsx';
import { aSVHealthCtrl, aSVHealthEntry, CableResult } from './health-objects.ts';
import styles from './surveillance.module.css';
import { aSVDeviceEntry, aSVPortEntry, HealthState } from './vlan-objects.ts';

type HealthRow = RowOf<typeof aSVHealthEntry>;

/** Milliseconds between two reads. */
const POLL = 5000;
const { fields } = aSVHealthEntry;

/** Every port, how it does and why, and the checks. */
export function HealthList() {
  const t = useText();
  const { apply, pending } = useApply();
  const [withCables, setWithCables] = useState(false);
  const [everywhere, setEverywhere] = useState(false);
  const { data: rows, error } = useRows(aSVHealthEntry, {}, { poll: POLL });
  const ports = useRows(aSVPortEntry, {}, { poll: POLL }).data ?? [];
  const described = useRows(aSVDeviceEntry).data ?? [];
  const power = useRows(poePortState, {}, { poll: POLL }).data ?? [];
  const names = deviceNames(ports, described);
  const check = async (checked: readonly number[]) => {
    const question = everywhere
      ? t(
          'The cable test interrupts the links for about one second each, also those of recorders and of this session. Test the cables?',
        )
      : t(
          'The cable test interrupts the links for about one second each. Recorders and the port of this session are left out. Test the cables?',
        );
    const values = {
      healthPorts: formatPortList(portListOf(checked)),
      healthCables: withCables ? 1 : 2,
      healthEverywhere: everywhere ? 1 : 2,
    } as const;
    await apply(setGroup(aSVHealthCtrl, values), {
      what: 'Health check',
      success: t('The ports are checked.'),
      ...(withCables && { ask: { text: question } }),
    });
  };
  const text = (name: keyof HealthRow & keyof typeof fields) => (row: HealthRow) =>
    valueText(t, fields[name], row[name]);
  const nameOf = ({ ifIndex }: HealthRow) => names.get(ifIndex) ?? '';
  // Devices other than cameras and recorders are not asked.
  const replyOf = (row: HealthRow) => (row.healthGroup > 0 ? text('healthReply')(row) : '');
  const statusOf = new Map(power.map((row) => [row.pethPsePortIndex, row.poePortStatus]));
  const column = (
    key: keyof HealthRow & keyof typeof fields,
    more: Partial<Column<HealthRow>> = {},
  ): Column<HealthRow> => ({
    key,
    title: t(fields[key].label),
    right: false,
    text: text(key),
    compare: (a, b) => Number(a[key]) - Number(b[key]),
    ...more,
  });
  const columns: Column<HealthRow>[] = [
    column('ifIndex', { right: true }),
    column('healthState', { draw: (row) => <HealthTag state={row.healthState} /> }),
    {
      key: 'findings',
      title: t('Device'),
      right: false,
      text: (row) => [nameOf(row), replyOf(row), wordsOfText(row.healthReasonSaid, row.healthReason, t)].join(' '),
      draw: (row) => <Finding name={nameOf(row)} reply={replyOf(row)} row={row} power={statusOf.get(row.ifIndex)} />,
    },
    column('healthLink', { unit: t('Mbit/s'), right: true }),
    column('healthCable', {
      text: (row) => cableWords(t, row),
      draw: (row) => <span className={styles.words}>{cableWords(t, row)}</span>,
    }),
    column('healthDamaged', { right: true }),
    {
      key: 'poe',
      title: t('PoE'),
      right: false,
      text: (row) => String(statusOf.get(row.ifIndex) ?? ''),
      draw: (row) => <PowerTag status={statusOf.get(row.ifIndex)} />,
    },
    {
      key: 'time',
      title: t('Checked'),
      right: false,
      text: ({ healthTime }) => healthTime || t('never'),
      draw: ({ ifIndex, healthTime }) => (
        <span className={styles.checked}>
          {healthTime !== '' && <small>{healthTime}</small>}
          <Button
            look="text"
            busy={pending}
            aria-label={t('Check port {{port}}', { port: ifIndex })}
            onClick={() => void check([ifIndex])}
          >
            {t('Check')}
          </Button>
        </span>
      ),
    },
  ];
  return (
    <>
      <PageActions>
        <Button
          look="primary"
          busy={pending}
          disabled={!rows}
          onClick={() => void check(rows?.map(({ ifIndex }) => ifIndex) ?? [])}
        >
          {t('Check all ports')}
        </Button>
      </PageActions>
      <RowsTable
        title={t('Ports')}
        label={t('Ports')}
        columns={columns}
        rows={rows && troublesFirst(rows)}
        keyOf={(row) => String(row.ifIndex)}
        failure={error}
        filter={t('Port, device or finding')}
        empty={t('Nothing is connected.')}
        actions={
          <>
            <Choice text={t('Test the cables')} checked={withCables} onChange={setWithCables} />
            {withCables && (
              <Choice text={t('Include recorders and this session')} checked={everywhere} onChange={setEverywhere} />
            )}
            <Button
              look="text"
              onClick={() => void apply(setGroup(aSVHealthCtrl, { healthClear: 1 }), { what: 'Clear health results' })}
            >
              {t('Clear results')}
            </Button>
          </>
        }
      />
    </>
  );
}

/** Faults come first, then what may become one, then cameras and recorders: on the first of several pages. */
function troublesFirst(rows: readonly HealthRow[]): readonly HealthRow[] {
  const trouble = ({ healthState: state }: HealthRow) =>
    state === HealthState.fault || state === HealthState.attention ? state : 0;
  const isDevice = ({ healthGroup }: HealthRow) => Number(healthGroup > 0);
  return [...rows].sort((a, b) => trouble(b) - trouble(a) || isDevice(b) - isDevice(a) || a.ifIndex - b.ifIndex);
}

interface ChoiceProps {
  /** Translated. */
  readonly text: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Choice({ text, checked, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {text}
    </label>
  );
}

/** Result of the cable test; nothing if there was none. */
function cableWords(t: ReturnType<typeof useText>, row: HealthRow): string {
  if (row.healthCable === CableResult.notRun) return '–';
  const words = valueText(t, fields.healthCable, row.healthCable);
  return row.healthCableDistance < 0 ? words : `${words}, ${row.healthCableDistance} m`;
}

interface FindingProps {
  readonly name: string;
  /** Whether it replied, in words; "" for who is not asked. */
  readonly reply: string;
  readonly row: HealthRow;
  /** `poePortStatus` of the port. */
  readonly power: unknown;
}

/** The device at the port, with a link to its group, its problem, and a restart if that may help. */
function Finding({ name, reply, row, power }: FindingProps) {
  const t = useText();
  const why = wordsOfText(row.healthReasonSaid, row.healthReason, t);
  if (name === '' && why === '') {
    return row.healthState === HealthState.noDevice ? (
      '–'
    ) : (
      <span className={styles.finding}>{t('No camera or recorder')}</span>
    );
  }
  return (
    <span className={styles.finding}>
      <GroupLink group={row.healthGroup}>{name}</GroupLink>
      {reply !== '' && <small>{reply}</small>}
      {why !== '' && <span>{why}</span>}
      {row.healthState === HealthState.fault && (
        <span>
          <RestartButton port={row.ifIndex} status={power} />
        </span>
      )}
    </span>
  );
}
