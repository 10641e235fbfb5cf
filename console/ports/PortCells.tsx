import { Check } from 'lucide-react';
import { useRef } from 'react';
import { hasPort, type PortList, portBit } from '../../model/values/port-list.ts';
import { Button } from '../elements/Button.tsx';
import { classNames } from '../elements/class-names.ts';
import { Tooltip } from '../elements/Tooltip.tsx';
import { useRovingFocus } from '../elements/use-roving-focus.ts';
import { useText } from '../translations/use-text.ts';
import { CellGrid, portsInGroup } from './CellGrid.tsx';
import styles from './cells.module.css';
import { portNumbers } from './port-numbers.ts';
import { useAllPorts } from './use-all-ports.tsx';

interface PortCellsProps {
  readonly id?: string;
  /** Purpose of the choice: the name of the group. */
  readonly label: string;
  readonly value: PortList;
  readonly onChange: (value: PortList) => void;
  readonly onBlur?: () => void;
  /** The ports shown; default: all of this switch. */
  readonly ports?: readonly number[];
  /** Ports that cannot be chosen, and why ("Port 10 is a mirroring target port."). */
  readonly unusable?: ReadonlyMap<number, string>;
  readonly describedBy?: string;
  readonly invalid?: boolean;
  readonly disabled?: boolean;
  /** False leaves All and None out, where only a few ports can be chosen. */
  readonly bulk?: boolean;
  /** "All" includes links to other switches and this session's port: being chosen changes nothing for their traffic. */
  readonly every?: boolean;
}

/**
 * Chooses ports: a check cell each, in groups of eight, with All and None. Arrow keys move, Space toggles, Shift with a
 * click sets the range since the last click. All leaves out links to other switches and this session's port, and says so.
 */
export function PortCells(props: PortCellsProps) {
  const { id, label, value, onChange, onBlur, unusable, describedBy, invalid, disabled = false, bulk = true } = props;
  const t = useText();
  const own = portNumbers();
  const ports = props.ports ?? own;
  const last = useRef<number>(undefined);
  const { cellProps, move } = useRovingFocus(ports.length, { horizontal: 1, vertical: portsInGroup });
  const isFree = (port: number) => !disabled && !unusable?.has(port);
  const set = (chosen: readonly number[], on: boolean) => {
    const bits = chosen.filter(isFree).reduce((list, port) => list | portBit(port), 0n);
    onChange(on ? value | bits : value & ~bits);
  };
  const all = useAllPorts(ports, set);
  const toggle = (port: number, index: number, range: boolean) => {
    const on = !hasPort(value, port);
    const from = range ? (last.current ?? index) : index;
    set(ports.slice(Math.min(from, index), Math.max(from, index) + 1), on);
    last.current = index;
    all.forget();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group's name is already beside it, a legend would repeat it
    <div
      id={id}
      role="group"
      aria-label={label}
      aria-describedby={describedBy}
      className={classNames(styles.selector, invalid && styles.invalid)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.();
      }}
    >
      <CellGrid
        ports={ports}
        wide
        cell={(port, index) => {
          const on = hasPort(value, port);
          const reason = unusable?.get(port);
          const cell = (
            // biome-ignore lint/a11y/useSemanticElements: cells share one tab stop and keep their reason when unusable
            <button
              {...cellProps(index)}
              type="button"
              role="checkbox"
              aria-checked={on}
              aria-disabled={!isFree(port) || undefined}
              aria-label={reason ? `${t('Port {{port}}', { port })}: ${reason}` : t('Port {{port}}', { port })}
              className={classNames(styles.cell, on && styles.checked)}
              onClick={(event) => {
                if (isFree(port)) toggle(port, index, event.shiftKey);
              }}
              onKeyDown={(event) => move(event, index)}
            >
              {on ? <Check aria-hidden="true" /> : null}
            </button>
          );
          return reason ? <Tooltip words={reason}>{cell}</Tooltip> : cell;
        }}
      />
      {bulk && (
        <div className={styles.actions}>
          <Button
            look="text"
            disabled={disabled}
            aria-label={`${t('All')}: ${label}`}
            onClick={() => (props.every ? set(ports, true) : all.setAll(true))}
          >
            {t('All')}
          </Button>
          <Button
            look="text"
            disabled={disabled}
            aria-label={`${t('None')}: ${label}`}
            onClick={() => {
              all.forget();
              set(ports, false);
            }}
          >
            {t('None')}
          </Button>
          {all.note}
        </div>
      )}
    </div>
  );
}
