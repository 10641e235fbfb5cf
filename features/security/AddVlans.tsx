import { AddRows, type ColumnOfAll } from '../../console/form/AddRows.tsx';
import { useText } from '../../console/translations/use-text.ts';
import { vlanList } from '../../model/schema/kinds/vlan-list.ts';
import type { IndexOf, RowOf, TableObject } from '../../model/schema/object.ts';
import { parseVlanList } from '../../model/values/vlan-list.ts';

/** The last VLAN that the pages of inspection take (docs/specification/product.md 9, "VLAN settings index"). */
const LAST_VLAN = 4093;

interface AddVlansProps<T extends TableObject> {
  readonly object: T;
  /** The heading, translated. */
  readonly title: string;
  /** In the device's log: a source text. */
  readonly what: string;
  readonly onDone: () => void;
  /** Source text: what the list of VLANs is called. */
  readonly label?: string;
  /** The VLANs that have a row; undefined until they are read. */
  readonly present: ReadonlySet<number> | undefined;
  /** Source text: what is said of a VLAN that has a row. */
  readonly taken?: string;
  readonly columns?: readonly ColumnOfAll[];
  /** A new row of a VLAN. */
  readonly row: (vlan: number) => IndexOf<T> & Partial<RowOf<T>>;
}

/** Adds rows of a table that has one for each VLAN: several at once, all or none. */
export function AddVlans<T extends TableObject>(props: AddVlansProps<T>) {
  const { label = 'VLAN ID', present, taken = 'VLAN is already listed.', columns = [], row, ...rest } = props;
  const t = useText();
  return (
    <AddRows
      {...rest}
      which={vlanList({ label, maximum: LAST_VLAN, required: true })}
      help={t('One VLAN or several, such as "1-3,5".')}
      columns={columns}
      rows={(chosen) => {
        const vlans = parseVlanList(String(chosen), LAST_VLAN) ?? [];
        const there = vlans.find((vlan) => present?.has(vlan));
        return there === undefined ? vlans.map(row) : t(taken, { vlan: there });
      }}
    />
  );
}
