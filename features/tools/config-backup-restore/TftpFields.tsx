import { PlainField } from '../../../console/form/PlainField.tsx';
import { isLinkLocal } from '../../../console/page/server-vlan.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import { cfgTransferCtrl } from './objects.ts';
import type { Tftp } from './use-tftp.ts';

const { cfgServerAddr, cfgServerVlan, cfgFileName } = cfgTransferCtrl.fields;

/** Where a TFTP transfer goes to or comes from; the VLAN matters for a link-local server alone. */
export function TftpFields({ tftp: { values, messages, set } }: { tftp: Tftp }) {
  const t = useText();
  const linkLocal = isLinkLocal(values.cfgServerAddr);
  const words = (message: Message | undefined) => message && wordsOf(message, t);
  return (
    <>
      <PlainField
        field={cfgServerAddr}
        value={values.cfgServerAddr}
        onChange={(value) => set('cfgServerAddr', value)}
        message={words(messages.cfgServerAddr)}
      />
      {linkLocal && (
        <PlainField
          field={cfgServerVlan}
          value={values.cfgServerVlan}
          onChange={(value) => set('cfgServerVlan', value)}
          message={words(messages.cfgServerVlan)}
        />
      )}
      <PlainField
        field={cfgFileName}
        value={values.cfgFileName}
        onChange={(value) => set('cfgFileName', value)}
        message={words(messages.cfgFileName)}
      />
    </>
  );
}
