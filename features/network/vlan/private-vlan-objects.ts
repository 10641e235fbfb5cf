import { integer } from '../../../model/schema/kinds/integer.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { firstPorts, formatPortList, PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Which ports the frames that come in by a port may leave by (docs/specification/network.md, "VLAN > Private"). */
export const privateVlanPortEntry = table('privateVlanPortEntry', {
  title: 'Private VLAN',
  page: '/Network/VLAN/Private',
  index: {
    privateVlanSourcePort: integer({
      label: 'Source Port',
      access: 'create',
      min: 1,
      max: PORT_LIST_MAXIMUM,
      help: 'Port that receives the frames.',
    }),
  },
  columns: {
    privateVlanForwardPorts: portList({
      all: 'every',
      label: 'Forwarding Ports',
      help: 'Frames received on the source port leave only through these ports. The opposite direction is a setting of the other ports.',
    }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['privateVlanForwardPorts'], lists: ['privateVlanForwardPorts'] },
  factory: ({ ports, portCount }) => {
    const everyPort = formatPortList(firstPorts(portCount));
    return [...ports.keys()].map((privateVlanSourcePort) => ({
      privateVlanSourcePort,
      privateVlanForwardPorts: everyPort,
    }));
  },
  rowName: ({ privateVlanSourcePort }) => say('source port {{port}}', { port: privateVlanSourcePort }),
  privateMib: { number: 41, columns: ['privateVlanSourcePort', 'privateVlanForwardPorts'] },
});
