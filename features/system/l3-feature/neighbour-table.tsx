import { useApply } from '../../../console/call/use-apply.ts';
import { useRows } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { confirmDeletion } from '../../../console/feedback/dialogs.ts';
import { PlainField } from '../../../console/form/PlainField.tsx';
import { usePlainField } from '../../../console/form/use-plain-field.ts';
import type { Part } from '../../../console/navigation/menu-entry.ts';
import { ObjectTable } from '../../../console/table/ObjectTable.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import type { ObjectCall } from '../../../model/wire/call.ts';
import { ipNetToPhysicalEntry, NeighbourState, NeighbourType } from './arp-objects.ts';

type Row = RowOf<typeof ipNetToPhysicalEntry>;

/** Columns of the table of one family's neighbors. Texts are source texts. */
interface NeighbourTableOptions {
  /** `ipNetToPhysicalNetAddressType`. */
  readonly family: 1 | 2;
  readonly title: string;
  /** Clears learned entries, once this question is confirmed. */
  readonly clear: ObjectCall;
  readonly question: string;
  /** In the device's log. */
  readonly what: string;
}

/** Which entries are shown (docs/specification/product.md 9, "Address table filter"). */
const shownEntries = enumeration({
  label: 'Show',
  choices: { all: [0, 'All'], static: [1, 'Static'], learning: [2, 'Being resolved'], dynamic: [3, 'Learned'] },
  default: 0,
});

function isShown(row: Row, choice: number): boolean {
  const { all, static: said, learning } = shownEntries.values;
  if (choice === all) return true;
  if (choice === said) return row.ipNetToPhysicalType === NeighbourType.static;
  const isAsked = row.ipNetToPhysicalState === NeighbourState.incomplete;
  return row.ipNetToPhysicalType === NeighbourType.dynamic && isAsked === (choice === learning);
}

/** Neighbors of one address family: static ones, learned ones, and the switch itself. */
export function neighbourTable({ family, title, clear: cleared, question, what }: NeighbourTableOptions): Part {
  return function NeighbourTable() {
    const t = useText();
    const { apply, pending } = useApply();
    const choice = usePlainField(shownEntries, 0);
    const { data } = useRows(ipNetToPhysicalEntry, {}, { poll: 10_000 });
    const entries = data?.filter((row) => row.ipNetToPhysicalNetAddressType === family);
    const isLearnt = (row: Row) => row.ipNetToPhysicalType === NeighbourType.dynamic;
    const clear = async () => {
      if (await confirmDeletion({ text: t(question) })) await apply(cleared, { what });
    };
    return (
      <>
        <PlainField {...choice} />
        <ObjectTable
          object={ipNetToPhysicalEntry}
          rows={entries?.filter((row) => isShown(row, choice.value))}
          title={t(title)}
          filter="Interface, IP or MAC address"
          columns={[
            'ipNetToPhysicalIfIndex',
            'ipNetToPhysicalNetAddress',
            'ipNetToPhysicalPhysAddress',
            'arpHost',
            'ipNetToPhysicalType',
            'ipNetToPhysicalState',
            'arpPort',
            'arpAge',
          ]}
          kept={false}
          empty={t('No stations.')}
          actions={
            <Button
              look="text"
              destructive
              busy={pending}
              disabled={!entries?.some(isLearnt)}
              onClick={() => void clear()}
            >
              {t('Clear learned entries')}
            </Button>
          }
        />
      </>
    );
  };
}
