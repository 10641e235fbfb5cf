import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { AddressMode } from '../system/l3-feature/objects.ts';
import { checkAddress } from './checks.ts';
import { usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';

/** The management address, local branch (reference: Wizard setup4IPGatewayDNS). */
export default function Setup4IPGatewayDNS() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="setup4IPGatewayDNS"
      title={t('Management address')}
      sentence={t('Where this console is found from now on.')}
    >
      {present && (
        <WizardForm
          step="setup4IPGatewayDNS"
          present={present.values}
          back="setup3timeLocal"
          next="WizardApply"
          check={checkAddress}
        >
          <AddressFields />
        </WizardForm>
      )}
    </WizardFrame>
  );
}

function AddressFields() {
  const t = useText();
  const dhcp = Number(useDraftValue('ipAddrCfgMode')) === AddressMode.dynamic && t('from DHCP');
  return (
    <FormFields>
      <FormField name="ipAddrCfgMode" wide />
      <FormField name="ip" disabled={dhcp} />
      <FormField name="mask" disabled={dhcp} />
      <FormField name="gateway" disabled={dhcp} />
      <FormField name="dns" disabled={dhcp} />
    </FormFields>
  );
}
