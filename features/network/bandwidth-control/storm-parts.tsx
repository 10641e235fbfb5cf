import { Tag } from '../../../console/elements/Tag.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { StormState, stormCtrlEntry } from './objects.ts';

export default [
  portTable(stormCtrlEntry, {
    what: 'Storm control of ports',
    poll: 5000,
    columns: { stormCtrlState: { draw: (row) => <State row={row} /> } },
  }),
];

/** Whether there is a storm at a port; without limits nothing is measured. */
function State({ row: { values } }: { readonly row: PortRow }) {
  const t = useText();
  if (values.stormCtrlState === StormState.storm) return <Tag tone="bad">{t('Storm')}</Tag>;
  const limited = [values.stormCtrlDlf, values.stormCtrlBroadcast, values.stormCtrlMulticast].includes(Status.enabled);
  return <Tag tone={limited ? 'ok' : 'neutral'}>{t('Normal')}</Tag>;
}
