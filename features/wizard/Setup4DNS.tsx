import { useState } from 'react';
import { setGroup } from '../../console/call/object-calls.ts';
import { useApply } from '../../console/call/use-apply.ts';
import { useGroup } from '../../console/call/use-reads.ts';
import { Button } from '../../console/elements/Button.tsx';
import { Tag } from '../../console/elements/Tag.tsx';
import { FormField } from '../../console/form/FormField.tsx';
import { FormFields } from '../../console/form/FormFields.tsx';
import { useDraftValue } from '../../console/form/form-context.ts';
import { useText } from '../../console/translations/use-text.ts';
import { parseHostName } from '../../model/values/host-name.ts';
import { sysCloudCtrl } from '../system/cloud-settings/objects.ts';
import { DnsOrigin, DnsTestStatus, dnsResolverCtrl } from '../system/dns/objects.ts';
import { checkNames } from './checks.ts';
import { usePresent } from './use-present.ts';
import { WizardForm } from './WizardForm.tsx';
import { WizardFrame } from './WizardFrame.tsx';
import styles from './wizard.module.css';

/** Milliseconds between two looks at a test that runs. */
const POLL = 1_000;

/** Name resolution, cloud branch (docs/specification/system.md, "Wizard > setup4DNS"). */
export default function Setup4DNS() {
  const t = useText();
  const present = usePresent();
  return (
    <WizardFrame
      step="setup4DNS"
      title={t('Name resolution')}
      sentence={t('DNS servers for resolving the address of the cloud.')}
    >
      {present && (
        <WizardForm
          step="setup4DNS"
          present={present.values}
          back="setup3timeLocalCloud"
          next="setup5CloudLogin"
          check={checkNames}
        >
          <Servers />
        </WizardForm>
      )}
    </WizardFrame>
  );
}

function Servers() {
  const t = useText();
  const server = String(useDraftValue('dns'));
  const dhcp = Number(useDraftValue('dnsOrigin')) === DnsOrigin.dynamic && t('from DHCP');
  return (
    <>
      <FormFields>
        <FormField name="dnsOrigin" wide />
        <FormField name="dns" disabled={dhcp} />
        <FormField name="dnsSecondary" disabled={dhcp} />
      </FormFields>
      <CloudNameTest server={dhcp ? '' : server} />
    </>
  );
}

/** Lets the switch look for the cloud by the server that was typed; nothing is changed by it. */
function CloudNameTest({ server }: { readonly server: string }) {
  const t = useText();
  const { apply, pending } = useApply();
  const [asked, setAsked] = useState(false);
  const { data: cloud } = useGroup(sysCloudCtrl);
  const { data: test } = useGroup(dnsResolverCtrl, { poll: asked ? POLL : false });
  const host = cloud?.systemCloudServer.replace(/:\d+$/, '') ?? '';
  const isKnown = asked && test?.dnsTestedName === host && test.dnsTestStatus !== DnsTestStatus.running;
  const ask = async () => {
    const readable = dnsResolverCtrl.fields.dnsTestServer.read(server).ok ? server : '';
    const call = setGroup(dnsResolverCtrl, { dnsTestName: host, dnsTestServer: readable });
    setAsked((await apply(call, { success: false })).ok);
  };
  // One that is known by its address needs no server to be found.
  if (host === '' || parseHostName(host) === undefined) return null;
  return (
    <p className={styles.test} role="status">
      <Button look="outlined" busy={pending || (asked && !isKnown)} onClick={() => void ask()}>
        {t('Test')}
      </Button>
      {isKnown && (
        <span>
          <Tag tone={test.dnsTestStatus === DnsTestStatus.found ? 'ok' : 'warn'}>
            {t(dnsResolverCtrl.fields.dnsTestStatus.show(test.dnsTestStatus))}
          </Tag>{' '}
          <b>{host}</b> {test.dnsTestResult}
        </span>
      )}
    </p>
  );
}
