import { type ReactNode, useMemo, useState } from 'react';
import { type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { useRowsPage } from '../call/use-rows-page.ts';
import { useText } from '../translations/use-text.ts';
import { type ColumnChoice, columnsOf } from './column.ts';
import { PagedTable } from './PagedTable.tsx';
import { defaultPageSize } from './Pager.tsx';
import { nextOrder, type Order } from './use-arranged.ts';

interface DeviceTableProps<T extends TableObject> {
  readonly object: T;
  /** Which rows are looked for: values of the object's filters. The same object as long as it asks for the same rows. */
  readonly filters: Readonly<Record<string, Value>>;
  readonly columns?: readonly ColumnChoice<T>[];
  /** Reads the page again every so many milliseconds. */
  readonly poll?: number | false;
  readonly title: string;
  readonly beside?: ReactNode;
  /** At the right of the heading. */
  readonly actions?: ReactNode;
  readonly empty: string;
  /** See `PagedTable`. */
  readonly pairs?: boolean;
  readonly rowActions?: (row: RowOf<T>) => ReactNode;
}

/** Thousands of rows that the device filters, orders and counts, of which one page is read at a time. */
export function DeviceTable<T extends TableObject>(props: DeviceTableProps<T>) {
  const { object, filters, poll = false } = props;
  const t = useText();
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages write their columns in place; t changes with the language
  const columns = useMemo(() => columnsOf(t, object, props.columns), [t, object]);
  const [{ page, of }, setPage] = useState({ page: 1, of: filters });
  const [size, setSize] = useState(defaultPageSize);
  const [order, setOrder] = useState<Order>();
  // Other rows are looked for: they begin at their first page.
  const asked = of === filters ? page : 1;
  const { data, error, dataUpdatedAt } = useRowsPage(object, filters, { page: asked, size, order }, { poll });
  const last = data && Math.max(1, Math.ceil(data.total / size));
  const goTo = (next: number) => setPage({ page: next, of: filters });
  // Rows went, and this page with them.
  if (last !== undefined && asked > last) goTo(last);
  return (
    <PagedTable
      title={props.title}
      object={object.name}
      label={props.title}
      beside={props.beside}
      actions={props.actions}
      columns={columns}
      rows={data?.rows}
      total={data?.total}
      page={asked}
      size={size}
      onPage={goTo}
      onSize={(next) => {
        setSize(next);
        goTo(1);
      }}
      order={order}
      orderBy={(key) => setOrder((now) => nextOrder(now, key))}
      keyOf={(row) => rowKey(object, row as Values)}
      failure={error}
      since={error && data ? dataUpdatedAt : undefined}
      empty={props.empty}
      pairs={props.pairs}
      actionsOf={props.rowActions}
    />
  );
}
