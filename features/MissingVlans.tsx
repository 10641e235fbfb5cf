import { createRow } from '../console/call/object-calls.ts';
import { useApply } from '../console/call/use-apply.ts';
import { useRows } from '../console/call/use-reads.ts';
import { Button } from '../console/elements/Button.tsx';
import type { MissingRows } from '../console/form/missing-rows.ts';
import { useText } from '../console/translations/use-text.ts';
import { formatNumberRanges } from '../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from './network/vlan/static-vlan-objects.ts';

/** VLANs that are added at a time: more are a mistake in typing. */
const AT_ONCE = 16;

/** Adds the VLANs that a field names and the switch does not have, without leaving the form. */
const MissingVlans: MissingRows = ({ field, value, isSaid, onAdded }) => {
  const t = useText();
  const { data } = useRows(dot1qVlanStaticEntry);
  const { apply, pending } = useApply();
  const reading = field.read(value);
  if (!data || !reading.ok) return null;
  const present = new Set(data.map(({ dot1qVlanIndex }) => dot1qVlanIndex));
  const missing = (field.names?.of(reading.value) ?? []).filter((vlan) => !present.has(vlan));
  if (missing.length === 0 || missing.length > AT_ONCE) return null;
  const vlans = formatNumberRanges(missing);
  const isOne = missing.length === 1;
  const add = async () => {
    const calls = missing.map((dot1qVlanIndex) => createRow(dot1qVlanStaticEntry, { dot1qVlanIndex }));
    if ((await apply(calls, { what: 'Add VLAN' })).ok) onAdded();
  };
  return (
    <span role="status">
      {!isSaid &&
        (isOne
          ? t('VLAN {{vlan}} does not exist.', { vlan: vlans })
          : t('VLANs {{vlans}} do not exist.', { vlans }))}{' '}
      <Button look="text" busy={pending} onClick={() => void add()}>
        {isOne ? t('Add VLAN {{vlan}}', { vlan: vlans }) : t('Add VLANs {{vlans}}', { vlans })}
      </Button>
    </span>
  );
};

export default MissingVlans;
