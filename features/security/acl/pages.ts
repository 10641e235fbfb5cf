import { page } from '../../../console/navigation/page.ts';

const under = ['Security', 'ACL'];
const reads = ['aclProfileEntry', 'aclRuleEntry'];

/** Security > ACL > Configuration Wizard: a rule, and its profile where it needs one, from plain questions. */
export const aclWizardPage = page({
  under,
  title: 'Configuration Wizard',
  sentence: 'Creates an access rule, and its profile if needed, in a few steps.',
  keywords: 'acl wizard filter permit deny rule',
  reads,
  page: () => import('./ConfigurationWizard.tsx'),
});

/** Security > ACL > Access Profile List. */
export const accessProfileListPage = page({
  under,
  title: 'Access Profile List',
  sentence: 'Bits of frames to compare. Rules set the values; nothing is filtered until a profile has a rule.',
  keywords: 'acl profile mask filter permit deny',
  reads: ['aclStatus', ...reads],
  page: () => import('./AccessProfileList.tsx'),
});

const hidden = { under, hidden: true, list: '/Security/ACL/AccessProfileList' } as const;

/** Security > ACL > Add Profile. */
export const addProfilePage = page({
  ...hidden,
  title: 'Add Profile',
  sentence: 'Selects the bits that rules compare. They cannot be changed while the profile exists.',
  page: () => import('./AddProfile.tsx'),
});

/** Security > ACL > Show Details. */
export const showDetailsPage = page({
  ...hidden,
  title: 'Show Details',
  sentence: 'A profile or one of its rules, with all its settings.',
  page: () => import('./ShowDetails.tsx'),
});

/** Security > ACL > Edit Rules. */
export const editRulesPage = page({
  ...hidden,
  title: 'Edit Rules',
  sentence: 'Rules of a profile, in order. The first match decides.',
  page: () => import('./EditRules.tsx'),
});

/** Security > ACL > Add Rule. */
export const addRulePage = page({
  ...hidden,
  title: 'Add Rule',
  sentence: 'Sets values for the fields of the profile, and the action for frames that match.',
  page: () => import('./AddRule.tsx'),
});

/** Security > ACL > Finder. */
export const aclFinderPage = page({
  under,
  title: 'Finder',
  sentence: 'Finds access rules in all profiles, and shows the path of a frame.',
  keywords: 'acl find rule search trace frame dropped why',
  reads,
  page: () => import('./Finder.tsx'),
});
