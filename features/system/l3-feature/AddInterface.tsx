import { FormField } from '../../../console/form/FormField.tsx';
import { FormFields } from '../../../console/form/FormFields.tsx';
import { CreateForm } from '../../../console/form/object-forms.tsx';
import { useText } from '../../../console/translations/use-text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { ipv4InterfaceEntry } from './objects.ts';
import { VlanField } from './VlanField.tsx';

/** Fields of a new interface; VLAN 1 has one already (docs/specification/product.md 9, "VLAN ID 2-4094"). */
const newInterface = table(ipv4InterfaceEntry.name, {
  title: ipv4InterfaceEntry.title,
  index: ipv4InterfaceEntry.index,
  columns: {
    ipIfVlanId: vlanId({ label: 'VLAN ID', min: 2, access: 'create', help: 'The VLAN must exist.' }),
    ipAddressAddr: ipv4InterfaceEntry.fields.ipAddressAddr,
    ipAddressMask: ipv4InterfaceEntry.fields.ipAddressMask,
  },
  rows: ipv4InterfaceEntry.rows,
  rowName: (row) => say('interface {{name}}', { name: `vlan${row.ipIfVlanId}` }),
});

/** Adds an interface in a VLAN. */
export function AddInterface({ onDone }: { onDone: () => void }) {
  const t = useText();
  return (
    <CreateForm
      object={newInterface}
      title={t('New IPv4 interface')}
      what="Add IPv4 interface"
      onApplied={onDone}
      onCancel={onDone}
    >
      <FormFields>
        <VlanField index="ipv4InterfaceIfIndex" />
        <FormField name="ipAddressAddr" help={t('May stay empty until later.')} />
        <FormField name="ipAddressMask" />
      </FormFields>
    </CreateForm>
  );
}
