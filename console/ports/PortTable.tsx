import {
  type ClipboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TableObject } from '../../model/schema/object.ts';
import type { Value } from '../../model/wire/call.ts';
import { oldValuesText, readFailureText } from '../call/failure.ts';
import { rowCalls } from '../call/row-calls.ts';
import { useRemoval } from '../controls/use-removal.tsx';
import { Card } from '../elements/Card.tsx';
import { classNames } from '../elements/class-names.ts';
import { Notice } from '../elements/Notice.tsx';
import { ApplyBar } from '../form/ApplyBar.tsx';
import { entriesOf, type PlaceValues } from '../form/draft-store.ts';
import { WithApplyBar } from '../form/WithApplyBar.tsx';
import { FieldHelp } from '../help/FieldHelp.tsx';
import type { HelpedField } from '../help/helped-field.ts';
import { headingOf } from '../table/column.ts';
import { SkeletonRows } from '../table/PagedTable.tsx';
import { ScrollArea } from '../table/ScrollArea.tsx';
import { MANY_COLUMNS, TableHead } from '../table/TableHead.tsx';
import table from '../table/table.module.css';
import { useText } from '../translations/use-text.ts';
import { PortTableRow } from './PortTableRow.tsx';
import { PortTools } from './PortTools.tsx';
import { pastedValue } from './pasted-value.ts';
import { type DrawnColumn, drawnColumns, type PortColumn, widthOf } from './port-column.ts';
import { findColumn, furtherIndex, type PortRow, portRowName } from './port-draft.ts';
import { type PortFacts, PortFactsContext } from './port-facts.ts';
import styles from './port-table.module.css';
import { useAskedPorts } from './use-asked-ports.ts';
import { type PortChoice, portsText, usePortChoice } from './use-port-choice.ts';
import type { PortGrid } from './use-port-grid.ts';
import { useRowsInTurn } from './use-rows-in-turn.ts';

/** Rows that are made at one go. */
const ROWS_AT_ONCE = 16;

/** Columns from which what separates them is smaller, and smaller still. */
const DENSE_COLUMNS = 11;
const DENSER_COLUMNS = 13;

interface PortTableProps {
  readonly grid: PortGrid;
  /**
   * After the port's number and other identifying columns. Declared outside of the page's function, so that rows are
   * redrawn only when they change.
   */
  readonly columns: readonly (string | PortColumn)[];
  /** Distinguishes the rows of one port; default: the further index columns of the first table. */
  readonly further?: readonly string[];
  readonly title?: string;
  /** Spoken as the table's name. */
  readonly label: string;
  /** At the right of the heading. */
  readonly actions?: ReactNode;
  /** Instead of the number. */
  readonly port?: (row: PortRow) => ReactNode;
}

/**
 * The rows of ports and trunks, with a row "All" whose values are copied to every port that can take them, or to those that are
 * ticked or typed as a range; Ignore leaves a column as it is. Below it the bar that says what Apply will change, and applies it.
 */
export function PortTable({ grid, title, label, port, actions, ...props }: PortTableProps) {
  const { tables, rows, draft, problems, refused } = grid;
  const t = useText();
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = useMemo(
    () => drawnColumns(t, tables.objects, [...(props.further ?? furtherIndex(tables)), ...props.columns]),
    [t, tables, props.columns, props.further],
  );
  const help = <FieldHelp label={t('Meaning of the columns')} fields={columnHelp(tables.objects, columns)} />;
  const heads = [{ key: 'port', title: t('Port'), right: true, text: () => '' }, ...columns.map(headOf)];
  const hasAll = columns.some(({ inAll }) => inAll);
  const FactsReader = useContext(PortFactsContext);
  const card = useRef<HTMLDivElement>(null);
  const [facts, setFacts] = useState<PortFacts>();
  const wanted = useTouched(card);
  const choice = usePortChoice(rows, facts, grid.release);
  useAskedPorts(rows !== undefined && hasAll, choice.type);
  const { shown } = choice;
  /** A value is for all ports, before it was read which of them that leaves out. */
  const isAllOpen =
    FactsReader !== undefined &&
    facts === undefined &&
    choice.ticked.size === 0 &&
    Object.values(grid.all).some((value) => value !== '');
  const named = namedFirst(tables.objects, draft);
  const drawn = useRowsInTurn(shown?.length ?? 0, ROWS_AT_ONCE, rows !== undefined);
  /** The refusal that was led to last. */
  const led = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the error may be in columns that are only now shown
  useEffect(() => {
    if (refused === led.current) return;
    // The error may be in a row that is not shown.
    if (choice.filter !== 'All') return choice.setFilter('All');
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!wrong) return;
    led.current = refused;
    wrong.focus();
  }, [refused, columns, choice.filter]);
  /** A column out of a spreadsheet fills the rows from the one that it is pasted into. */
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/);
    const cell = event.target instanceof Element ? event.target.closest('td') : null;
    const line = cell?.closest('tr');
    if (lines.length < 2 || !cell || !line) return;
    const column = columns[[...line.children].indexOf(cell) - 1];
    const first = [...(body.current?.children ?? [])].indexOf(line) - (hasAll ? 1 : 0);
    if (!column?.control || first < 0) return;
    event.preventDefault();
    shown?.slice(first, first + lines.length).forEach((row, at) => {
      if (row.values[column.key] === undefined || column.unusable?.(row)) return;
      grid.set(row, column.key, pastedValue(column.field, lines[at] ?? '', t));
    });
  };
  return (
    <WithApplyBar>
      <Card
        flush
        title={title}
        actions={
          hasAll ? (
            actions
          ) : (
            <>
              {actions}
              {help}
            </>
          )
        }
      >
        {grid.since !== undefined && (
          <Notice tone="warn" live>
            {grid.since === 0 ? readFailureText(grid.failure, t) : oldValuesText(grid.failure, grid.since, t)}
          </Notice>
        )}
        <div ref={card}>
          {hasAll && <PortTools choice={choice} filters={FactsReader !== undefined} help={help} />}
          {hasAll && wanted && FactsReader && (
            <Suspense>
              <FactsReader onFacts={setFacts} />
            </Suspense>
          )}
          <ScrollArea label={label}>
            <table
              className={classNames(
                table.table,
                table.stacks,
                styles.ports,
                heads.length >= MANY_COLUMNS && table.many,
                heads.length >= DENSE_COLUMNS && styles.dense,
                heads.length >= DENSER_COLUMNS && styles.denser,
              )}
              aria-label={label}
              aria-busy={rows === undefined}
            >
              <TableHead columns={heads} />
              <tbody ref={body} onPaste={paste}>
                {rows === undefined && grid.since === undefined && <SkeletonRows width={heads.length} />}
                {rows && hasAll && <AllRow grid={grid} choice={choice} columns={columns} />}
                {shown?.slice(0, drawn).map((row) => (
                  <PortTableRow
                    key={row.key}
                    row={row}
                    name={portRowName(t, tables, row)}
                    columns={columns}
                    draft={draft.get(row.key)}
                    problems={problems.get(row.key)}
                    named={named.get(row.key) ?? ''}
                    conflicts={grid.conflicts.get(row.key)}
                    onChange={grid.set}
                    onKeep={grid.keepMine}
                    onBlur={grid.check}
                    port={port}
                    {...(hasAll && { ticked: choice.ticked.has(row.key), onTick: choice.tick })}
                  />
                ))}
              </tbody>
            </table>
          </ScrollArea>
        </div>
      </Card>
      <ApplyBar
        count={grid.count}
        conflicts={[...grid.conflicts.values()].reduce((sum, values) => sum + Object.keys(values).length, 0)}
        changes={grid.words}
        calls={rowCalls(grid.changes)}
        pending={grid.pending}
        disabled={!rows || isAllOpen}
        onApply={() => void grid.apply()}
        onCancel={grid.cancel}
      />
    </WithApplyBar>
  );
}

/** The columns of the entries, by row, that name a row of another table, and are the first to name it. */
function namedFirst(objects: readonly TableObject[], draft: PlaceValues): ReadonlyMap<string, string> {
  const first = new Map<string, string>();
  for (const { place, column, value } of entriesOf(draft)) {
    const name = `${column} ${value}`;
    if (findColumn(objects, column).field.references && !first.has(name)) first.set(name, place);
  }
  const named = new Map<string, string>();
  for (const [name, place] of first) {
    const [column = ''] = name.split(' ');
    named.set(place, `${named.get(place) ?? ''} ${column}`);
  }
  return named;
}

/** What the columns mean, on request: the table itself has no room for it. */
function columnHelp(objects: readonly TableObject[], columns: readonly DrawnColumn[]): readonly HelpedField[] {
  return columns.map(({ key, title, field }) => ({
    label: title,
    field,
    name: key,
    object: objects.find(({ fields }) => fields[key] === field)?.name,
  }));
}

/** Whether anything in the element was pointed at or had the focus: what only changes need is not read before. */
function useTouched(element: RefObject<HTMLElement | null>): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    const touch = () => setTouched(true);
    const { current: inside } = element;
    inside?.addEventListener('focusin', touch, { once: true });
    inside?.addEventListener('pointerdown', touch, { once: true });
    return () => {
      inside?.removeEventListener('focusin', touch);
      inside?.removeEventListener('pointerdown', touch);
    };
  }, [element]);
  return touched;
}

interface AllRowProps {
  readonly grid: PortGrid;
  readonly choice: PortChoice;
  readonly columns: readonly DrawnColumn[];
}

function AllRow({ grid, choice, columns }: AllRowProps) {
  const t = useText();
  const removal = useRemoval();
  /** The column that the removal is of. */
  const [edited, setEdited] = useState<string>();
  const some = choice.ticked.size > 0;
  const applicable = (column: DrawnColumn, value: Value) =>
    choice.targets.filter((row) => {
      const choices = column.choices?.(row);
      if (row.values[column.key] === undefined) return false;
      return !column.unusable?.(row) && (value === '' || !choices || choices.includes(Number(value)));
    });
  const spared = portsText(choice.spared);
  // The skipped ports may be known only after the first value was chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: copied again only for other ports
  useEffect(() => {
    if (spared === '' || some) return;
    for (const column of columns) {
      const value = grid.all[column.key];
      if (value !== undefined && value !== '') grid.setAll(applicable(column, value), column.key, value);
    }
  }, [spared]);
  const hinted = columns.findLast(({ inAll, control }) => control && !inAll)?.key;
  return (
    <tr className={table.all}>
      <td className={table.right}>{some ? t('Selected') : t('All')}</td>
      {columns.map((column) => {
        const { key, field, control: ColumnControl, inAll, title } = column;
        if (!ColumnControl || !inAll) {
          return (
            <td key={key} className={styles.hint}>
              {key === hinted &&
                (some ? t('A value here is copied to the selected ports') : t('A value here is copied to every port'))}
            </td>
          );
        }
        const value = grid.all[key] ?? '';
        return (
          <td key={key} data-title={headingOf(column)} className={classNames(column.right && table.right)}>
            <span className={classNames(widthOf(field), styles.worded)}>
              <ColumnControl
                compact
                field={field}
                value={value}
                extra={{ value: '', words: t('Ignore') }}
                label={
                  some
                    ? t('{{column}} of the selected ports', { column: title })
                    : t('{{column}} of all ports', { column: title })
                }
                onChange={(next) => grid.setAll(applicable(column, next), key, next)}
                onBlur={removal.onLeft}
                onRemoved={(lost) => {
                  setEdited(key);
                  removal.onRemoved(lost);
                }}
              />
            </span>
            {edited === key && removal.tip !== undefined && (
              <small className={styles.removed} role="status">
                {removal.tip}
              </small>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const headOf = ({ key, title, right, unit }: DrawnColumn) => ({
  key,
  title,
  right,
  text: () => '',
  ...(unit !== undefined && { unit }),
});
