import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { CreateForm, RowForm } from '../../console/form/object-forms.tsx';
import { useText } from '../../console/translations/use-text.ts';
import type { RowOf } from '../../model/schema/object.ts';
import { BridgePortControl } from '../bridge-port-control.tsx';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import { type hostEntry, hostLabelEntry, NameSource } from './objects.ts';
import { firstVlan } from './ping-target.ts';

interface HostFormProps {
  readonly host: RowOf<typeof hostEntry>;
  readonly onClose: () => void;
}

/** Gives a host a name of one's own, which is kept with the configuration. */
export function LabelForm({ host, onClose }: HostFormProps) {
  const t = useText();
  const name = (
    <FormFields>
      <FormField name="hostLabelName" />
    </FormFields>
  );
  const shared = { title: t('Label'), what: 'Rename host', onApplied: onClose, onCancel: onClose };
  return host.hostNameSource === NameSource.label ? (
    <RowForm object={hostLabelEntry} index={{ hostLabelAddress: host.hostAddress }} {...shared}>
      {name}
    </RowForm>
  ) : (
    <CreateForm
      object={hostLabelEntry}
      initial={{ hostLabelAddress: host.hostAddress }}
      {...shared}
      applyWords={t('Apply')}
    >
      {name}
    </CreateForm>
  );
}

/** Makes the host's address static where it is now. */
export function PinForm({ host, onClose }: HostFormProps) {
  const t = useText();
  return (
    <CreateForm
      object={dot1qStaticUnicastEntry}
      initial={{
        dot1qVlanIndex: firstVlan(host.hostVlans),
        dot1qStaticUnicastAddress: host.hostAddress,
        dot1qStaticUnicastAllowedToGoTo: host.hostPort,
      }}
      title={t('Pin to port')}
      what="Pin host"
      applyWords={t('Apply')}
      onApplied={onClose}
      onCancel={onClose}
    >
      <FormFields>
        <FormField name="dot1qVlanIndex" />
        <FormField name="dot1qStaticUnicastAllowedToGoTo" control={BridgePortControl} />
      </FormFields>
    </CreateForm>
  );
}
