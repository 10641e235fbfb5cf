import { list } from '../../../console/page/list.tsx';
import { voiceVlanOuiEntry } from './objects.ts';

export default [
  list(voiceVlanOuiEntry, {
    title: 'Telephony OUIs',
    filter: 'Address or description',
    fields: ['voiceVlanOuiAddress', 'voiceVlanOuiDescription'],
    add: { title: 'New telephony OUI', what: 'Add telephony OUI', button: 'Add telephony OUI' },
    deleteAll: true,
  }),
];
