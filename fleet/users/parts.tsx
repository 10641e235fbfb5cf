import { list } from '../../console/page/list.tsx';
import { OwnPassword } from './OwnPassword.tsx';
import { fleetUserEntry } from './objects.ts';

export default [
  list(fleetUserEntry, {
    title: 'Accounts',
    columns: ['fleetUserName', 'fleetUserRole'],
    add: { title: 'New account', what: 'Users', button: 'Add account' },
    modify: { title: ({ fleetUserName: name }, t) => t('Account {{name}}', { name }), what: 'Users' },
    fields: ['fleetUserName', 'fleetUserRole', 'fleetUserPassword'],
  }),
  OwnPassword,
];
