import { type ReactNode, useMemo } from 'react';
import { type RowOf, rowKey, type TableObject } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';
import { useRows } from '../call/use-reads.ts';
import { Button } from '../elements/Button.tsx';
import { Tag } from '../elements/Tag.tsx';
import { useText } from '../translations/use-text.ts';
import { type ColumnChoice, columnsOf } from './column.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { RowsTable } from './RowsTable.tsx';
import styles from './table.module.css';
import { useDeletion, type WayOut } from './use-deletion.ts';

interface ObjectTableProps<T extends TableObject> {
  readonly object: T;
  readonly title?: ReactNode;
  /** Which columns, in which order; all by default. */
  readonly columns?: readonly ColumnChoice<T>[];
  /** The rows, where the page reads them itself; default: all rows of the object. */
  readonly rows?: readonly RowOf<T>[] | undefined;
  /** Reads the rows again every so many milliseconds. */
  readonly poll?: number | false;
  /** Placeholder of a filter box; no box without it. Default: "Filter". */
  readonly filter?: string | false;
  /** False shows all rows on one page, without a pager. */
  readonly paged?: boolean;
  /** Shown instead of rows: what would be here, and how to add it. */
  readonly empty?: string;
  /** Opens the row's form: the button "Modify". */
  readonly onModify?: (row: RowOf<T>) => void;
  /** Rows that cannot be deleted: the reason in a word; `false` for a table of which nothing is deleted. */
  readonly kept?: ((row: RowOf<T>) => string | undefined) | false;
  /** Way to free a row that is in use, so that it can be deleted. */
  readonly wayOut?: ((row: RowOf<T>) => WayOut | undefined) | undefined;
  /** Offers "Delete All". */
  readonly deleteAll?: boolean | (() => void);
  /** Row actions of the page's own, before Modify. */
  readonly rowActions?: (row: RowOf<T>) => ReactNode;
  /** At the right of the heading. */
  readonly actions?: ReactNode;
  /** Opens the form of a new row; in the heading, or below the words of an empty table. */
  readonly addButton?: ReactNode;
  /** The row that a form on the page shows. */
  readonly isSelected?: (row: RowOf<T>) => boolean;
  /** Beside the title, in the place of `count`. */
  readonly beside?: ReactNode;
  /** Rows in words under the title: "5 of 4094". */
  readonly count?: (total: number) => string;
}

/** The rows of a table object in a card: sorted, filtered and paged in the browser, with Modify, Delete and Delete All. */
export function ObjectTable<T extends TableObject>(props: ObjectTableProps<T>) {
  const { object, onModify, rowActions, kept, poll = false, filter = 'Filter' } = props;
  const t = useText();
  const read = useRows(object, {}, { poll, enabled: props.rows === undefined });
  const rows = props.rows ?? read.data;
  const { remove, removeAll, deleting } = useDeletion(object, props.wayOut);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages write their columns in place; t changes with the language
  const columns = useMemo(() => columnsOf(t, object, props.columns), [t, object]);
  const name = (row: RowOf<T>) => wordsOf(object.rowName(row as Values), t);
  const keyOf = (row: RowOf<T>) => rowKey(object, row as Values);
  const isEmpty = rows?.length === 0;
  const deletes = kept !== false && !object.rows.fixed;

  // Of a table without other actions: whether there is anything to do with one of its rows.
  const hasRowActions = rowActions && (!rows || isEmpty || rows.some((row) => isShown(rowActions(row))));

  const actionsOf = (row: RowOf<T>) => {
    const reason = kept ? kept(row) : object.rows.builtIn?.(row as Values) ? t('built in') : undefined;
    return (
      <>
        {rowActions?.(row)}
        {onModify && (
          <Button look="text" aria-label={`${t('Modify')} ${name(row)}`} onClick={() => onModify(row)}>
            {t('Modify')}
          </Button>
        )}
        {deletes && reason === undefined && (
          <DeleteButton
            busy={deleting === keyOf(row)}
            aria-label={`${t('Delete')} ${name(row)}`}
            onClick={() => void remove(row)}
          >
            {t('Delete')}
          </DeleteButton>
        )}
        {deletes && reason !== undefined && <Tag tone="plain">{reason}</Tag>}
      </>
    );
  };

  return (
    <RowsTable
      title={props.title}
      object={object.name}
      beside={props.beside ?? (props.count && rows && <span className={styles.count}>{props.count(rows.length)}</span>)}
      actions={
        <>
          {props.actions}
          {/* While rows are not known yet it would move away from whoever presses it. */}
          {rows && !isEmpty && props.addButton}
        </>
      }
      emptyAction={isEmpty && props.addButton}
      footAction={
        props.deleteAll && (
          <Button
            look="text"
            destructive
            disabled={!rows?.some((row) => !object.rows.builtIn?.(row as Values))}
            onClick={() => (typeof props.deleteAll === 'function' ? props.deleteAll() : void removeAll())}
          >
            {t('Delete All')}
          </Button>
        )
      }
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      failure={read.error}
      {...(read.isError && rows && { since: read.dataUpdatedAt })}
      filter={filter === false ? undefined : t(filter)}
      paged={props.paged}
      empty={props.empty ?? t('No data yet.')}
      label={typeof props.title === 'string' ? props.title : t(object.title)}
      isSelected={props.isSelected}
      actionsOf={onModify || hasRowActions || deletes ? actionsOf : undefined}
    />
  );
}

/** Whether React draws anything for it. */
function isShown(node: ReactNode): boolean {
  return node !== null && node !== undefined && node !== false;
}
