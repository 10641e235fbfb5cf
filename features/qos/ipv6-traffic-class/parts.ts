import { list } from '../../../console/page/list.tsx';
import { nameOfCodePoint } from '../code-points.ts';
import { QosOff } from '../QosOff.tsx';
import { qosIpv6TcEntry } from './objects.ts';

export default [
  QosOff,
  list(qosIpv6TcEntry, {
    title: 'Traffic classes',
    columns: [
      'qosIpv6TcValue',
      {
        key: 'dscp',
        title: 'DSCP',
        right: true,
        text: ({ qosIpv6TcValue }) => {
          const codePoint = Number(qosIpv6TcValue) >>> 2;
          const name = nameOfCodePoint(codePoint);
          return name === '' ? String(codePoint) : `${codePoint} (${name})`;
        },
      },
      'qosIpv6TcQueue',
    ],
    fields: ['qosIpv6TcValue', 'qosIpv6TcQueue'],
    add: { title: 'New traffic class', what: 'Add traffic class', button: 'Add traffic class' },
    modify: {
      title: ({ qosIpv6TcValue: value }, t) => t('IPv6 traffic class {{value}}', { value }),
      what: 'Modify traffic class',
    },
    deleteAll: true,
  }),
];
