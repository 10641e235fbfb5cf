import { type KeyboardEvent, useRef, useState } from 'react';
import { hasPort, type PortList, portBit } from '../../model/values/port-list.ts';
import { Button } from '../elements/Button.tsx';
import { classNames } from '../elements/class-names.ts';
import { Legend } from '../elements/Legend.tsx';
import { Tooltip } from '../elements/Tooltip.tsx';
import { useRovingFocus } from '../elements/use-roving-focus.ts';
import { useText } from '../translations/use-text.ts';
import { CellGrid, portsInGroup } from './CellGrid.tsx';
import styles from './cells.module.css';
import legend from './membership.module.css';
import {
  membershipLetters as letters,
  membershipOfKey,
  type MembershipState as State,
  membershipWords as words,
} from './membership-state.ts';
import { portNumbers } from './port-numbers.ts';
import { useAllPorts } from './use-all-ports.tsx';

/** How ports belong to a VLAN; no port is in both lists. */
export interface Membership {
  readonly untagged: PortList;
  readonly tagged: PortList;
}

const next: Readonly<Record<State, State>> = { none: 'untagged', untagged: 'tagged', tagged: 'none' };

interface MembershipCellsProps {
  readonly label: string;
  readonly value: Membership;
  readonly onChange: (value: Membership) => void;
  readonly ports?: readonly number[];
  /** Ports that cannot be changed, and why. */
  readonly unusable?: ReadonlyMap<number, string>;
  readonly disabled?: boolean;
  /** The id of what is wrong with it. */
  readonly describedBy?: string;
}

/**
 * Sets each port's membership in a VLAN: a click goes from – to U to T and back; the keys u, t and - say it directly,
 * arrow keys move. Shift with a click gives the range since the last click the same membership. All leaves out links to
 * other switches and this session's port, and says so.
 */
export function MembershipCells({ label, value, onChange, unusable, disabled = false, ...rest }: MembershipCellsProps) {
  const t = useText();
  const own = portNumbers();
  const ports = rest.ports ?? own;
  const last = useRef<number>(undefined);
  const [said, say] = useState('');
  const { cellProps, move } = useRovingFocus(ports.length, { horizontal: 1, vertical: portsInGroup });
  const isFree = (port: number) => !disabled && !unusable?.has(port);
  const stateOf = (port: number): State =>
    hasPort(value.untagged, port) ? 'untagged' : hasPort(value.tagged, port) ? 'tagged' : 'none';
  const set = (chosen: readonly number[], state: State) => {
    const bits = chosen.filter(isFree).reduce((list, port) => list | portBit(port), 0n);
    onChange({
      untagged: (value.untagged & ~bits) | (state === 'untagged' ? bits : 0n),
      tagged: (value.tagged & ~bits) | (state === 'tagged' ? bits : 0n),
    });
  };
  const all = useAllPorts(ports, set);
  const setOne = (port: number, index: number, state: State, range: boolean) => {
    if (!isFree(port)) return;
    const from = range ? (last.current ?? index) : index;
    set(ports.slice(Math.min(from, index), Math.max(from, index) + 1), state);
    last.current = index;
    all.forget();
    say(`${t('Port {{port}}', { port })}: ${t(words[state])}`);
  };
  const onKeyDown = (event: KeyboardEvent, port: number, index: number) => {
    const state = membershipOfKey(event.key);
    if (move(event, index) || !state || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setOne(port, index, state, false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the group's name is already beside it, a legend would repeat it
    <div role="group" aria-label={label} aria-describedby={rest.describedBy} className={styles.selector}>
      <CellGrid
        ports={ports}
        cell={(port, index) => {
          const state = stateOf(port);
          const reason = unusable?.get(port);
          const name = `${t('Port {{port}}', { port })}: ${t(words[state])}`;
          const cell = (
            <button
              {...cellProps(index)}
              type="button"
              aria-disabled={!isFree(port) || undefined}
              aria-label={reason ? `${name}. ${reason}` : name}
              className={classNames(styles.cell, state !== 'none' && styles[state])}
              onClick={(event) => setOne(port, index, next[state], event.shiftKey)}
              onKeyDown={(event) => onKeyDown(event, port, index)}
            >
              {letters[state]}
            </button>
          );
          return reason ? <Tooltip words={reason}>{cell}</Tooltip> : cell;
        }}
      />
      <div className={styles.actions}>
        <Button look="text" disabled={disabled} onClick={() => all.setAll('untagged')}>
          {t('All untagged')}
        </Button>
        <Button look="text" disabled={disabled} onClick={() => all.setAll('tagged')}>
          {t('All tagged')}
        </Button>
        <Button
          look="text"
          disabled={disabled}
          onClick={() => {
            all.forget();
            set(ports, 'none');
          }}
        >
          {t('None')}
        </Button>
        {all.note}
      </div>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}

/** Meaning of the letters in the cells. */
export function MembershipLegend() {
  const t = useText();
  const states: readonly State[] = ['untagged', 'tagged', 'none'];
  return (
    <Legend
      entries={states.map((state) => ({
        mark: (
          <b className={classNames(styles.cell, legend.sample, state !== 'none' && styles[state])} aria-hidden="true">
            {letters[state]}
          </b>
        ),
        words: t(words[state]),
      }))}
    />
  );
}
