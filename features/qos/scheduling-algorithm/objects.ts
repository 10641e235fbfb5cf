import { enumeration } from '../../../model/schema/kinds/enumeration.ts';
import { integer } from '../../../model/schema/kinds/integer.ts';
import { group, table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { QUEUE_COUNT } from '../queues.ts';

const page = '/QoS/SchedulingAlgorithm';

/** Queue scheduling of every port (docs/specification/security.md, "Scheduling Algorithm"). */
export const qosSchedConfig = group('qosSchedConfig', {
  title: 'Scheduling algorithm',
  page,
  fields: {
    qosSchedAlgorithm: enumeration({
      label: 'Scheduling Algorithm',
      choices: { strict: [1, 'Strict Priority'], wrr: [2, 'Weighted Round Robin'] },
      help: 'Strict: a queue sends only while all higher ones are empty, so a busy queue can starve those below it. Weighted: in each round every queue sends as many frames as its weight; unused shares go to the others. On Open vSwitch, weights share octets, not frames.',
    }),
  },
  privateMib: { number: 169, columns: ['qosSchedAlgorithm'] },
});

/** Wire values of `qosSchedAlgorithm`. */
export const Algorithm = qosSchedConfig.fields.qosSchedAlgorithm.values;

/** The weights of a device that was never configured, by queue. */
export const DEFAULT_WEIGHTS: readonly number[] = [1, 2, 4, 8, 16, 32, 64, 127];

/** Weight of each queue. */
export const qosSchedQueueEntry = table('qosSchedQueueEntry', {
  title: 'Weight of queue',
  page,
  index: {
    qosSchedQueue: integer({
      label: 'Queue',
      access: 'create',
      min: 0,
      max: QUEUE_COUNT - 1,
      help: 'Queue of every port; 7 is the highest.',
    }),
  },
  columns: {
    qosSchedWeight: integer({
      label: 'Weight',
      unit: 'frames per round',
      min: 1,
      max: 127,
      help: 'Share of the queue in Weighted Round Robin.',
    }),
  },
  rows: { max: QUEUE_COUNT, fixed: true },
  factory: () => DEFAULT_WEIGHTS.map((qosSchedWeight, qosSchedQueue) => ({ qosSchedQueue, qosSchedWeight })),
  rowName: ({ qosSchedQueue: queue }) => say('queue {{queue}}', { queue }),
  privateMib: { number: 170, columns: ['qosSchedQueue', 'qosSchedWeight'] },
});
