import { list } from '../../../console/page/list.tsx';
import { dot1dStaticEntry } from './objects.ts';

export default [
  list(dot1dStaticEntry, {
    title: 'Filtered addresses',
    columns: ['dot1dStaticAddress'],
    filter: 'Address',
    empty: 'No filtered addresses yet.',
    add: { title: 'New filtered address', what: 'Add filtered address', button: 'Add address' },
    deleteAll: true,
  }),
];
