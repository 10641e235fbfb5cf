import { counter64 } from '../../../model/schema/kinds/counter64.ts';
import { status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { port } from '../../../model/schema/kinds/port.ts';
import { portList } from '../../../model/schema/kinds/port-list.ts';
import { table } from '../../../model/schema/object.ts';
import { PORT_LIST_MAXIMUM } from '../../../model/values/port-list.ts';

/** Mirror sessions: SMON's portCopyEntry grouped by target (docs/specification/network.md, "Mirroring"; RFC 2613). */
export const mirrorSessionEntry = table('mirrorSessionEntry', {
  title: 'Mirroring session',
  page: '/Network/Mirroring',
  index: { mirrorSessionId: integer({ label: 'Session', access: 'create', min: 1, max: 4 }) },
  columns: {
    mirrorSessionStatus: status({
      label: 'Mirroring Status',
      help: 'Disabling keeps the ports below.',
    }),
    mirrorTargetPort: port({
      label: 'Target Port',
      maximum: PORT_LIST_MAXIMUM,
      help: 'Receives the copies; does no normal switching while the session is enabled.',
    }),
    mirrorIngressPorts: portList({
      label: 'Ingress Ports',
      help: 'Frames as received, including those dropped later.',
    }),
    mirrorEgressPorts: portList({ label: 'Egress Ports', help: 'Frames as sent.' }),
    portCopyDestDropEvents: counter64({
      label: 'Dropped Copies',
      unit: 'frames',
      help: 'Copies dropped because the target port was congested.',
    }),
  },
  rows: { max: ({ mirrorSessions }) => mirrorSessions, fixed: true },
  factory: ({ mirrorSessions }) => Array.from({ length: mirrorSessions }, (_, at) => ({ mirrorSessionId: at + 1 })),
  privateMib: {
    number: 36,
    columns: [
      'mirrorSessionId',
      'mirrorSessionStatus',
      'mirrorTargetPort',
      'mirrorIngressPorts',
      'mirrorEgressPorts',
      'portCopyDestDropEvents',
    ],
  },
});
