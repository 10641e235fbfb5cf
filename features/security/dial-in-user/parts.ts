import { list } from '../../../console/page/list.tsx';
import { dialInUserEntry } from './objects.ts';

const passwords = ['dialInUserPassword', 'dialInUserConfirm'];

export default [
  list(dialInUserEntry, {
    title: 'Users',
    filter: 'User name',
    deleteAll: true,
    columns: ['dialInUserName', 'dialInUserVlan'],
    add: {
      title: 'New user',
      what: 'Add dial-in user',
      button: 'Add user',
      fields: [['dialInUserName', 'dialInUserVlan'], passwords],
    },
    modify: {
      title: ({ dialInUserName: name }, t) => t('User {{name}}', { name }),
      what: 'Modify dial-in user',
      fields: [['dialInUserVlan', ...passwords]],
    },
  }),
];
