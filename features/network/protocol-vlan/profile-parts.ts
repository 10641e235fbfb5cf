import { list } from '../../../console/page/list.tsx';
import { dot1vProtocolGroupEntry } from './objects.ts';

export default [
  list(dot1vProtocolGroupEntry, {
    title: 'Protocol profiles',
    columns: ['dot1vProtocolGroupId', 'dot1vProtocolTemplateFrameType', 'dot1vProtocolTemplateProtocolValue'],
    filter: 'Profile or type',
    empty: 'No profiles.',
    fields: ['dot1vProtocolGroupId', 'dot1vProtocolTemplateFrameType', 'dot1vProtocolTemplateProtocolValue'],
    add: { title: 'New protocol', what: 'Add protocol to a profile', button: 'Add protocol' },
    deleteAll: true,
  }),
];
