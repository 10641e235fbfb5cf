import { list } from '../../../console/page/list.tsx';
import { dialInUserEntry } from './objects.ts';

const passwords = ['dialInUserPassword', 'dialInUserConfirm'];

/** The form's fields: the password is entered twice, sent twice, and stored once. */
const typedUser = {
  ...dialInUserEntry,
  fields: {
    ...dialInUserEntry.fields,
    dialInUserConfirm: { ...dialInUserEntry.fields.dialInUserConfirm, access: 'wo' },
  },
} as const;

export default [
  list(typedUser, {
    title: 'Users',
    filter: 'User name',
    empty: 'No users yet.',
    deleteAll: true,
    columns: ['dialInUserName', 'dialInUserVlan'],
    check: (typed) => ({
      dialInUserConfirm:
        typed('dialInUserPassword') === typed('dialInUserConfirm') ? undefined : 'Passwords do not match.',
    }),
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
