import { type ReactNode, useState } from 'react';
import { useText } from '../translations/use-text.ts';
import type { Column } from './column.ts';
import { FilterBox } from './FilterBox.tsx';
import { PagedTable } from './PagedTable.tsx';
import { defaultPageSize } from './Pager.tsx';
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
  /** False shows all rows on one page: those that the hardware has, one a port. */
  readonly paged?: boolean | undefined;
  /** Why reading failed; nothing where it did not. */
  readonly failure?: unknown;
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
  const { columns, rows, filter: placeholder, empty, actions, ...rest } = props;
  const t = useText();
  const { filter, setFilter, order, orderBy, arranged } = useArranged(rows ?? [], columns);
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(defaultPageSize);
  const pages = Math.max(1, Math.ceil(arranged.length / size));
  const shown = Math.min(page, pages);
  return (
    <PagedTable
      {...rest}
      columns={columns}
      rows={rows && (rest.paged === false ? arranged : arranged.slice((shown - 1) * size, shown * size))}
      total={rows && arranged.length}
      page={shown}
      size={size}
      onPage={setPage}
      onSize={(next) => {
        setSize(next);
        setPage(1);
      }}
      order={order}
      orderBy={orderBy}
      empty={filter === '' ? empty : t('Nothing fits the filter.')}
      actions={
        <>
          {placeholder !== undefined && <FilterBox placeholder={placeholder} value={filter} onChange={setFilter} />}
          {actions}
        </>
      }
    />
  );
}
