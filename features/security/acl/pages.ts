import { page } from '../../../console/navigation/page.ts';

const under = ['Security', 'ACL'];
const reads = ['aclProfileEntry', 'aclRuleEntry'];

/** Security > ACL > Configuration Wizard: a rule, and its profile where it needs one, from plain questions. */
export const aclWizardPage = page({
  under,
  title: 'Configuration Wizard',
  sentence: 'Makes one access rule, and the profile that it needs, from a few questions.',
  keywords: 'acl wizard filter permit deny rule',
  reads,
  page: () => import('./ConfigurationWizard.tsx'),
});

/** Security > ACL > Access Profile List. */
export const accessProfileListPage = page({
  under,
  title: 'Access Profile List',
  sentence: 'Which bits of frames are looked at. Rules give the values; nothing is filtered until a profile has one.',
  keywords: 'acl profile mask filter permit deny',
  reads: ['aclStatus', ...reads],
  page: () => import('./AccessProfileList.tsx'),
});

const hidden = { under, hidden: true, list: '/Security/ACL/AccessProfileList' } as const;

/** Security > ACL > Add Profile. */
export const addProfilePage = page({
  ...hidden,
  title: 'Add Profile',
  sentence: 'Chooses the bits that rules compare. They stay what they are as long as the profile is there.',
  page: () => import('./AddProfile.tsx'),
});

/** Security > ACL > Show Details. */
export const showDetailsPage = page({
  ...hidden,
  title: 'Show Details',
  sentence: 'A profile, or one of its rules, with everything that is set.',
  page: () => import('./ShowDetails.tsx'),
});

/** Security > ACL > Edit Rules. */
export const editRulesPage = page({
  ...hidden,
  title: 'Edit Rules',
  sentence: 'The rules of a profile, in the order that they are asked in. The first that matches a frame decides.',
  page: () => import('./EditRules.tsx'),
});

/** Security > ACL > Add Rule. */
export const addRulePage = page({
  ...hidden,
  title: 'Add Rule',
  sentence: 'Gives values for what the profile looks at, and says what happens to frames that have them.',
  page: () => import('./AddRule.tsx'),
});

/** Security > ACL > Finder. */
export const aclFinderPage = page({
  under,
  title: 'Finder',
  sentence: 'Finds access rules over all profiles, and tells what becomes of a frame.',
  keywords: 'acl find rule search trace frame dropped why',
  reads,
  page: () => import('./Finder.tsx'),
});
