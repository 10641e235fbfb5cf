import { type ReactNode, useState } from 'react';
import { Card } from '../elements/Card.tsx';
import { classNames } from '../elements/class-names.ts';
import { Notice } from '../elements/Notice.tsx';
import { Skeleton } from '../elements/Skeleton.tsx';
import { useText } from '../translations/use-text.ts';
import type { Column } from './column.ts';
import { FilterBox } from './FilterBox.tsx';
import { defaultPageSize, Pager } from './Pager.tsx';
import { ScrollArea } from './ScrollArea.tsx';
import { TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import { useArranged } from './use-arranged.ts';

interface RowsTableProps<Row extends object> {
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are read. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** The table's name for a reader. */
  readonly label: string;
  /** Placeholder of the filter box; no box without it. */
  readonly filter?: string | undefined;
  readonly empty: string;
  /** Reading failed and there is nothing to show. */
  readonly failed?: boolean;
  /** The rows are old: milliseconds since 1970 of the last time they were read. */
  readonly since?: number;
  readonly actionsOf?: ((row: Row) => ReactNode) | undefined;
  readonly isSelected?: ((row: Row) => boolean) | undefined;
  /** The card's heading, what stands beside it, and at its right after the filter box. */
  readonly title?: ReactNode;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
}

/** A card with rows of which one page is shown: order by heading, filter, pager, a word where there is nothing to show. */
export function RowsTable<Row extends object>(props: RowsTableProps<Row>) {
  const { columns, rows, keyOf, label, filter: placeholder, actionsOf, isSelected, since } = props;
  const t = useText();
  const { filter, setFilter, order, orderBy, arranged } = useArranged(rows ?? [], columns);
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(defaultPageSize);
  const pages = Math.max(1, Math.ceil(arranged.length / size));
  const shown = Math.min(page, pages);
  const width = columns.length + (actionsOf ? 1 : 0);
  return (
    <Card
      flush
      title={props.title}
      beside={props.beside}
      actions={
        <>
          {placeholder !== undefined && <FilterBox placeholder={placeholder} value={filter} onChange={setFilter} />}
          {props.actions}
        </>
      }
    >
      {since !== undefined && (
        <Notice tone="warn" live>
          {t('The device does not answer. This is how it was at {{time}}.', {
            time: new Date(since).toLocaleTimeString(),
          })}
        </Notice>
      )}
      <ScrollArea label={label}>
        <table className={styles.table} aria-label={label} aria-busy={rows === undefined}>
          <TableHead columns={columns} order={order} orderBy={orderBy}>
            {actionsOf && (
              <th scope="col" className={styles.edge}>
                {t('Actions')}
              </th>
            )}
          </TableHead>
          <tbody>
            {rows === undefined && !props.failed && <SkeletonRows width={width} />}
            {(rows !== undefined || props.failed) && arranged.length === 0 && (
              <tr>
                <td colSpan={width} className={classNames(styles.emptyCell)}>
                  <div className={styles.empty}>
                    {props.failed && rows === undefined
                      ? t('The device did not answer.')
                      : filter === ''
                        ? props.empty
                        : t('Nothing fits the filter.')}
                  </div>
                </td>
              </tr>
            )}
            {arranged.slice((shown - 1) * size, shown * size).map((row) => (
              <tr key={keyOf(row)} {...(isSelected && { 'aria-selected': isSelected(row) })}>
                {columns.map((column) => (
                  <td key={column.key} className={classNames(column.right && styles.right)}>
                    {column.draw ? column.draw(row) : column.text(row) || '–'}
                  </td>
                ))}
                {actionsOf && (
                  <td className={styles.edge}>
                    <span className={styles.actions}>{actionsOf(row)}</span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <Pager
        total={rows && arranged.length}
        page={shown}
        size={size}
        onPage={setPage}
        onSize={(next) => {
          setSize(next);
          setPage(1);
        }}
      />
    </Card>
  );
}

const skeletonWidths = ['70%', '45%', '60%', '50%', '65%'];

/** Rows of the right height while the real ones are read. */
export function SkeletonRows({ width }: { width: number }) {
  return skeletonWidths.map((bar) => (
    <tr key={bar}>
      {Array.from({ length: width }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content are their places
        <td key={column}>
          <Skeleton width={bar} />
        </td>
      ))}
    </tr>
  ));
}
