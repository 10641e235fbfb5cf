import { form } from '../../../console/page/form.tsx';
import { list } from '../../../console/page/list.tsx';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { ipArpCtrl, ipArpIfEntry } from './arp-objects.ts';

export default [
  form(ipArpCtrl, { title: 'Aging', fields: ['ipArpAgingTime', 'ipArpDynamicCount'] }),
  list(ipArpIfEntry, {
    title: 'Interfaces',
    filter: false,
    columns: ['ifIndex', 'ipArpIfAgingTime'],
    modify: {
      title: ({ ifIndex }, t) => t('ARP aging of {{name}}', { name: interfaceName(ifIndex) }),
      what: 'Modify ARP aging time',
      fields: ['ipArpIfAgingTime'],
    },
    kept: false,
  }),
];
