import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { mac } from '../../../model/schema/kinds/mac.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';

/** MAC VLAN entries at most (docs/specification/network.md 0.6). */
const MAC_VLAN_MAXIMUM = 256;

/** Stations whose frames belong to a VLAN wherever they enter (docs/specification/network.md, "MAC VLAN"). */
export const macVlanEntry = table('macVlanEntry', {
  title: 'MAC VLAN',
  page: '/Network/MACVLAN',
  index: { macVlanAddress: mac({ label: 'MAC Address', access: 'create', addresses: 'unicast' }) },
  columns: {
    macVlanId: vlanId({
      label: 'VLAN ID',
      references: { table: dot1qVlanStaticEntry },
      help: 'Answers leave untagged only through ports that are untagged members of it.',
    }),
    macVlanPriority: integer({
      label: 'Priority',
      min: 0,
      max: 7,
      help: '802.1p priority of the untagged frames of the station; tagged frames keep theirs.',
    }),
    macVlanEntryStatus: enumeration({
      label: 'Status',
      access: 'ro',
      choices: { active: [1, 'Active'], inactive: [2, 'Inactive'] },
      help: 'Inactive if no port is an untagged member of the VLAN: answers would not reach the station.',
    }),
  },
  rows: { max: MAC_VLAN_MAXIMUM },
  rowName: ({ macVlanAddress }) => say('MAC VLAN of {{address}}', { address: macVlanAddress }),
  privateMib: {
    number: 67,
    columns: ['macVlanAddress', 'macVlanId', 'macVlanPriority', 'macVlanEntryStatus', 'RowStatus'],
  },
});

/** Wire values of `macVlanEntryStatus`. */
export const EntryStatus = macVlanEntry.fields.macVlanEntryStatus.values;
