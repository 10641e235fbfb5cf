import type { ReactNode } from 'react';
import { oldValuesText, readFailureText } from '../call/failure.ts';
import { Breakable } from '../elements/Breakable.tsx';
import { Card } from '../elements/Card.tsx';
import { classNames } from '../elements/class-names.ts';
import { Notice } from '../elements/Notice.tsx';
import { Skeleton } from '../elements/Skeleton.tsx';
import { FieldHelp } from '../help/FieldHelp.tsx';
import { useText } from '../translations/use-text.ts';
import { type Column, headingOf, type Spare } from './column.ts';
import { Pager } from './Pager.tsx';
import { ScrollArea } from './ScrollArea.tsx';
import { DENSE_COLUMNS, MANY_COLUMNS, spareClass, TableHead } from './TableHead.tsx';
import styles from './table.module.css';
import type { Order } from './use-arranged.ts';

/** Properties of a card with rows, however they are paged and sorted. */
export interface TableCardProps<Row extends object> {
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are read. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** The table's name for a reader. */
  readonly label: string;
  /** Shown instead of rows. */
  readonly empty: string;
  /** Below it where there are no rows at all: the button that adds one. */
  readonly emptyAction?: ReactNode;
  /** Below the rows, away from the actions of the heading: what takes them all away. */
  readonly footAction?: ReactNode;
  /** False shows all rows on one page, without a pager: those that the hardware has, one a port. */
  readonly paged?: boolean | undefined;
  /** A narrow window shows the cells two by two without those that are empty: for many columns of short texts. */
  readonly pairs?: boolean | undefined;
  /** Why reading failed; nothing where it did not. */
  readonly failure?: unknown;
  /** The rows are old: milliseconds since 1970 of the last time they were read. */
  readonly since?: number | undefined;
  readonly actionsOf?: ((row: Row) => ReactNode) | undefined;
  readonly isSelected?: ((row: Row) => boolean) | undefined;
  /** The card's heading, what is next to it, and at its right. */
  readonly title?: ReactNode;
  readonly beside?: ReactNode;
  readonly actions?: ReactNode;
  /** The object that the columns are of, whose meaning is said on request. */
  readonly object?: string;
}

/** `rows` are those of the page shown. */
interface PagedTableProps<Row extends object> extends TableCardProps<Row> {
  /** On all pages together. */
  readonly total: number | undefined;
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
  readonly order: Order | undefined;
  readonly orderBy: (key: string) => void;
}

/**
 * A card with one page of rows, however they are paged and sorted: headings, rows, a sentence if there is nothing to
 * show, pager.
 */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
  const { columns, rows, keyOf, label, actionsOf, isSelected, since } = props;
  const t = useText();
  const width = columns.length + (actionsOf ? 1 : 0);
  return (
    <Card
      flush
      title={props.title}
      beside={props.beside}
      actions={
        <>
          {props.actions}
          <ColumnHelp {...props} />
        </>
      }
    >
      {since !== undefined && (
        <Notice tone="warn" live>
          {oldValuesText(props.failure, since, t)}
        </Notice>
      )}
      <ScrollArea label={label}>
        <table
          className={classNames(
            styles.table,
            styles.stacks,
            width >= MANY_COLUMNS && styles.many,
            width >= DENSE_COLUMNS && styles.dense,
            columns.some(({ right }) => !right) && styles.worded,
            props.pairs && styles.pairs,
          )}
          aria-label={label}
          aria-busy={rows === undefined}
        >
          <TableHead columns={columns} order={props.order} orderBy={props.orderBy}>
            {actionsOf && (
              <th scope="col" data-edge className={styles.edge}>
                {t('Actions')}
              </th>
            )}
          </TableHead>
          <tbody>
            {rows === undefined && !props.failure && <SkeletonRows width={width} columns={columns} />}
            {(rows !== undefined || Boolean(props.failure)) && !rows?.length && (
              <tr>
                <td colSpan={width} className={classNames(styles.emptyCell)}>
                  <div className={styles.empty}>
                    {rows === undefined ? readFailureText(props.failure, t) : props.empty}
                    {rows !== undefined && props.emptyAction}
                  </div>
                </td>
              </tr>
            )}
            {rows?.map((row) => (
              <tr key={keyOf(row)} {...(isSelected && { 'aria-selected': isSelected(row) })}>
                {columns.map((column) => (
                  <td
                    key={column.key}
                    className={classNames(column.right && styles.right, spareClass(column))}
                    data-title={headingOf(column)}
                    data-empty={(props.pairs && column.text(row) === '') || undefined}
                  >
                    {column.draw ? column.draw(row) : <CellText text={column.text(row) || '–'} />}
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
      <div className={styles.feet}>
        {props.paged !== false && (
          <Pager
            table={props.label}
            total={props.total}
            page={props.page}
            size={props.size}
            onPage={props.onPage}
            onSize={props.onSize}
          />
        )}
        {rows && rows.length > 0 && props.footAction && <div className={styles.foot}>{props.footAction}</div>}
      </div>
    </Card>
  );
}

/** What the columns mean, on request. */
function ColumnHelp<Row extends object>({ columns, object }: Pick<TableCardProps<Row>, 'columns' | 'object'>) {
  const t = useText();
  const fields = columns.flatMap(({ key, title, field }) =>
    field ? [{ label: title, field, name: key, object }] : [],
  );
  if (object === undefined || fields.length === 0) return null;
  return <FieldHelp label={t('Meaning of the columns')} fields={fields} />;
}

/** A list long enough to crowd the other columns out of sight: "1,3,5,7,9,11,13". */
const longList = /^[\d-]+(?:,[\d-]+){5,}$/;

/** A MAC address, of which a narrow window would leave some octets in the line before. */
const macAddress = /^(?:[\dA-F]{2}-){5}[\dA-F]{2}$/;

/** Longer than a fingerprint and without a blank: an address of a web server. */
const longWord = /\S{51}/;

/** Words of a cell; a long list of numbers may go on in another line after each of its commas. */
function CellText({ text }: { readonly text: string }) {
  if (macAddress.test(text)) return <span className={styles.whole}>{text}</span>;
  if (longList.test(text)) {
    return (
      <span className={styles.listed}>
        <Breakable text={text} />
      </span>
    );
  }
  return longWord.test(text) ? <span className={styles.long}>{text}</span> : text;
}

const skeletonWidths = ['70%', '45%', '60%', '50%', '65%'];

interface SkeletonRowsProps {
  readonly width: number;
  /** What their cells are of, where some are left out in little room. */
  readonly columns?: readonly { readonly spare?: Spare }[];
}

/** Rows of the right height while the real ones are read. */
export function SkeletonRows({ width, columns = [] }: SkeletonRowsProps) {
  return skeletonWidths.map((bar) => (
    <tr key={bar}>
      {Array.from({ length: width }, (_, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells without content are their places
        <td key={column} className={spareClass(columns[column])}>
          <Skeleton width={bar} />
        </td>
      ))}
    </tr>
  ));
}
