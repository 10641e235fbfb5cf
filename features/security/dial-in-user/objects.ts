import { secret } from '../../../model/schema/kinds/secret.ts';
import { text } from '../../../model/schema/kinds/text.ts';
import { vlanId } from '../../../model/schema/kinds/vlan-id.ts';
import { table } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';

const password = { minLength: 1, maxLength: 32, optional: true, blanks: true } as const;

/**
 * The users that Port Access Control authenticates locally (docs/specification/security.md, "Dial-In User"). EAP-MD5
 * and MSCHAPv2 need their passwords in clear text; no answer contains them.
 */
export const dialInUserEntry = table('dialInUserEntry', {
  title: 'Dial-in user',
  page: '/Security/DialInUser',
  index: {
    dialInUserName: text({
      label: 'User Name',
      access: 'create',
      minLength: 1,
      maxLength: 32,
      characters: /[\x20-\x7e]/,
    }),
  },
  columns: {
    dialInUserPassword: secret({
      ...password,
      label: 'Password',
      help: 'It is never shown. Empty when a user is modified: unchanged.',
    }),
    dialInUserConfirm: secret({
      ...password,
      label: 'Confirm Password',
      access: 'action',
      help: 'Must be the same as the password.',
    }),
    dialInUserVlan: vlanId({
      label: 'Dynamic VLAN',
      optional: true,
      words: { 0: 'None' },
      help: 'VLAN of the port, if it allows VLAN assignment. If the VLAN does not exist, the user is refused. Empty: none.',
    }),
  },
  rows: { max: 32 },
  rowName: ({ dialInUserName }) => say('dial-in user {{name}}', { name: dialInUserName }),
  privateMib: {
    number: 158,
    columns: ['dialInUserName', 'dialInUserPassword', 'dialInUserConfirm', 'dialInUserVlan', 'RowStatus'],
  },
});
