import type { GroupValues, RowOf } from '../../../model/schema/object.ts';
import type { Message } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { type dot1qTpFdbEntry, FdbFilterType, FdbStatus, fdbControl } from './objects.ts';

/** Which addresses are looked for; 0 and "" look for all. */
export interface AddressFilter {
  readonly fdbFilterPort: number;
  readonly fdbFilterVlan: number;
  /** The beginning of an address, in canonical form: "00-11-2". */
  readonly fdbFilterMac: string;
  readonly fdbFilterType: GroupValues<typeof fdbControl>['fdbFilterType'];
}

/** Looks for all. */
export const everyAddress: AddressFilter = {
  fdbFilterPort: 0,
  fdbFilterVlan: 0,
  fdbFilterMac: '',
  fdbFilterType: FdbFilterType.all,
};

/** What was typed and chosen, as a filter; an empty box looks for all. `vlanProblem` says what is wrong with the VLAN. */
export function readFilter(
  draft: Readonly<Record<keyof AddressFilter, Value>>,
): { readonly ok: true; readonly filter: AddressFilter } | { readonly ok: false; readonly vlanProblem: Message } {
  const typed = String(draft.fdbFilterVlan).trim();
  const vlan = fdbControl.fields.fdbFilterVlan.read(typed === '' ? 0 : typed);
  if (!vlan.ok) return { ok: false, vlanProblem: vlan.message };
  const type = fdbControl.fields.fdbFilterType.read(draft.fdbFilterType);
  const digits = String(draft.fdbFilterMac).replaceAll(/[^0-9A-Fa-f]/g, '');
  return {
    ok: true,
    filter: {
      fdbFilterPort: Number(draft.fdbFilterPort),
      fdbFilterVlan: vlan.value,
      fdbFilterMac: (digits.toUpperCase().match(/.{1,2}/g) ?? []).join('-'),
      fdbFilterType: type.ok ? type.value : FdbFilterType.all,
    },
  };
}

/** Statuses that a type of the filter looks for. Entries being learnt by port security count as dynamic. */
const statuses = new Map<number, readonly number[]>([
  [FdbFilterType.static, [FdbStatus.mgmt]],
  [FdbFilterType.learning, [FdbStatus.learned]],
  [FdbFilterType.dynamic, [FdbStatus.learned]],
]);

/** The rows that a filter looks for; the same list where it looks for all. */
export function addressesFound<Row extends RowOf<typeof dot1qTpFdbEntry>>(
  rows: readonly Row[],
  { fdbFilterPort: port, fdbFilterVlan: vlan, fdbFilterMac: mac, fdbFilterType: type }: AddressFilter,
): readonly Row[] {
  const wanted = statuses.get(type);
  if (port === 0 && vlan === 0 && mac === '' && !wanted) return rows;
  return rows.filter(
    (row) =>
      (port === 0 || row.dot1qTpFdbPort === port) &&
      (vlan === 0 || row.dot1qFdbId === vlan) &&
      row.dot1qTpFdbAddress.startsWith(mac) &&
      (!wanted || wanted.includes(row.dot1qTpFdbStatus)),
  );
}
