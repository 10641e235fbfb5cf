import { PlainField } from '../../console/form/PlainField.tsx';
import { isLinkLocal } from '../../console/page/server-vlan.ts';
import { useText } from '../../console/translations/use-text.ts';
import { wordsOf } from '../../model/values/message.ts';
import { fieldOf, type Tftp } from './use-tftp.ts';

/** Source or destination of a TFTP transfer; the VLAN matters only for a link-local server. */
export function TftpFields({ tftp }: { tftp: Tftp }) {
  const t = useText();
  const { address, vlan, fileName } = tftp.columns;
  const shown = isLinkLocal(tftp.value(address)) ? [address, vlan, fileName] : [address, fileName];
  return shown.map((column) => {
    const field = fieldOf(tftp.columns, column);
    const message = tftp.message(column);
    if (!field) return null;
    return (
      <PlainField
        key={column}
        field={field}
        value={tftp.value(column)}
        onChange={(value) => tftp.set(column, value)}
        message={message && wordsOf(message, t)}
      />
    );
  });
}
