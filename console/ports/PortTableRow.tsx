import { memo, type ReactNode, Suspense, useContext, useId, useState } from 'react';
import { holds } from '../../model/schema/condition.ts';
import { valueText } from '../../model/schema/value-text.ts';
import { PORT_LIST_MAXIMUM } from '../../model/values/port-list.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { useRemoval } from '../controls/use-removal.tsx';
import { classNames } from '../elements/class-names.ts';
import { afterPress } from '../form/after-press.ts';
import { ConflictNote } from '../form/ConflictNote.tsx';
import { MissingRowsContext } from '../form/missing-rows.ts';
import { headingOf } from '../table/column.ts';
import table from '../table/table.module.css';
import { useText } from '../translations/use-text.ts';
import { type DrawnColumn, widthOf } from './port-column.ts';
import { type PortRow, portName } from './port-draft.ts';
import styles from './port-table.module.css';

interface PortTableRowProps {
  readonly row: PortRow;
  /** The row in words: "port 3". */
  readonly name: string;
  readonly columns: readonly DrawnColumn[];
  /** The entry for this port. */
  readonly draft: Values | undefined;
  readonly problems: Readonly<Record<string, { readonly message: string }>> | undefined;
  /** The columns, separated by blanks, in which this row is the first to name what may be missing. */
  readonly named: string;
  /** The device's values of what another session changed meanwhile. */
  readonly conflicts: Values | undefined;
  readonly onChange: (row: PortRow, column: string, value: Value) => void;
  readonly onKeep: (row: PortRow, column: string) => void;
  readonly onBlur: (key: string) => void;
  readonly port?: ((row: PortRow) => ReactNode) | undefined;
  /** Whether the first row sets this one, too. */
  readonly ticked?: boolean;
  readonly onTick?: (key: string, extend: boolean) => void;
}

/** One port of a port table; redrawn only when something of this port changed. */
export const PortTableRow = memo(function PortTableRow(props: PortTableRowProps) {
  const { row, name, columns, draft, problems, conflicts, onChange, onKeep, onBlur, port, onTick } = props;
  const t = useText();
  const id = useId();
  const Missing = useContext(MissingRowsContext);
  const removal = useRemoval();
  /** The column that the removal is of. */
  const [edited, setEdited] = useState<string>();
  return (
    <tr className={classNames(draft && table.changed)}>
      <td className={table.right} data-title={row.port > PORT_LIST_MAXIMUM ? undefined : t('Port')}>
        {onTick ? (
          <span className={styles.named}>
            <span>{port?.(row) ?? portName(t, row.port)}</span>
            <input
              type="checkbox"
              aria-label={t('Select {{name}}', { name })}
              checked={props.ticked === true}
              onChange={({ nativeEvent }) => onTick(row.key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
            />
          </span>
        ) : (
          (port?.(row) ?? portName(t, row.port))
        )}
      </td>
      {columns.map((column) => {
        const { key, field, control: ColumnControl, draw } = column;
        const place = classNames(column.right && table.right);
        if (draw) {
          return (
            <td key={key} className={place} data-title={headingOf(column)}>
              {draw(row)}
            </td>
          );
        }
        const present = row.values[key];
        const shown = holds(field.shownWhen, (other) => draft?.[other] ?? row.values[other]);
        // A row of another table that is not there (yet), or a value that does not matter, cannot be set.
        if (!ColumnControl || present === undefined || !shown) {
          return (
            <td key={key} className={place} data-title={headingOf(column)}>
              {(shown && valueText(t, field, present)) || '–'}
            </td>
          );
        }
        const reason = column.unusable?.(row);
        const choices = column.choices?.(row);
        const problem = problems?.[key];
        const theirs = conflicts?.[key];
        const message = problem ? problem.message : edited === key ? removal.tip : undefined;
        return (
          <td key={key} className={place} data-title={headingOf(column)}>
            <span className={widthOf(field)} title={reason}>
              <ColumnControl
                compact
                field={field}
                value={draft?.[key] ?? present ?? field.default}
                label={t('{{field}} of {{name}}', { field: column.title, name })}
                disabled={reason !== undefined}
                invalid={problem !== undefined}
                onChange={(value) => onChange(row, key, value)}
                onBlur={() =>
                  afterPress(() => {
                    removal.onLeft();
                    onBlur(row.key);
                  })
                }
                onRemoved={(lost) => {
                  setEdited(key);
                  removal.onRemoved(lost);
                }}
                {...((message || reason) && { describedBy: `${id}${key}` })}
                {...(choices && { choices })}
              />
            </span>
            {message && (
              <small id={`${id}${key}`} className={problem ? styles.error : styles.removed} role="status">
                {message}
              </small>
            )}
            {Missing && props.named.split(' ').includes(key) && (
              <small className={styles.missing}>
                <Suspense>
                  <Missing
                    field={field}
                    value={draft?.[key] ?? present}
                    isSaid={problem !== undefined}
                    onAdded={() => onChange(row, key, draft?.[key] ?? present)}
                  />
                </Suspense>
              </small>
            )}
            {theirs !== undefined && (
              <ConflictNote
                id={`${id}${key}conflict`}
                theirs={valueText(t, field, theirs)}
                onTake={() => onChange(row, key, theirs)}
                onKeep={() => onKeep(row, key)}
              />
            )}
            {!message && reason && (
              <span id={`${id}${key}`} className="visually-hidden">
                {reason}
              </span>
            )}
          </td>
        );
      })}
    </tr>
  );
});
