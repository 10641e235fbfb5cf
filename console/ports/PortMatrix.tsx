import { Fragment, type KeyboardEvent, memo, useCallback, useEffect, useId, useRef } from 'react';
import { hasPort, type PortList, portBit } from '../../model/values/port-list.ts';
import { Button } from '../elements/Button.tsx';
import { classNames } from '../elements/class-names.ts';
import { Skeleton } from '../elements/Skeleton.tsx';
import { ScrollArea } from '../table/ScrollArea.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './matrix.module.css';
import { useRowsInTurn } from './use-rows-in-turn.ts';

/** Cells that are made at one go. */
const CELLS_AT_ONCE = 400;

/** For each source port, the ports it may reach. */
export type Reach = ReadonlyMap<number, PortList>;

/** The device's message about the row of a source port. */
export interface RowRefusal {
  readonly port: number;
  /** In the shown language. */
  readonly message: string;
}

interface PortMatrixProps {
  readonly label: string;
  readonly ports: readonly number[];
  readonly value: Reach;
  readonly onChange: (value: Reach) => void;
  /** A change of A to B changes B to A as well. */
  readonly bothWays: boolean;
  /** While nothing is known: no cell says then whether it is chosen. */
  readonly disabled?: boolean;
  /** Below the row that it is about, which takes the focus. */
  readonly refusal?: RowRefusal | undefined;
}

/**
 * Which port may reach which: a row for each source, a check cell for each destination. Arrow keys move, Home and End go to the
 * ends of a row, with Ctrl to the first and the last cell; Space toggles, the buttons of a row set it whole. A port never
 * forwards to itself.
 */
export function PortMatrix({ label, ports, value, onChange, bothWays, disabled = false, refusal }: PortMatrixProps) {
  const t = useText();
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const drawn = useRowsInTurn(ports.length, Math.ceil(CELLS_AT_ONCE / ports.length), !disabled);
  const latest = useRef({ value, onChange, bothWays, ports });
  latest.current = { value, onChange, bothWays, ports };

  useEffect(() => {
    if (refusal) table.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);

  /** Sets forwarding from one port to several; stable, so that rows are redrawn only when their own list changes. */
  const set = useCallback((source: number, targets: readonly number[], on: boolean) => {
    const now = latest.current;
    const next = new Map(now.value);
    const change = (from: number, to: number) => {
      const list = next.get(from) ?? 0n;
      next.set(from, on ? list | portBit(to) : list & ~portBit(to));
    };
    for (const target of targets) {
      if (target === source) continue;
      change(source, target);
      if (now.bothWays) change(target, source);
    }
    now.onChange(next);
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const { row, column } = (event.target as HTMLElement).dataset;
    if (row === undefined || column === undefined || event.altKey || event.metaKey) return;
    const last = ports.length - 1;
    const from = { row: Number(row), column: Number(column) };
    const whole = event.ctrlKey;
    const moves: Readonly<Record<string, Move>> = {
      ArrowUp: { ...from, row: from.row - 1, by: { row: -1, column: 0 } },
      ArrowDown: { ...from, row: from.row + 1, by: { row: 1, column: 0 } },
      ArrowLeft: { ...from, column: from.column - 1, by: { row: 0, column: -1 } },
      ArrowRight: { ...from, column: from.column + 1, by: { row: 0, column: 1 } },
      Home: { row: whole ? 0 : from.row, column: 0, by: { row: 0, column: 1 } },
      End: { row: whole ? last : from.row, column: last, by: { row: 0, column: -1 } },
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    const cellAt = (at: Move) =>
      table.current?.querySelector<HTMLElement>(`[data-row="${at.row}"][data-column="${at.column}"]`);
    // A port's own cell holds nothing to choose: on to the one behind it.
    const behind = { ...move, row: move.row + move.by.row, column: move.column + move.by.column };
    (cellAt(move) ?? cellAt(behind))?.focus();
  };

  return (
    <ScrollArea label={label}>
      <table ref={table} className={styles.matrix} aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{t('Source Port')}</th>
            {ports.map((port) => (
              <th key={port} scope="col" className={classNames(port % 8 === 0 && styles.groupEnd)}>
                {port}
              </th>
            ))}
            <th scope="col" data-edge className={styles.edge}>
              {t('Actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {ports.slice(0, drawn).map((source, row) => (
            <Fragment key={source}>
              <MatrixRow
                source={source}
                row={row}
                ports={ports}
                list={value.get(source) ?? 0n}
                disabled={disabled}
                set={set}
                {...(refusal?.port === source && { describedBy: id })}
              />
              {refusal?.port === source && (
                <tr>
                  <td colSpan={ports.length + 2} className={styles.refusal}>
                    <small id={id} role="status">
                      {refusal.message}
                    </small>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** A place in the matrix, and the way to go on from it. */
interface Move {
  readonly row: number;
  readonly column: number;
  readonly by: { readonly row: number; readonly column: number };
}

interface MatrixRowProps {
  readonly source: number;
  readonly row: number;
  readonly ports: readonly number[];
  readonly list: PortList;
  readonly disabled: boolean;
  readonly set: (source: number, targets: readonly number[], on: boolean) => void;
  /** The id of what is wrong with the row. */
  readonly describedBy?: string;
}

const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { source, row, ports, list, disabled, set, describedBy } = props;
  const t = useText();
  return (
    <tr className={classNames(source % 8 === 0 && styles.rowGroupEnd)}>
      <th scope="row">{source}</th>
      {ports.map((target, column) => {
        const self = target === source;
        return (
          <td key={target} className={classNames(target % 8 === 0 && styles.groupEnd, self && styles.self)}>
            {!self && disabled && (
              <span className={styles.hit}>
                <Skeleton width="13px" height={13} />
              </span>
            )}
            {!self && !disabled && (
              <label className={styles.hit}>
                <input
                  type="checkbox"
                  data-row={row}
                  data-column={column}
                  // One tab stop a row; arrow keys reach the rest.
                  tabIndex={column === (row === 0 ? 1 : 0) ? 0 : -1}
                  checked={hasPort(list, target)}
                  aria-invalid={describedBy !== undefined || undefined}
                  aria-describedby={describedBy}
                  aria-label={t('Port {{source}} to port {{target}}', { source, target })}
                  onChange={(event) => set(source, [target], event.currentTarget.checked)}
                />
              </label>
            )}
          </td>
        );
      })}
      <td className={styles.edge}>
        <span className={styles.actions}>
          <Button
            look="text"
            disabled={disabled}
            aria-label={t('All: port {{port}}', { port: source })}
            onClick={() => set(source, ports, true)}
          >
            {t('All')}
          </Button>
          <Button
            look="text"
            disabled={disabled}
            aria-label={t('None: port {{port}}', { port: source })}
            onClick={() => set(source, ports, false)}
          >
            {t('None')}
          </Button>
        </span>
      </td>
    </tr>
  );
});
