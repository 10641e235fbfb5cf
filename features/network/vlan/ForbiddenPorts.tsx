import type { ControlProps } from '../../../console/controls/control.ts';
import { FormField } from '../../../console/form/FormField.tsx';
import { useDraftValue, useFieldMessage } from '../../../console/form/form-context.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { hasPort, NO_PORTS } from '../../../model/values/port-list.ts';
import { PortChoice, portsIn } from '../port-choice.tsx';
import styles from './vlan.module.css';

const column = 'dot1qVlanForbiddenEgressPorts';

/** The ports that no protocol may bring into the VLAN; out of the way until some are chosen, since few need it. */
export function ForbiddenPorts() {
  const t = useText();
  const chosen = portsIn(useDraftValue(column));
  const problem = useFieldMessage(column);
  return (
    <details className={styles.fold} open={chosen !== NO_PORTS || problem !== undefined}>
      <summary>{t('Ports that protocols never add to this VLAN')}</summary>
      <FormField name={column} control={NonMembers} wide />
    </details>
  );
}

/** Any port but the VLAN's members. */
function NonMembers(props: ControlProps) {
  const t = useText();
  const members = portsIn(useDraftValue('dot1qVlanStaticEgressPorts'));
  const reason = (port: number) =>
    hasPort(members, port) ? t('Port {{port}} is a member of the VLAN.', { port }) : undefined;
  return <PortChoice {...props} reason={reason} />;
}
