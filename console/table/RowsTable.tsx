import { useState } from 'react';
import { useText } from '../translations/use-text.ts';
import { FilterBox } from './FilterBox.tsx';
import { PagedTable, type TableCardProps } from './PagedTable.tsx';
import { defaultPageSize } from './Pager.tsx';
import { useArranged } from './use-arranged.ts';

/** `rows` are all there are. */
interface RowsTableProps<Row extends object> extends TableCardProps<Row> {
  /** Placeholder of the filter box, which is before the actions; no box without it. */
  readonly filter?: string | undefined;
}

/** A card with rows of which one page is shown: order by heading, filter, pager, a word where there is nothing to show. */
export function RowsTable<Row extends object>(props: RowsTableProps<Row>) {
  const { columns, rows, filter: placeholder, empty, emptyAction, actions, ...rest } = props;
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
      empty={filter === '' ? empty : t('No matches for the filter.')}
      emptyAction={emptyAction}
      actions={
        <>
          {placeholder !== undefined && <FilterBox placeholder={placeholder} value={filter} onChange={setFilter} />}
          {actions}
        </>
      }
    />
  );
}
