import { Fragment, type KeyboardEvent, memo, useCallback, useEffect, useId, useRef } from 'react';
import { hasPort, type PortList, portBit } from '../../model/values/port-list.ts';
import { Button } from '../elements/Button.tsx';
import { classNames } from '../elements/class-names.ts';
import { ScrollArea } from '../table/ScrollArea.tsx';
import { useText } from '../translations/use-text.ts';
import styles from './matrix.module.css';

/** For each source port, the ports it may reach. */
export type Reach = ReadonlyMap<number, PortList>;

/** What the device said of the row of a source port. */
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
  readonly disabled?: boolean;
  /** Stands below the row that it is about, which takes the focus. */
  readonly refusal?: RowRefusal | undefined;
}

/**
 * Which port may reach which: a row for each source, a check cell for each destination. Arrow keys move, Space toggles,
 * the buttons of a row set it whole. A port never forwards to itself.
 */
export function PortMatrix({ label, ports, value, onChange, bothWays, disabled = false, refusal }: PortMatrixProps) {
  const t = useText();
  const table = useRef<HTMLTableElement>(null);
  const id = useId();
  const latest = useRef({ value, onChange, bothWays, ports });
  latest.current = { value, onChange, bothWays, ports };

  useEffect(() => {
    if (refusal) table.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusal]);

  /** Sets reaching from one port to several; stable, so that rows are drawn anew only when their own list changes. */
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
    if (row === undefined || column === undefined) return;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const at = `[data-row="${Number(row) + step[0]}"][data-column="${Number(column) + step[1]}"]`;
    table.current?.querySelector<HTMLElement>(at)?.focus();
  };

  return (
    <ScrollArea label={label} tall>
      <table ref={table} className={styles.matrix} aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{t('Source Port')}</th>
            {ports.map((port) => (
              <th key={port} scope="col" className={classNames(port % 8 === 0 && styles.groupEnd)}>
                {port}
              </th>
            ))}
            <th scope="col">{t('Actions')}</th>
          </tr>
        </thead>
        <tbody>
          {ports.map((source, row) => (
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
            {!self && (
              <input
                type="checkbox"
                data-row={row}
                data-column={column}
                // One tab stop a row; arrow keys reach the rest.
                tabIndex={column === (row === 0 ? 1 : 0) ? 0 : -1}
                checked={hasPort(list, target)}
                disabled={disabled}
                aria-invalid={describedBy !== undefined || undefined}
                aria-describedby={describedBy}
                aria-label={t('Port {{source}} to port {{target}}', { source, target })}
                onChange={(event) => set(source, [target], event.currentTarget.checked)}
              />
            )}
          </td>
        );
      })}
      <td>
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
