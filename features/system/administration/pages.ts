import { page } from '../../../console/navigation/page.ts';

/** System > Administration: the administrator's account (docs/specification/system.md). */
export const administrationPage = page({
  under: ['System'],
  title: 'Administration',
  sentence: 'The account for logging in to this switch, and the access of programs.',
  keywords: 'account user name password administrator sessions api token bearer program metrics prometheus',
  reads: ['sysUserEntry', 'sysWebSessionEntry', 'apiTokenEntry', 'metricsCtrl'],
  page: () => import('./parts.tsx'),
});

/** System > Modify Administration: name and password of the account (docs/specification/system.md). */
export const modifyAdministrationPage = page({
  under: ['System'],
  title: 'Modify Administration',
  sentence: 'Changing the name or the password ends the other sessions of this account.',
  hidden: true,
  page: () => import('./ModifyAdministration.tsx'),
});
