import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';
import { QUEUE_COUNT } from '../queues.ts';

/** The priority of what comes in without a tag (docs/specification/security.md, "Port Priority"; RFC 4363). */
export const dot1dPortPriorityEntry = table('dot1dPortPriorityEntry', {
  title: 'Priority of port',
  page: '/QoS/PortPriority',
  index: { dot1dBasePort: integer({ label: 'Port', access: 'create', min: 1, max: PORT_LIST_MAXIMUM }) },
  columns: {
    dot1dPortDefaultUserPriority: integer({
      mib: { column: 1 },
      label: 'Priority',
      min: 0,
      max: 7,
      help: 'For frames received untagged; if they leave tagged, it is in their tag. Voice VLAN, MAC VLAN and protocol VLAN take precedence.',
    }),
    dot1dPortNumTrafficClasses: integer({
      mib: { column: 2 },
      label: 'Queues',
      access: 'ro',
      min: 1,
      max: QUEUE_COUNT,
      default: QUEUE_COUNT,
      help: 'Number of egress queues of the port.',
    }),
    trunkId: text({ label: 'Trunk', access: 'ro', maxLength: 8 }),
  },
  rows: { max: PORT_LIST_MAXIMUM, fixed: true },
  alikeInTrunk: { columns: ['dot1dPortDefaultUserPriority'] },
  factory: ({ ports }) => [...ports.keys()].map((dot1dBasePort) => ({ dot1dBasePort })),
  rowName: ({ dot1dBasePort }) => say('port {{port}}', { port: dot1dBasePort }),
  oid: '1.3.6.1.2.1.17.6.1.2.1.1',
  privateMib: { number: 166, columns: ['trunkId'] },
});
