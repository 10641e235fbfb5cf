import { type ComponentType, useState } from 'react';
import { deleteRow } from '../../../console/call/object-calls.ts';
import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Tag } from '../../../console/elements/Tag.tsx';
import type { Part } from '../../../console/navigation/menu-entry.ts';
import { useNavigate } from '../../../console/router/router-context.ts';
import { AddButton } from '../../../console/table/AddButton.tsx';
import type { ColumnChoice } from '../../../console/table/column.ts';
import { DeleteButton } from '../../../console/table/DeleteButton.tsx';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import type { RowOf, TableObject } from '../../../model/schema/object.ts';
import type { Values } from '../../../model/wire/call.ts';
import { INTERFACES } from './objects.ts';

/** What the interfaces of a family have of their own. Texts are source texts. */
interface InterfaceFamily<T extends TableObject> {
  readonly title: string;
  readonly empty?: string;
  readonly columns: readonly ColumnChoice<T>[];
  /** The form of a new interface. */
  readonly Add: ComponentType<{ readonly onDone: () => void }>;
  /** The path of the page of one interface, by its index. */
  readonly path: (index: number) => string;
  /** The table of its addresses, which go with it; its column `ifIndex` names the interface. */
  readonly addresses: TableObject;
  readonly isBuiltIn?: (row: RowOf<T>) => boolean;
  /** In the device's log. */
  readonly deletion: string;
}

/** The VLAN interfaces of a family, and adding one. */
export function interfaceList<T extends TableObject>(object: T, family: InterfaceFamily<T>): Part {
  const { columns, Add, addresses } = family;
  return function Interfaces() {
    const t = useText();
    const [adding, setAdding] = useState(false);
    return (
      <>
        {adding && <Add onDone={() => setAdding(false)} />}
        <ObjectTable
          object={object}
          title={t(family.title)}
          poll={10_000}
          filter="Filter by VLAN or address"
          count={(total) => t('{{total}} of {{maximum}}', { total, maximum: INTERFACES })}
          columns={columns}
          kept={false}
          {...(family.empty !== undefined && { empty: t(family.empty) })}
          rowActions={(row) => <InterfaceActions row={row} />}
          addButton={<AddButton words={t('Add interface')} open={adding} onPress={() => setAdding(!adding)} />}
        />
      </>
    );
  };

  function InterfaceActions({ row }: { readonly row: RowOf<T> }) {
    const t = useText();
    const navigate = useNavigate();
    const { apply } = useApply();
    const { data: everyAddress = [] } = useRows(addresses);
    const values = row as Values;
    const name = String(values.ifName);
    const [column = ''] = Object.keys(object.index);
    const index = Number(values[column]);
    const remove = async () => {
      const own = everyAddress.filter(({ ifIndex }) => ifIndex === index);
      const calls = own.map((address) => deleteRow(addresses, indexOf(addresses, address)));
      await apply([...calls, deleteRow(object as TableObject, { [column]: index })], {
        what: family.deletion,
        ask: { text: t('Delete {{name}}?', { name }), destructive: true },
      });
    };
    return (
      <>
        <Button look="text" aria-label={`${t('Edit')} ${name}`} onClick={() => void navigate(family.path(index))}>
          {t('Edit')}
        </Button>
        {family.isBuiltIn?.(row) ? (
          <Tag tone="plain">{t('built in')}</Tag>
        ) : (
          <DeleteButton aria-label={`${t('Delete')} ${name}`} onClick={() => void remove()}>
            {t('Delete')}
          </DeleteButton>
        )}
      </>
    );
  }
}

/** Whether the interface has a link. */
export function LinkTag({ row }: { readonly row: { readonly ifOperStatus: number } }) {
  const t = useText();
  return row.ifOperStatus === 1 ? <Tag tone="ok">{t('Up')}</Tag> : <Tag>{t('Down')}</Tag>;
}

function indexOf(object: TableObject, row: Values): Values {
  return Object.fromEntries(Object.keys(object.index).map((column) => [column, row[column] ?? '']));
}
