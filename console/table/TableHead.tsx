import { ChevronDown, ChevronsUpDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../elements/class-names.ts';
import { useText } from '../translations/use-text.ts';
import type { Column, Spare } from './column.ts';
import styles from './table.module.css';
import type { Order } from './use-arranged.ts';

/**
 * Number of columns from which headings use a second line before anything has to scroll. Expressed by a class of the
 * table: a style sheet that counts them itself is evaluated again with every new row.
 */
export const MANY_COLUMNS = 8;

/** Columns from which what separates them is smaller. */
export const DENSE_COLUMNS = 10;

/** Leaves the cells of a spare column out where there is little room. */
export function spareClass(column: { readonly spare?: Spare } | undefined): string | undefined {
  return column?.spare && styles[column.spare];
}

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly order?: Order | undefined;
  /** Makes the headings buttons that order the rows. */
  readonly orderBy?: (key: string) => void;
  /** After the columns: the heading of the actions. */
  readonly children?: ReactNode;
}

/** The headings of a table's columns. */
export function TableHead<Row>({ columns, order, orderBy, children }: TableHeadProps<Row>) {
  const t = useText();
  return (
    <thead>
      <tr data-words={t('Order by')}>
        {columns.map((column) => {
          const direction = order?.key !== column.key ? undefined : order.descending ? 'descending' : 'ascending';
          // The blank is outside: if there is little room the unit gets a line of its own.
          const unit = column.unit && (
            <>
              {' '}
              <span className={styles.unit}>{column.unit}</span>
            </>
          );
          const lastWord = column.title.lastIndexOf(' ') + 1;
          const Mark =
            direction === 'ascending' ? ChevronUp : direction === 'descending' ? ChevronDown : ChevronsUpDown;
          return (
            <th
              key={column.key}
              scope="col"
              className={classNames(column.right && styles.right, spareClass(column))}
              {...(orderBy && column.compare && { 'aria-sort': direction ?? 'none' })}
            >
              {orderBy && column.compare ? (
                <button type="button" className={styles.order} onClick={() => orderBy(column.key)}>
                  {column.title.slice(0, lastWord)}
                  <span className={styles.last}>
                    {column.title.slice(lastWord)}
                    {unit}
                    <Mark aria-hidden="true" className={classNames(!direction && styles.idle)} />
                  </span>
                </button>
              ) : (
                <>
                  {column.title}
                  {unit}
                </>
              )}
            </th>
          );
        })}
        {children}
      </tr>
    </thead>
  );
}
