import { form } from '../../../console/page/form.tsx';
import { dot1dTrafficClassEntry, dot1dTrafficClassesEnabled } from './objects.ts';
import { PRIORITIES, priorityKey } from './priority-key.ts';
import { QueueMatrix } from './QueueMatrix.tsx';

export default [
  form(
    [
      dot1dTrafficClassesEnabled,
      ...PRIORITIES.map((priority) => ({
        object: dot1dTrafficClassEntry,
        index: { dot1dTrafficClassPriority: priority },
        key: priorityKey(priority),
      })),
    ],
    { title: 'Priorities and queues', what: 'Class of Service', fields: ['dot1dTrafficClassesEnabled', QueueMatrix] },
  ),
];
