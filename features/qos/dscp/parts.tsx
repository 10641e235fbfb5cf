import { form } from '../../../console/page/form.tsx';
import { CODE_POINTS } from '../code-points.ts';
import { QosOff } from '../QosOff.tsx';
import { codePointKey } from './code-point-key.ts';
import { DscpMap } from './DscpMap.tsx';
import { qosDscpConfig, qosDscpMapEntry } from './objects.ts';

export default [
  QosOff,
  form(
    [
      qosDscpConfig,
      ...Array.from({ length: CODE_POINTS }, (_, codePoint) => ({
        object: qosDscpMapEntry,
        index: { qosDscpValue: codePoint },
        key: codePointKey(codePoint),
      })),
    ],
    { title: 'Code points and queues', what: 'DSCP mapping', fields: ['qosDscpStatus', DscpMap] },
  ),
];
