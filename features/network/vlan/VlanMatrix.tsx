import { useId, useMemo, useRef, useState } from 'react';
import { rowCalls } from '../../../console/call/row-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useGroup, useRows } from '../../../console/call/use-reads.ts';
import controls from '../../../console/controls/controls.module.css';
import { Button } from '../../../console/elements/Button.tsx';
import { Card } from '../../../console/elements/Card.tsx';
import { Page } from '../../../console/elements/Page.tsx';
import { RefreshButton } from '../../../console/elements/RefreshButton.tsx';
import { toast } from '../../../console/feedback/toast.ts';
import { ApplyBar } from '../../../console/form/ApplyBar.tsx';
import { useUnsavedInput } from '../../../console/form/unsaved-input.ts';
import { useKeptDraft } from '../../../console/form/use-kept-draft.ts';
import { WithApplyBar } from '../../../console/form/WithApplyBar.tsx';
import { MembershipLegend } from '../../../console/ports/MembershipCells.tsx';
import type { MembershipState } from '../../../console/ports/membership-state.ts';
import { useAllPorts } from '../../../console/ports/use-all-ports.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { wordsOfChanges } from '../../../model/configuration/told-changes.ts';
import { interfaceName, trunkNumber } from '../../../model/values/interface-index.ts';
import { NO_PORTS, parsePortList, portBit, portsOf } from '../../../model/values/port-list.ts';
import { parseVlanList } from '../../../model/values/vlan-list.ts';
import { managementGuard } from '../../save/guard-objects.ts';
import { usePortHosts } from '../../use-port-hosts.ts';
import { useBridgePorts, useTrunks } from '../../use-trunks.ts';
import { useSureOfVlans, useVlans } from '../../use-vlans.ts';
import { membershipOf } from '../../vlan-membership.ts';
import { Painter, paintedChanges, type Stroke } from '../../vlan-painting.ts';
import { portCtrlEntry } from '../physical-interface/objects.ts';
import { draftOfKept, keptStrokes, ownsStroke } from './kept-strokes.ts';
import { dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import { type PaintedPort, VlanGrid } from './VlanGrid.tsx';
import styles from './vlan-matrix.module.css';

/** VLANs that are shown at a time: more columns are no help to the eye. */
const COLUMNS = 32;

const brushes: readonly (readonly [MembershipState, string])[] = [
  ['untagged', 'U untagged'],
  ['tagged', 'T tagged'],
  ['none', '– none'],
];

/** Every port's membership in every VLAN, painted and applied together. */
export default function VlanMatrix() {
  const t = useText();
  const id = useId();
  const present = useVlans();
  const sureOfVlans = useSureOfVlans();
  const trunks = useTrunks();
  const bridgePorts = useBridgePorts();
  const settings = useRows(portCtrlEntry).data;
  const guard = useGroup(managementGuard).data;
  const hosts = usePortHosts(true);
  const { apply, pending } = useApply();
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [brush, setBrush] = useState<MembershipState>('untagged');
  const [portText, setPortText] = useState('');
  const [vlanText, setVlanText] = useState('');

  const painter = useRef(new Painter()).current;
  const after = useMemo(() => present && painter.paint(present, strokes), [painter, present, strokes]);
  const changes = present && after ? paintedChanges(present, after) : [];
  const words = wordsOfChanges(changes, t);
  useUnsavedInput(words.length > 0);
  useKeptDraft({
    ready: present !== undefined,
    owns: ownsStroke,
    present: () => (words.length > 0 ? keptStrokes(strokes) : {}),
    restore: (kept) => setStrokes(draftOfKept(kept)),
  });

  const ports = bridgePorts.map((number): PaintedPort => {
    const trunk = trunkNumber(number);
    const members = trunks.find((one) => one.number === number)?.members ?? portBit(number);
    const [first = number] = portsOf(members);
    const row = settings?.find(({ ifIndex }) => ifIndex === first);
    return {
      number: first,
      ports: members,
      name: trunk === undefined ? String(number) : `T${trunk}`,
      title: trunk === undefined ? t('Port {{port}}', { port: number }) : interfaceName(number),
      description: row?.ifAlias ?? '',
      hosts: hosts.get(number)?.join(', ') ?? '',
      isOwn: guard !== undefined && portsOf(members).includes(guard.managementGuardPort),
    };
  });
  const wantedPorts = parsePortList(portText.replaceAll(/[\s]|,\s*$/g, ''));
  const wantedVlans = parseVlanList(vlanText.replaceAll(/[\s]|,\s*$/g, ''));
  const shownPorts =
    portText === '' || !wantedPorts ? ports : ports.filter((port) => (port.ports & wantedPorts) !== 0n);
  const rows = present ? present.rows(dot1qVlanStaticEntry) : [];
  const isWanted = new Set(wantedVlans);
  const fitting = vlanText === '' || !wantedVlans ? rows : rows.filter((row) => isWanted.has(row.dot1qVlanIndex));
  const vlans = fitting.slice(0, COLUMNS);
  const forbids = useMemo(() => new Map(rows.map((row) => [row.dot1qVlanIndex, membershipOf(row).forbidden])), [rows]);

  const isWrong = (portText !== '' && !wantedPorts) || (vlanText !== '' && !wantedVlans);
  const paint = (more: readonly Stroke[]) => setStrokes((before) => [...before, ...more]);
  const fill = (numbers: readonly number[], state: MembershipState) => {
    const list = numbers.reduce((sum, port) => sum | portBit(port), NO_PORTS);
    paint(vlans.map((row) => ({ vlan: row.dot1qVlanIndex, ports: list, state })));
  };
  const numbers = shownPorts.flatMap((port) => portsOf(port.ports));
  const all = useAllPorts(numbers, fill);
  const send = async () => {
    if (changes.length === 0) return toast(t('No changes.'), 'info');
    if (!(await sureOfVlans(changes))) return;
    const applied = await apply(rowCalls(changes), { what: 'Ports × VLANs' });
    if (applied.ok) setStrokes([]);
  };

  return (
    <Page actions={<RefreshButton />}>
      <WithApplyBar>
        <Card flush title={t('Membership')} actions={<MembershipLegend />}>
          <div className={styles.tools}>
            <fieldset className={styles.brushes}>
              <legend className="visually-hidden">{t('Paint')}</legend>
              {brushes.map(([state, title]) => (
                <label key={state} className={styles.brush} data-chosen={state === brush || undefined}>
                  <input
                    type="radio"
                    name={`${id}brush`}
                    checked={state === brush}
                    onChange={() => setBrush(state)}
                    className="visually-hidden"
                  />
                  {t(title)}
                </label>
              ))}
            </fieldset>
            <Range
              id={`${id}ports`}
              label={t('Ports')}
              example="5-8,12"
              value={portText}
              wrong={portText !== '' && !wantedPorts}
              onChange={setPortText}
            />
            <Range
              id={`${id}vlans`}
              label={t('VLANs')}
              example="20,30-40"
              value={vlanText}
              wrong={vlanText !== '' && !wantedVlans}
              onChange={setVlanText}
            />
            <Button
              look="text"
              disabled={!present || (portText === '' && vlanText === '') || isWrong}
              onClick={() => (portText === '' ? all.setAll(brush) : fill(numbers, brush))}
            >
              {t('Paint all shown')}
            </Button>
            <Button look="text" disabled={strokes.length === 0} onClick={() => setStrokes(strokes.slice(0, -1))}>
              {t('Undo last')}
            </Button>
            {all.note}
            {fitting.length > COLUMNS && (
              <span role="status" className={styles.note}>
                {t('{{shown}} of {{all}} VLANs are shown. Type the VLANs to see others.', {
                  shown: COLUMNS,
                  all: fitting.length,
                })}
              </span>
            )}
          </div>
          <VlanGrid
            label={t('Ports × VLANs')}
            ports={shownPorts}
            vlans={vlans}
            before={present ?? Configuration.empty}
            after={after ?? Configuration.empty}
            forbids={forbids}
            brush={brush}
            ready={present !== undefined}
            onPaint={(more) => {
              all.forget();
              paint(more);
            }}
          />
        </Card>
        <ApplyBar
          count={words.length}
          changes={words}
          calls={rowCalls(changes)}
          pending={pending}
          disabled={!present}
          onApply={() => void send()}
          onCancel={() => setStrokes([])}
        />
      </WithApplyBar>
    </Page>
  );
}

interface RangeProps {
  readonly id: string;
  readonly label: string;
  readonly example: string;
  readonly value: string;
  readonly wrong: boolean;
  readonly onChange: (value: string) => void;
}

function Range({ id, label, example, value, wrong, onChange }: RangeProps) {
  return (
    <span className={styles.range}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${controls.box} ${controls.compact}`}
        placeholder={example}
        value={value}
        aria-invalid={wrong || undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </span>
  );
}
