import { Tag } from '../../../console/elements/Tag.tsx';
import { form } from '../../../console/page/form.tsx';
import { portTable } from '../../../console/page/port-table.tsx';
import type { PortRow } from '../../../console/ports/port-draft.ts';
import { translate } from '../../../console/translations/language.ts';
import { valueText } from '../../../model/schema/value-text.ts';
import { MemberState, voiceVlan, voiceVlanPortEntry } from './objects.ts';

export default [
  form(voiceVlan, { title: 'Voice VLAN', what: 'Voice VLAN' }),
  portTable(voiceVlanPortEntry, {
    title: 'Ports',
    what: 'Voice VLAN of ports',
    poll: 5000,
    columns: { voiceVlanPortState: { draw: (row) => <State row={row} /> } },
  }),
];

/** Whether the port is in the voice VLAN, and by whom. */
function State({ row: { values } }: { readonly row: PortRow }) {
  const state = values.voiceVlanPortState ?? MemberState.none;
  return (
    <Tag tone={state === MemberState.none ? 'neutral' : 'ok'}>
      {valueText(translate, voiceVlanPortEntry.fields.voiceVlanPortState, state)}
    </Tag>
  );
}
