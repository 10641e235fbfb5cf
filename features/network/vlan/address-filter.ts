import type { GroupValues } from '../../../model/schema/object.ts';
import type { Message } from '../../../model/values/message.ts';
import type { Value } from '../../../model/wire/call.ts';
import { FdbFilterType, fdbControl } from './address-table-objects.ts';

/** Which addresses are looked for; 0 and "" look for all. */
export type AddressFilter = {
  readonly fdbFilterPort: number;
  readonly fdbFilterVlan: number;
  /** The beginning of an address, in canonical form: "00-11-2". */
  readonly fdbFilterMac: string;
  readonly fdbFilterType: GroupValues<typeof fdbControl>['fdbFilterType'];
};

/** Looks for all. */
export const everyAddress: AddressFilter = {
  fdbFilterPort: 0,
  fdbFilterVlan: 0,
  fdbFilterMac: '',
  fdbFilterType: FdbFilterType.all,
};

/**
 * The entered and chosen values, as a filter; an empty box matches all. `vlanProblem` is the message about the VLAN.
 */
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
