import { list } from '../../../console/page/list.tsx';
import { offNotice } from '../../off-notice.tsx';
import { voiceVlan, voiceVlanOuiEntry } from './objects.ts';

export default [
  offNotice(voiceVlan, 'voiceVlanStatus'),

  list(voiceVlanOuiEntry, {
    title: 'Telephony OUIs',
    filter: 'Address or description',
    fields: ['voiceVlanOuiAddress', 'voiceVlanOuiDescription'],
    add: { title: 'New telephony OUI', what: 'Add telephony OUI', button: 'Add telephony OUI' },
    deleteAll: true,
  }),
];
