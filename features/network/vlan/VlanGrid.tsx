import {
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useCallback,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../../console/elements/class-names.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import { toast } from '../../../console/feedback/toast.ts';
import cells from '../../../console/ports/cells.module.css';
import {
  membershipLetters as letters,
  type MembershipState,
  membershipOfKey,
  membershipWords as words,
} from '../../../console/ports/membership-state.ts';
import { SkeletonRows } from '../../../console/table/PagedTable.tsx';
import { ScrollArea } from '../../../console/table/ScrollArea.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { PortList } from '../../../model/values/port-list.ts';
import { readPasted, type Stroke, stateOf, strokesOf } from '../../vlan-painting.ts';
import type { dot1qVlanStaticEntry } from './static-vlan-objects.ts';
import styles from './vlan-matrix.module.css';

/** A bridge port as a row of the matrix. */
export interface PaintedPort {
  /** The port whose membership is shown: of a trunk, its first member. */
  readonly number: number;
  /** The ports that are painted together: of a trunk, its members. */
  readonly ports: PortList;
  /** "5", "T1". */
  readonly name: string;
  /** "Port 5", in the shown language. */
  readonly title: string;
  readonly description: string;
  /** The names of the hosts behind it, shown where it has no description. */
  readonly hosts: string;
  /** Whether this session uses it. */
  readonly isOwn: boolean;
}

interface VlanGridProps {
  readonly label: string;
  readonly ports: readonly PaintedPort[];
  readonly vlans: readonly RowOf<typeof dot1qVlanStaticEntry>[];
  readonly before: Configuration;
  readonly after: Configuration;
  /** The forbidden ports of each VLAN. */
  readonly forbids: ReadonlyMap<number, PortList>;
  readonly brush: MembershipState;
  readonly ready: boolean;
  readonly onPaint: (strokes: readonly Stroke[]) => void;
}

/** Columns up to which there is room for whole names. */
const FEW_VLANS = 6;

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * A row for each port, a cell for each VLAN. A click or a drag paints with the brush; U, T and "-" set a cell, Enter paints it, arrow keys move, and with
 * Shift they carry the cell's membership along. A table of a spreadsheet is pasted from the focused cell on.
 */
export function VlanGrid({ label, ports, vlans, before, after, forbids, brush, ready, onPaint }: VlanGridProps) {
  const t = useText();
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState<readonly [row: number, column: number]>([0, 0]);
  const [said, say] = useState('');
  const pressed = useRef(false);
  const latest = useRef({ ports, vlans, brush, onPaint, t });
  latest.current = { ports, vlans, brush, onPaint, t };

  // Rows and columns may have gone since: there is always a cell that Tab enters at.
  const stop = [Math.min(active[0], ports.length - 1), Math.min(active[1], vlans.length - 1)] as const;
  const set = useCallback((row: number, column: number, state?: MembershipState) => {
    const now = latest.current;
    const [port, vlan] = [now.ports[row], now.vlans[column]];
    if (!port || !vlan) return;
    const chosen = state ?? now.brush;
    now.onPaint([{ vlan: vlan.dot1qVlanIndex, ports: port.ports, state: chosen }]);
    say(`${port.title}, VLAN ${vlan.dot1qVlanIndex}: ${now.t(words[chosen])}`);
  }, []);

  const placeOf = (target: EventTarget): readonly [number, number] | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-cell]') : null;
    return cell ? [Number(cell.dataset.row), Number(cell.dataset.column)] : undefined;
  };
  const focus = (row: number, column: number) =>
    table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`)?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target);
    if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = place;
    const step = steps[event.key];
    if (step) {
      const next = [row + step[0], column + step[1]] as const;
      const [port, vlan] = [ports[row], vlans[column]];
      if (ports[next[0]] && vlans[next[1]]) {
        if (event.shiftKey && port && vlan) set(...next, stateOf(after, vlan.dot1qVlanIndex, port.number));
        focus(...next);
      }
    } else if (event.key === 'Home') focus(row, 0);
    else if (event.key === 'End') focus(row, vlans.length - 1);
    else if (event.key === 'Enter' || event.key === ' ') set(row, column);
    else {
      const state = membershipOfKey(event.key);
      if (!state) return;
      set(row, column, state);
    }
    event.preventDefault();
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event.target);
    // A finger scrolls: what it touches is painted by its click.
    if (!place || event.button !== 0 || event.pointerType === 'touch') return;
    pressed.current = true;
    set(...place);
  };
  const onClick = (event: MouseEvent) => {
    const by = 'pointerType' in event.nativeEvent ? event.nativeEvent.pointerType : '';
    const place = by === 'mouse' || by === 'pen' ? undefined : placeOf(event.target);
    if (place) set(...place);
  };
  const onPointerOver = (event: PointerEvent) => {
    if (event.buttons !== 1) pressed.current = false;
    const place = pressed.current ? placeOf(event.target) : undefined;
    if (place) set(...place);
  };
  const onPaste = (event: ClipboardEvent) => {
    const place = placeOf(event.target);
    if (!place) return;
    event.preventDefault();
    const pasted = readPasted(event.clipboardData.getData('text'));
    const [row, column] = place;
    const at = vlans.slice(column).map(({ dot1qVlanIndex }) => dot1qVlanIndex);
    const strokes = strokesOf(
      pasted,
      ports.slice(row).map((port) => port.ports),
      at,
    );
    if (strokes.length === 0) return toast(t('Nothing was pasted: cells must be U, T, - or empty.'), 'info');
    onPaint(strokes);
  };

  return (
    <ScrollArea label={label}>
      <table
        ref={table}
        className={styles.grid}
        data-few={vlans.length <= FEW_VLANS || undefined}
        aria-label={label}
        aria-busy={!ready}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onClick={onClick}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
      >
        <thead>
          <tr>
            <th scope="col">{t('Port')}</th>
            <th scope="col" className={styles.name}>
              {t('Description, hosts')}
            </th>
            {vlans.map(({ dot1qVlanIndex: vlan, dot1qVlanStaticName: name }) => (
              <th key={vlan} scope="col" title={name}>
                <span className={styles.vlan}>
                  <b>{vlan}</b> {name}
                </span>
              </th>
            ))}
            <td className={styles.rest} />
          </tr>
        </thead>
        <tbody>
          {!ready && <SkeletonRows width={4} />}
          {ready &&
            ports.map((port, row) => (
              <GridRow
                key={port.name}
                row={row}
                title={port.title}
                name={port.name}
                description={port.description}
                hosts={port.hosts}
                isOwn={port.isOwn}
                vlans={vlans.map((vlan) => vlan.dot1qVlanIndex).join(' ')}
                shown={vlans.map((vlan) => stateOf(after, vlan.dot1qVlanIndex, port.number)).join(' ')}
                former={vlans.map((vlan) => stateOf(before, vlan.dot1qVlanIndex, port.number)).join(' ')}
                barred={vlans
                  .map((vlan) => ((forbids.get(vlan.dot1qVlanIndex) ?? 0n) & port.ports ? 'y' : 'n'))
                  .join(' ')}
                stop={stop[0] === row ? stop[1] : -1}
                onFocus={setActive}
              />
            ))}
        </tbody>
      </table>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </ScrollArea>
  );
}

interface GridRowProps extends Pick<PaintedPort, 'name' | 'title' | 'description' | 'hosts' | 'isOwn'> {
  readonly row: number;
  /** Lists separated by blanks, one entry a column: a row whose lists are the same is not drawn again. */
  readonly vlans: string;
  readonly shown: string;
  readonly former: string;
  readonly barred: string;
  /** The column that Tab enters at; -1 in all rows but one. */
  readonly stop: number;
  readonly onFocus: (place: readonly [row: number, column: number]) => void;
}

const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, name, title, description, hosts, isOwn, stop, onFocus } = props;
  const t = useText();
  const [former, barred] = [props.former.split(' '), props.barred.split(' ')];
  const states = props.shown.split(' ') as MembershipState[];
  return (
    <tr>
      <th scope="row" data-own={isOwn || undefined}>
        {name}
      </th>
      <td className={styles.name}>
        {description || <span className={styles.hosts}>{hosts}</span>} {isOwn && <Tag>{t('your session')}</Tag>}
      </td>
      {(props.vlans === '' ? [] : props.vlans.split(' ')).map((vlan, column) => {
        const state = states[column] ?? 'none';
        const isBarred = barred[column] === 'y';
        const spoken = `${title}, VLAN ${vlan}: ${t(words[state])}`;
        return (
          <td key={vlan}>
            <button
              type="button"
              data-cell
              data-row={row}
              data-column={column}
              tabIndex={column === stop ? 0 : -1}
              aria-disabled={isBarred || undefined}
              aria-label={isBarred ? `${spoken}. ${t('The port is forbidden for this VLAN.')}` : spoken}
              data-changed={state !== former[column] || undefined}
              className={classNames(cells.cell, state !== 'none' && cells[state], styles.cell)}
              onFocus={() => onFocus([row, column])}
            >
              {letters[state]}
            </button>
          </td>
        );
      })}
      <td className={styles.rest} />
    </tr>
  );
});
