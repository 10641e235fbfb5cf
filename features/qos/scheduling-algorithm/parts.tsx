import { form } from '../../../console/page/form.tsx';
import { QosOff } from '../QosOff.tsx';
import { QUEUE_NUMBERS } from '../queues.ts';
import { qosSchedConfig, qosSchedQueueEntry } from './objects.ts';
import { queueKey } from './queue-key.ts';
import { DefaultWeights, Weights } from './Weights.tsx';

export default [
  QosOff,
  form(
    [
      qosSchedConfig,
      ...QUEUE_NUMBERS.map((queue) => ({
        object: qosSchedQueueEntry,
        index: { qosSchedQueue: queue },
        key: queueKey(queue),
      })),
    ],
    { title: 'Scheduling', what: 'Scheduling algorithm', fields: ['qosSchedAlgorithm', Weights, DefaultWeights] },
  ),
];
