import { page } from '../../../console/navigation/page.ts';

/** Security > Dial-In User: users that are authenticated at ports without a server (docs/specification/security.md). */
export const dialInUserPage = page({
  under: ['Security'],
  title: 'Dial-In User',
  sentence: 'Users that Port Access Control authenticates locally, without a server. They cannot log in to the switch.',
  keywords: '802.1x eap md5 local user',
  reads: ['dialInUserEntry'],
  page: () => import('./parts.ts'),
});
