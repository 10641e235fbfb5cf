import { useCallback } from 'react';
import { useRows } from '../../../console/call/use-reads.ts';
import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { translate } from '../../../console/translations/language.ts';
import { useText } from '../../../console/translations/use-text.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { offNotice } from '../../off-notice.tsx';
import { useMemberRows } from '../../use-trunks.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { MemberState, voiceVlan, voiceVlanPortEntry } from './objects.ts';

export default [
  form(voiceVlan, { title: 'Voice VLAN', what: 'Voice VLAN' }),
  offNotice(voiceVlan, 'voiceVlanStatus'),
  portTable(voiceVlanPortEntry, {
    title: 'Ports',
    what: 'Voice VLAN of ports',
    poll: 5000,
    useUnusable: useOrdinaryPorts,
    columns: { voiceVlanPortState: { draw: (row) => <State row={row} /> } },
  }),
];

/** Why phones are not detected at a port: it is in a trunk, or it is a mirroring target. */
function useOrdinaryPorts(): (row: PortRow) => string | undefined {
  const t = useText();
  const member = useMemberRows();
  const { data: sessions } = useRows(mirrorSessionEntry);
  return useCallback(
    (row) => {
      const isTarget = sessions?.some(
        ({ mirrorSessionStatus, mirrorTargetPort }) =>
          mirrorSessionStatus === Status.enabled && mirrorTargetPort === row.port,
      );
      return isTarget ? t('Port {{port}} is a mirroring target port.', { port: row.port }) : member(row);
    },
    [t, member, sessions],
  );
}

/** Whether the port is in the voice VLAN, and by whom. */
function State({ row: { values } }: { readonly row: PortRow }) {
  const state = values.voiceVlanPortState ?? MemberState.none;
  return (
    <Tag tone={state === MemberState.none ? 'neutral' : 'ok'}>
      {valueText(translate, voiceVlanPortEntry.fields.voiceVlanPortState, state)}
    </Tag>
  );
}
