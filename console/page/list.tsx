import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { IndexOf, RowOf, TableObject } from '../../model/schema/object.ts';
import type { Translate } from '../../model/values/translate.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import { settingsPoll, useRows } from '../call/use-reads.ts';
import { type Draft, draftKey } from '../form/form-part.ts';
import { CreateForm, RowForm } from '../form/object-forms.tsx';
import type { Part } from '../navigation/menu-entry.ts';
import { useLocation, useNavigate } from '../router/router-context.ts';
import { AddButton } from '../table/AddButton.tsx';
import type { ColumnChoice } from '../table/column.ts';
import { ObjectTable } from '../table/ObjectTable.tsx';
import type { WayOut } from '../table/use-deletion.ts';
import { useText } from '../translations/use-text.ts';
import { DeclaredFields, type FieldChoice } from './DeclaredFields.tsx';
import { EntryGone } from './EntryGone.tsx';
import type { FormOptions } from './form.tsx';
import { handedRow } from './handed-row.ts';
import { usePage } from './page-context.ts';
import { indexOfRow, rowParameter } from './row-parameter.ts';

const UsageCard = lazy(() => import('../usage/UsageCard.tsx'));

/**
 * Parameters of a page's own editor: the row that it modifies, undefined for a new one, and what to do when it is done.
 */
export interface EditorProps<T extends TableObject> {
  readonly index: IndexOf<T> | undefined;
  readonly onDone: () => void;
}

/** Properties of a form that is shown in the place of the columns'. */
export interface AddingProps {
  /** Translated. */
  readonly title: string;
  readonly onDone: () => void;
}

/** How rows are added. Texts are source texts. */
interface Adding<T extends TableObject> {
  /** The form's heading. */
  readonly title: string;
  /** In the device's log. Default: the title. */
  readonly what?: string;
  /** The button in the head of the list that opens the form; false where the page is the form, which is always open. */
  readonly button: string | false;
  /** The path of the page that is the form, where it is not above the list. */
  readonly at?: string;
  readonly fields?: readonly FieldChoice[];
  /** Start values of a new row beside the defaults; undefined if there is no room for another one. */
  readonly initial?: (rows: readonly RowOf<T>[]) => Partial<RowOf<T>> | undefined;
  /** Instead of a form of the columns: for several rows at once, or a row that the device makes from what this form asks. */
  readonly form?: ComponentType<AddingProps>;
}

/** How a row is modified: on the page of one row where the page declares one, else above the list. */
interface Modifying<T extends TableObject> {
  readonly title: (index: IndexOf<T>, t: Translate) => string;
  /** In the device's log. */
  readonly what: string;
  readonly fields?: readonly FieldChoice[];
}

/** A page's declaration of a list. Texts are source texts. */
interface ListOptions<T extends TableObject> {
  readonly title: string;
  /** Default: every column. */
  readonly columns?: readonly ColumnChoice<T>[];
  /** Milliseconds between two reads; default: `settingsPoll`. */
  readonly poll?: number;
  /** Label of the filter box; false for none. Default: "Filter". */
  readonly filter?: string | false;
  readonly empty?: string;
  readonly add?: Adding<T>;
  readonly modify?: Modifying<T>;
  /** Instead of `modify`: the path of another page, on which the row is modified (`useHandedRow` returns it). */
  readonly modifiedAt?: (row: RowOf<T>) => string;
  /** The fields of both forms, where they do not name their own; default: every field that can be set. */
  readonly fields?: readonly FieldChoice[];
  /** Problems of fields that do not fit together, by column: source texts. */
  readonly check?: (typed: (column: string) => Value) => Readonly<Record<string, string | undefined>>;
  /** Asked before anything is sent by either form; false stops it. */
  readonly sure?: FormOptions['sure'];
  /** In the place of both forms. */
  readonly editor?: ComponentType<EditorProps<T>>;
  /** Whether the page of one row shows the list too, below its form. */
  readonly besideRow?: boolean;
  /** False where nothing is deleted, or the reason why a row is not. */
  readonly kept?: false | ((row: RowOf<T>) => string | undefined);
  /** Way to free a row that is in use, so that it can be deleted; a hook. */
  readonly useWayOut?: () => (row: RowOf<T>) => WayOut | undefined;
  /** Offers "Delete All". */
  readonly deleteAll?: boolean;
  /** At the right of the heading. */
  readonly actions?: ComponentType;
  /** Row actions of the page's own. */
  readonly rowActions?: ComponentType<{ readonly row: RowOf<T> }>;
  /** Rows at most, as a hook, where the table's declaration does not say it. */
  readonly useMaximum?: () => number | undefined;
  /** Above the list. */
  readonly notice?: ComponentType<{ readonly rows: readonly RowOf<T>[] | undefined }>;
}

/** A table's rows with adding, modifying and deleting them. */
export function list<T extends TableObject>(object: T, options: ListOptions<T>): Part {
  const {
    title,
    add,
    modify,
    editor,
    notice: Notice,
    rowActions: Actions,
    actions: CardActions,
    useMaximum = useDeclaredMaximum,
  } = options;
  const { useWayOut = noWayOut } = options;
  const hasRowForm = modify !== undefined || editor !== undefined;

  function useDeclaredMaximum(): number | undefined {
    return add && typeof object.rows.max === 'number' ? object.rows.max : undefined;
  }

  /** The form of a row, and where that row is used. */
  function Editor(props: FormOfRow) {
    const { index } = props;
    return (
      <>
        <EditorForm {...props} />
        {index && !object.rows.fixed && (
          <Suspense>
            <UsageCard object={object} index={index as Values} />
          </Suspense>
        )}
      </>
    );
  }

  type FormOfRow = EditorProps<T> & { readonly rows?: readonly RowOf<T>[] | undefined };

  function EditorForm({ index, rows = [], onDone }: FormOfRow) {
    const t = useText();
    // The page of one row says in its heading what it is for.
    const page = usePage();
    if (editor) {
      const Own = editor;
      return <Own index={index} onDone={onDone} />;
    }
    if (add?.form && !index) {
      const Own = add.form;
      return <Own title={t(add.title)} onDone={onDone} />;
    }
    const choices = (index ? modify?.fields : add?.fields) ?? options.fields;
    const fields = choices && <DeclaredFields fields={choices} />;
    const part = { object, values: undefined, create: index === undefined };
    const check = (draft: Draft) => {
      const found = options.check?.((column) => draft[draftKey(part, column)] ?? '') ?? {};
      return Object.fromEntries(
        Object.entries(found).flatMap(([column, message]) => (message === undefined ? [] : [[column, t(message)]])),
      );
    };
    const asked = { check, ...(options.sure && { sure: options.sure }) };
    if (index) {
      return (
        <RowForm
          object={object}
          index={index}
          title={page?.list === undefined ? modify?.title(index, t) : undefined}
          what={modify?.what ?? title}
          onApplied={onDone}
          onCancel={onDone}
          {...asked}
        >
          {fields}
        </RowForm>
      );
    }
    return (
      <CreateForm
        object={object}
        initial={add?.initial?.(rows) ?? {}}
        title={add && t(add.title)}
        what={add?.what ?? add?.title ?? title}
        onApplied={onDone}
        {...(add?.button !== false && { onCancel: onDone })}
        {...asked}
      >
        {fields}
      </CreateForm>
    );
  }

  /** Only the table; a row whose form the page shows is marked. */
  function Table(props: {
    readonly rows: readonly RowOf<T>[] | undefined;
    readonly shown: string | undefined;
    readonly onModify: (row: RowOf<T>) => void;
    readonly addButton?: ReactNode;
  }) {
    const t = useText();
    const maximum = useMaximum();
    const wayOut = useWayOut();
    const counted = useMaximum !== useDeclaredMaximum || maximum !== undefined;
    return (
      <ObjectTable
        object={object}
        rows={props.rows}
        title={t(title)}
        {...(options.columns && { columns: options.columns })}
        {...(options.filter !== undefined && { filter: options.filter })}
        {...(options.empty !== undefined && { empty: t(options.empty) })}
        {...(options.kept !== undefined && { kept: options.kept })}
        wayOut={wayOut}
        {...(options.deleteAll && { deleteAll: true })}
        {...(Actions && { rowActions: (row: RowOf<T>) => <Actions row={row} /> })}
        {...(counted && {
          count: (total: number) => t('{{total}} of {{maximum}}', { total, maximum: maximum ?? '…' }),
        })}
        {...((hasRowForm || options.modifiedAt) && { onModify: props.onModify })}
        {...(hasRowForm && {
          isSelected: (row: RowOf<T>) => rowParameter(object, row as Values) === props.shown,
        })}
        {...(CardActions && { actions: <CardActions /> })}
        addButton={props.addButton}
      />
    );
  }

  /** A list with the form of a new row, and of a present one where that has no page of its own. */
  function List() {
    const t = useText();
    const navigate = useNavigate();
    const page = usePage();
    const { data: rows } = useRows(object, {}, { poll: options.poll ?? settingsPoll });
    const [shown, setShown] = useState<string | typeof NEW>();
    const done = () => setShown(undefined);
    const location = useLocation();
    useEffect(() => {
      if (add && new URLSearchParams(location.search).has('add')) setShown(NEW);
    }, [location]);
    const room = !add?.initial || (rows !== undefined && add.initial(rows) !== undefined);
    const adding = shown === NEW;
    const words = add?.button && (adding || room) ? t(add.button) : undefined;
    const path = add?.at;
    const pressed =
      path === undefined
        ? { open: adding, onPress: () => setShown(adding ? undefined : NEW) }
        : { onPress: () => void navigate(path) };
    const addButton = words !== undefined && <AddButton words={words} {...pressed} />;
    const modifyRow = (row: RowOf<T>) => {
      const parameter = rowParameter(object, row as Values);
      const path = page?.rowPage?.path.replace(':row', parameter);
      if (options.modifiedAt) void navigate(options.modifiedAt(row), { state: handedRow(parameter) });
      else if (path === undefined) setShown(parameter);
      else void navigate(path);
    };
    return (
      <>
        {Notice && <Notice rows={rows} />}
        {(adding || add?.button === false) && <Editor index={undefined} rows={rows} onDone={done} />}
        {typeof shown === 'string' && (
          <Editor key={shown} index={indexOfRow(object, decodeURIComponent(shown))} onDone={done} />
        )}
        <Table
          rows={rows}
          shown={typeof shown === 'string' ? shown : undefined}
          onModify={modifyRow}
          addButton={addButton}
        />
      </>
    );
  }

  /** The page of one row. */
  function Row({ row }: { readonly row: string }) {
    const navigate = useNavigate();
    const page = usePage();
    const index = indexOfRow(object, row);
    const back = () => void navigate(page?.list ?? '/');
    if (!index) return <EntryGone onBack={back} />;
    return (
      <>
        <Editor key={row} index={index} onDone={back} />
        {options.besideRow && <OtherRows shown={encodeURIComponent(row)} />}
      </>
    );
  }

  function OtherRows({ shown }: { readonly shown: string }) {
    const navigate = useNavigate();
    const page = usePage();
    const { data: rows } = useRows(object, {}, { poll: options.poll ?? settingsPoll });
    return (
      <Table
        rows={rows}
        shown={shown}
        onModify={(row) => void navigate(page?.path.replace(':row', rowParameter(object, row as Values)) ?? '')}
      />
    );
  }

  return hasRowForm ? Object.assign(List, { Row }) : List;
}

const noWayOut = () => undefined;

/** In the place of a row: the form of a new one is shown. */
const NEW = Symbol('new row');
