import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Change } from '../../model/configuration/change.ts';
import type { Fields } from '../../model/schema/field.ts';
import type { GroupObject, TableObject } from '../../model/schema/object.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import type { Sure } from '../call/guarded.ts';
import { settingsPoll, useRowsOfEach } from '../call/use-reads.ts';
import type { Control } from '../controls/control.ts';
import { Button } from '../elements/Button.tsx';
import type { Part } from '../navigation/menu-entry.ts';
import { PortTable } from '../ports/PortTable.tsx';
import type { PortColumn } from '../ports/port-column.ts';
import { findColumn, furtherIndex, type PortRow, portColumn } from '../ports/port-draft.ts';
import { usePortGrid } from '../ports/use-port-grid.ts';
import { HeadingChoice } from '../table/HeadingChoice.tsx';
import { useText } from '../translations/use-text.ts';
import { PageActions } from './PageActions.tsx';

/** How a column looks where its field does not say everything. */
interface ColumnLook {
  /** Source text. */
  readonly title?: string;
  /** Drawn instead of the value; the column cannot be set then. */
  readonly draw?: (row: PortRow) => ReactNode;
  /** Which of an enumeration's choices the port offers. */
  readonly choices?: (row: PortRow) => readonly number[] | undefined;
  /** Why the port's value cannot be set: a source text. */
  readonly unusable?: (row: PortRow) => string | undefined;
  /** The column of `support` that says whether the switch can do it at all. */
  readonly support?: string;
  /** Whether it is a figure, which is right-aligned. */
  readonly right?: boolean;
  /** Instead of its kind's. */
  readonly control?: Control;
  /** Whether it is in the row "All"; by default, all but free text. */
  readonly all?: boolean;
}

/** Columns that are looked at together, by name; `title` is a source text. */
interface ColumnView {
  readonly title: string;
  readonly columns: readonly string[];
}

/** A page's declaration of a port table. */
interface PortTableOptions {
  /** The change's purpose in the device's log. */
  readonly what: string;
  /** Source text, for a page that has more than the table. */
  readonly title?: string;
  /** Columns that are not as declared, by name; false leaves one out. */
  readonly columns?: Readonly<Record<string, ColumnLook | false>>;
  /** Columns that come first, in this order; the others follow as declared. */
  readonly order?: readonly string[];
  /** For a table that is wider than its page: one of them is shown, the first to begin with; all columns can be chosen too. */
  readonly views?: readonly ColumnView[];
  /** Says by columns of truth or status what the switch can do. */
  readonly support?: GroupObject;
  /** The index column of the first table that names the port; default: its first one. */
  readonly port?: string;
  /** Milliseconds between two reads; default: `settingsPoll`. */
  readonly poll?: number;
  /** Offers to put the defaults into every row, to be applied like what is typed. */
  readonly defaults?: boolean;
  /** Called before anything is sent; false stops it, a question is asked first. */
  readonly sure?: (changes: readonly Change[], calls: readonly ObjectCall[]) => Promise<Sure> | Sure;
  /** Why nothing of a row can be set, in the shown language; a hook that gives the same function as long as nothing changed. */
  readonly useUnusable?: () => (row: PortRow) => string | undefined;
}

const usable = () => undefined;
const useNothingUnusable = () => usable;

/**
 * A row for each port and trunk that the first object has, with the columns of all objects in the order declared or chosen, a row
 * "All", and the bar that applies what was changed.
 */
export function portTable(declared: TableObject | readonly TableObject[], options: PortTableOptions): Part {
  const { what, title, columns: looks = {}, order = [], support, port, poll = settingsPoll, views = [] } = options;
  const { useUnusable = useNothingUnusable, sure } = options;
  const objects: readonly TableObject[] = isList(declared) ? declared : [declared];
  const supports = support ? [support] : [];
  const names = inOrder(order, namesOf(objects, port)).filter((name) => looks[name] !== false);
  const further = furtherIndex({ objects, port }).filter((name) => looks[name] !== false);
  return function DeclaredPortTable() {
    const t = useText();
    const grid = usePortGrid(objects, {
      poll,
      what,
      ...(port !== undefined && { port }),
      ...(sure && { sure }),
    });
    const supported = useRowsOfEach(supports)[0]?.data?.[0];
    const unusable = useUnusable();
    const [view, setView] = useState<string | undefined>(views[0]?.title);
    // The refused value may be in a column that is not shown.
    useEffect(() => {
      if (grid.refused > 0) setView(ALL);
    }, [grid.refused]);
    const columns = useMemo(() => {
      const shown = views.find((one) => one.title === view)?.columns ?? names;
      return shown.map((name) => columnOf(name, looks[name] || {}, supported, unusable, t));
    }, [view, supported, unusable, t]);
    const toDefaults = () => {
      for (const name of names) {
        const { field } = findColumn(objects, name);
        const settable = grid.rows?.filter(({ values }) => field.access === 'rw' && values[name] !== undefined);
        for (const row of settable ?? []) grid.set(row, name, field.default);
      }
    };
    const words = title === undefined ? { label: t('Ports') } : { title: t(title), label: t(title) };
    return (
      <>
        {options.defaults && (
          <PageActions>
            <Button disabled={!grid.rows} onClick={toDefaults}>
              {t('Defaults')}
            </Button>
          </PageActions>
        )}
        <PortTable
          grid={grid}
          columns={columns}
          further={further}
          {...words}
          {...(view !== undefined && {
            actions: (
              <HeadingChoice
                label="Columns"
                titles={[...views.map((one) => one.title), ALL]}
                chosen={view}
                onChange={setView}
              />
            ),
          })}
        />
      </>
    );
  };
}

/** The choice of every column: a source text. */
const ALL = 'All';

/** Every column but those that name the row and those that are an order to the device. */
function namesOf(objects: readonly TableObject[], port: string | undefined): readonly string[] {
  const tables = { objects, port };
  const index = new Set([...objects.map((object) => portColumn(tables, object)), ...furtherIndex(tables)]);
  return objects.flatMap((object) =>
    Object.entries<Fields[string]>(object.fields)
      .filter(([name, { access }]) => !index.has(name) && !Object.hasOwn(object.index, name) && access !== 'action')
      .map(([name]) => name),
  );
}

function inOrder(first: readonly string[], names: readonly string[]): readonly string[] {
  return [...first.filter((name) => names.includes(name)), ...names.filter((name) => !first.includes(name))];
}

function columnOf(
  name: string,
  look: ColumnLook,
  supported: Values | undefined,
  rowUnusable: (row: PortRow) => string | undefined,
  t: (text: string) => string,
): PortColumn {
  const { support, unusable, ...rest } = look;
  const lacks = support !== undefined && supported?.[support] === NOT_SUPPORTED;
  const reason = (row: PortRow) => (lacks ? 'Not available on this switch.' : unusable?.(row));
  const say = (row: PortRow) => {
    const words = reason(row);
    return words === undefined ? rowUnusable(row) : t(words);
  };
  return { name, ...rest, ...((lacks || unusable || rowUnusable !== usable) && { unusable: say }) };
}

/** "Disabled" of a status, "No" of a truth. */
const NOT_SUPPORTED = 2;

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}
