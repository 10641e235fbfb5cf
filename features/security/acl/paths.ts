const LIST = '/Security/ACL';

/** The pages of one profile, or of one of its rules: their identifiers follow the "?". */
export const aclPath = {
  list: `${LIST}/AccessProfileList`,
  /** The list, with a profile that has just got a rule. */
  listWith: (profileId: number) => `${LIST}/AccessProfileList${of(profileId)}`,
  addProfile: `${LIST}/AddProfile`,
  details: (profileId: number, ruleId?: number) => `${LIST}/ShowDetails${of(profileId, ruleId)}`,
  rules: (profileId: number) => `${LIST}/EditRules${of(profileId)}`,
  rule: (profileId: number, ruleId?: number) => `${LIST}/AddRule${of(profileId, ruleId)}`,
} as const;

function of(profileId: number, ruleId?: number): string {
  return `?profileId=${profileId}${ruleId === undefined ? '' : `&ruleId=${ruleId}`}`;
}
