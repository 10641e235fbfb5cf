import { FormField } from '../../../../console/form/FormField.tsx';
import { FormFields } from '../../../../console/form/FormFields.tsx';
import { CreateForm } from '../../../../console/form/object-forms.tsx';
import { useText } from '../../../../console/translations/use-text.ts';
import { VlanField } from '../VlanField.tsx';
import { ipv6InterfaceEntry } from './interface-objects.ts';

/** Adds an interface in a VLAN; its addresses are set on its own page. */
export function AddIpv6Interface({ onDone }: { onDone: () => void }) {
  const t = useText();
  return (
    <CreateForm
      object={ipv6InterfaceEntry}
      title={t('New IPv6 interface')}
      what="Add IPv6 interface"
      onApplied={onDone}
      onCancel={onDone}
    >
      <FormFields>
        <VlanField index="ipv6InterfaceIfIndex" />
        <FormField name="ipv6AcceptRa" />
        <FormField name="dhcpv6State" />
      </FormFields>
    </CreateForm>
  );
}
