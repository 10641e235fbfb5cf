import { status } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { CODE_POINTS } from '../code-points.ts';
import { DEFAULT_QUEUES, queueId } from '../queues.ts';

const page = '/QoS/DSCP';

/** Whether IP packets go by their DSCP (docs/specification/security.md, "DSCP"). */
export const qosDscpConfig = group('qosDscpConfig', {
  title: 'DSCP mapping',
  page,
  fields: {
    qosDscpStatus: status({
      label: 'DSCP Mapping',
      help: 'IP packets use the queue of their DSCP, regardless of their priority. The DSCP is not changed.',
    }),
  },
  privateMib: { number: 167, columns: ['qosDscpStatus'] },
});

/** The queue that a code point has on a device that was never configured: that of its three highest bits. */
export function defaultQueueOf(codePoint: number): number {
  return DEFAULT_QUEUES[codePoint >>> 3] ?? 0;
}

/** The queue of each code point. */
export const qosDscpMapEntry = table('qosDscpMapEntry', {
  title: 'Queue of DSCP',
  page,
  index: {
    qosDscpValue: integer({
      label: 'DSCP In-Value',
      access: 'create',
      min: 0,
      max: CODE_POINTS - 1,
      help: 'Code point in the IP header of received packets.',
    }),
  },
  columns: {
    qosDscpQueue: queueId({ help: 'Queue for packets of this DSCP; higher queues are served first or more often.' }),
    qosDscpName: text({ label: 'Name', access: 'ro', maxLength: 8 }),
  },
  rows: { max: CODE_POINTS, fixed: true },
  factory: () =>
    Array.from({ length: CODE_POINTS }, (_, qosDscpValue) => ({
      qosDscpValue,
      qosDscpQueue: defaultQueueOf(qosDscpValue),
    })),
  rowName: ({ qosDscpValue: value }) => say('DSCP {{value}}', { value }),
  privateMib: { number: 168, columns: ['qosDscpValue', 'qosDscpQueue', 'qosDscpName'] },
});
