import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import { type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { Card } from '../elements/Card.tsx';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import { type Column, type ColumnChoice, columnsOf } from './column.ts';
import { FilterBox } from './FilterBox.tsx';
import { SkeletonRows } from './RowsTable.tsx';
import { TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import { useArranged } from './use-arranged.ts';

/** Height of a row in pixels, as the token --row says. */
const rowHeight = 36;

interface VirtualTableProps<T extends TableObject> {
  readonly object: T;
  /** Undefined while they are read. */
  readonly rows: readonly RowOf<T>[] | undefined;
  readonly columns?: readonly ColumnChoice<T>[];
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  /** Placeholder of the filter box; default "Filter". */
  readonly filter?: string | false;
  readonly empty?: string;
  /** The last column: what can be done with a row. */
  readonly rowActions?: (row: RowOf<T>) => ReactNode;
}

/**
 * Thousands of rows in one scrolling table: only those in sight are drawn. A reader is told how many there are. Use it for
 * live lists without pages; `ObjectTable` for what an administrator made.
 */
export function VirtualTable<T extends TableObject>(props: VirtualTableProps<T>) {
  const { object, rows, filter: placeholder = 'Filter', rowActions } = props;
  const t = useText();
  const body = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages write their columns in place; t changes with the language
  const columns = useMemo(() => columnsOf(t, object, props.columns), [t, object]);
  const { filter, setFilter, order, orderBy, arranged } = useArranged(rows ?? [], columns);
  // Typing in the filter comes before drawing what it leaves.
  const shown = useDeferredValue(arranged);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => body.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    scrollMargin: 0,
    initialRect: { width: 800, height: 600 },
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.start ?? 0;
  const last = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = columns.length + (rowActions ? 1 : 0);
  const label = typeof props.title === 'string' ? props.title : t(object.title);
  const total = rows?.length ?? 0;
  return (
    <Card
      flush
      title={props.title}
      beside={
        rows && (
          <span className={styles.count} role="status">
            {shown.length === total
              ? t('Total {{total}}', { total })
              : t('{{shown}} of {{total}}', { shown: shown.length, total })}
          </span>
        )
      }
      actions={
        <>
          {placeholder !== false && <FilterBox placeholder={t(placeholder)} value={filter} onChange={setFilter} />}
          {props.actions}
        </>
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls; the card around is the landmark */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard (WCAG 2.1.1) */}
      <div ref={body} className={styles.body} role="group" aria-label={label} tabIndex={0}>
        <table
          className={classNames(styles.table, styles.even)}
          aria-label={label}
          aria-busy={rows === undefined}
          aria-rowcount={shown.length + 1}
        >
          <TableHead columns={columns} order={order} orderBy={orderBy}>
            {rowActions && <th scope="col">{t('Actions')}</th>}
          </TableHead>
          <tbody>
            {rows === undefined && <SkeletonRows width={width} />}
            {rows !== undefined && shown.length === 0 && (
              <tr>
                <td colSpan={width} className={styles.emptyCell}>
                  <div className={styles.empty}>
                    {filter === '' ? (props.empty ?? t('There is nothing here yet.')) : t('Nothing fits the filter.')}
                  </div>
                </td>
              </tr>
            )}
            <Spacer height={first} />
            {items.map((item) => {
              const row = shown[item.index];
              return (
                row && (
                  <VirtualRow
                    key={rowKey(object, row as Values)}
                    row={row}
                    columns={columns}
                    place={item.index}
                    actions={rowActions}
                  />
                )
              );
            })}
            <Spacer height={last} />
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** Stands for the rows above or below those in sight. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of a table takes no focus
  return <tr aria-hidden="true" className={styles.spacer} style={{ height }} />;
}

interface VirtualRowProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  /** From 0. */
  readonly place: number;
  readonly actions: ((row: Row) => ReactNode) | undefined;
}

const VirtualRow = memo(function VirtualRow<Row>({ row, columns, place, actions }: VirtualRowProps<Row>) {
  return (
    <tr aria-rowindex={place + 2}>
      {columns.map((column) => (
        <td key={column.key} className={classNames(column.right && styles.right)}>
          {column.draw ? column.draw(row) : column.text(row) || '–'}
        </td>
      ))}
      {actions && (
        <td>
          <span className={styles.actions}>{actions(row)}</span>
        </td>
      )}
    </tr>
  );
}) as <Row>(props: VirtualRowProps<Row>) => ReactNode;
