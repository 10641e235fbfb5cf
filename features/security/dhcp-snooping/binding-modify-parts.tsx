import { isRowGone } from '../../../console/call/failure.ts';
import { useRow } from '../../../console/call/use-reads.ts';
import { Button } from '../../../console/elements/Button.tsx';
import { Notice } from '../../../console/elements/Notice.tsx';
import { CreateForm, RowForm } from '../../../console/form/object-forms.tsx';
import { DeclaredFields } from '../../../console/page/DeclaredFields.tsx';
import { Navigate } from '../../../console/router/Link.tsx';
import { useNavigate, useSearchParams } from '../../../console/router/router-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { BridgePortControl } from '../../bridge-port-control.tsx';
import { bindingIn, bindingList } from './binding-path.ts';
import { BindingType, dhcpSnoopingBindingEntry, dhcpSnoopingStaticBindingEntry } from './objects.ts';

const fields = (
  <DeclaredFields fields={['bindingIp', { name: 'bindingPort', control: BridgePortControl }, 'bindingLease']} />
);

export default [BindingModify];

/** One binding: a static one is modified, a learned one made static. */
function BindingModify() {
  const t = useText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const index = bindingIn(search);
  const wanted = index ?? { bindingVlanId: 0, bindingMac: '' };
  const { data: binding, error } = useRow(dhcpSnoopingBindingEntry, wanted, { enabled: index !== undefined });
  if (!index) return <Navigate to={bindingList} replace />;
  const back = () => void navigate(bindingList);
  const { bindingVlanId: vlan, bindingMac: address } = index;
  if (isRowGone(error)) {
    return (
      <Notice tone="warn" live actions={<Button onClick={back}>{t('Back')}</Button>}>
        {t('Binding no longer exists.')}
      </Notice>
    );
  }
  const title = t('{{address}} in VLAN {{vlan}}', { address, vlan });
  if (binding?.bindingType === BindingType.dynamic) {
    const { bindingIp, bindingPort } = binding;
    return (
      <>
        <Notice>{t('This binding was learned. Add makes it static, so that it remains after the lease ends.')}</Notice>
        <CreateForm
          object={dhcpSnoopingStaticBindingEntry}
          initial={{ ...index, bindingIp, bindingPort }}
          title={title}
          what="Make a binding static"
          onApplied={back}
          onCancel={back}
        >
          {fields}
        </CreateForm>
      </>
    );
  }
  return (
    <RowForm
      object={dhcpSnoopingStaticBindingEntry}
      index={index}
      title={title}
      what="Modify static binding"
      onApplied={back}
      onCancel={back}
    >
      {fields}
    </RowForm>
  );
}
