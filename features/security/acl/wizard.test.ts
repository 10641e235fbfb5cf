import { describe, expect, it } from 'vitest';
import { configuredDefaults } from '../../../model/configuration/configuration.ts';
import type { Profile, RuleRow } from './conditions.ts';
import { aclProfileEntry } from './profile-objects.ts';
import { answersOf, shownQuestions, type WizardResult, wizardResult } from './wizard.ts';

const profileOf = (values: Partial<Profile>) => ({ ...configuredDefaults(aclProfileEntry), ...values }) as Profile;
const telnet = profileOf({
  ...{ aclProfileId: 3, aclProfileType: 2, aclProfileSrcIpMask: '255.255.255.0' },
  ...{ aclProfileProtocol: 4, aclProfileDstPortMask: 'FFFF' },
});
const answers = {
  ...{ fromType: 2, fromIp: '192.168.10.0', fromIpMask: '255.255.255.0' },
  ...{ service: 4, portKind: 2, port: 23, action: 2, ports: '1-8', timeout: 0 },
};

function made(given: object, profiles: readonly Profile[] = [], rules: readonly RuleRow[] = []): WizardResult {
  return wizardResult(answersOf({ ...given }), profiles, rules);
}

describe('the wizard', () => {
  it('makes a profile of just the bits that were asked for, and a rule of it', () => {
    const result = made(answers);
    expect(result).toMatchObject({
      isNew: true,
      profile: { ...telnet, aclProfileId: 1, aclProfileOwner: 2 },
      rule: { aclProfileId: 1, aclRuleId: 1, aclRuleSrcIp: '192.168.10.0', aclRuleDstPort: 23, aclRuleAction: 2 },
    });
  });

  it('takes the profile that looks at the same bits, and its next number', () => {
    const rule = { aclProfileId: 3, aclRuleId: 1 } as RuleRow;
    expect(made(answers, [telnet], [rule])).toMatchObject({
      isNew: false,
      profile: telnet,
      rule: { aclProfileId: 3, aclRuleId: 2 },
    });
  });

  it.each([
    [{ fromType: 1, toType: 2 }, /same family/],
    [{ fromType: 2, service: 1, etherType: '0806' }, /MAC addresses only/],
    [{ fromType: 1, service: 4 }, /IP addresses only/],
    [{ fromType: 3, service: 3 }, /IPv4 only/],
  ])('refuses %j', (given, message) => {
    const result = made(given);
    expect('refusal' in result && result.refusal.text).toMatch(message);
  });

  it('asks for a VLAN where it was told nothing else', () => {
    expect(shownQuestions({}, 2)).toContain('vlan');
    expect(shownQuestions({ fromType: 2 }, 2)).not.toContain('vlan');
    expect(made({ vlan: 7, ports: '1' })).toMatchObject({
      profile: { aclProfileType: 1, aclProfileVlanMask: 'FFF' },
      rule: { aclRuleVlan: 7 },
    });
  });
});
