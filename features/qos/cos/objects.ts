import { status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { DEFAULT_QUEUES, QUEUE_COUNT, queueId } from '../queues.ts';

const page = '/QoS/CoS';

/** Whether ports have queues (docs/specification/security.md, "CoS"; RFC 4363 dot1dExtBase). */
export const dot1dTrafficClassesEnabled = group('dot1dTrafficClassesEnabled', {
  title: 'QoS',
  page,
  oid: '1.3.6.1.2.1.17.6.1.1',
  fields: {
    dot1dTrafficClassesEnabled: status({
      mib: { column: 2 },
      label: 'QoS Status',
      help: 'Disabled: every port has one queue, and frames leave in order of arrival. Settings of the QoS pages are kept.',
    }),
  },
});

/** The queue of each priority, for all ports alike. */
export const dot1dTrafficClassEntry = table('dot1dTrafficClassEntry', {
  title: 'Queue of priority',
  page,
  index: {
    dot1dTrafficClassPriority: integer({
      label: 'Priority',
      access: 'create',
      min: 0,
      max: 7,
      help: 'Priority in the tag of received frames, or given to untagged ones.',
    }),
  },
  columns: {
    dot1dTrafficClass: queueId({
      help: 'Queue for frames of this priority; higher queues are served first or more often.',
    }),
  },
  rows: { max: QUEUE_COUNT, fixed: true },
  factory: () =>
    DEFAULT_QUEUES.map((dot1dTrafficClass, dot1dTrafficClassPriority) => ({
      dot1dTrafficClassPriority,
      dot1dTrafficClass,
    })),
  rowName: ({ dot1dTrafficClassPriority: priority }) => say('priority {{priority}}', { priority }),
  privateMib: { number: 165, columns: ['dot1dTrafficClassPriority retired', 'dot1dTrafficClass'] },
});
