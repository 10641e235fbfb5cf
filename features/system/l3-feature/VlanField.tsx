import { useEffect } from 'react';
import { FormField } from '../../../console/form/FormField.tsx';
import { useDraftValue, useSetDraftValue } from '../../../console/form/form-context.ts';
import { VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';

/** The VLAN of a new interface, which the interface's index, a column of this name, follows. */
export function VlanField({ index }: { index: string }) {
  const vlan = Number(useDraftValue('ipIfVlanId'));
  const set = useSetDraftValue();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter is another one on each drawing
  useEffect(() => {
    if (Number.isInteger(vlan) && vlan > 0) set(index, VLAN_INTERFACE_BASE + vlan);
  }, [vlan]);
  return <FormField name="ipIfVlanId" />;
}
