import { describe, expect, it } from 'vitest';
import { configuredDefaults } from '../../../model/configuration/configuration.ts';
import type { Values } from '../../../model/wire/call.ts';
import type { RuleRow } from './conditions.ts';
import { aclProfileEntry } from './profile-objects.ts';
import type { Profile } from './selection.ts';
import { namesOf, stepsOf, wrongAnswers } from './wizard.ts';
import { type WizardResult, wizardResult } from './wizard-result.ts';

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
  return wizardResult({ ...given }, profiles, rules);
}

/** The questions of all steps. */
const asked = (given: Values, profiles: readonly Profile[] = []) => stepsOf(given, profiles).flatMap(namesOf);

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
    [{ fromType: 2, service: 1, etherType: '0806' }, /requires MAC addresses/],
    [{ fromType: 1, service: 4 }, /require IP addresses/],
    [{ fromType: 3, service: 3 }, /only in IPv4/],
  ])('refuses %j', (given, message) => {
    const result = made(given);
    expect('refusal' in result && result.refusal.text).toMatch(message);
  });

  it('asks for a value of everything that a chosen profile looks at, 0 being one', () => {
    const wrong = (given: Values) => wrongAnswers({ profile: 3, ...given }, ['aclRuleDstPort']);
    expect([...wrong({}).values()].map(({ text }) => text)).toEqual(['{{field}} is missing: the profile compares it.']);
    expect(wrong({ aclRuleDstPort: 0 }).size).toBe(0);
  });

  it('asks for a VLAN where it was told nothing else', () => {
    expect(asked({})).toContain('vlan');
    expect(asked({ fromType: 2 })).not.toContain('vlan');
    expect(made({ vlan: 7, ports: '1' })).toMatchObject({
      profile: { aclProfileType: 1, aclProfileVlanMask: 'FFF' },
      rule: { aclRuleVlan: 7 },
    });
  });

  it('asks for what a chosen profile looks at, and for nothing else of frames', () => {
    expect(asked({ profile: 3, action: 2 }, [telnet])).toEqual([
      ...['profile', 'aclRuleSrcIp', 'aclRuleDstPort', 'action', 'ports', 'timeout', 'ruleId'],
    ]);
    const given = {
      profile: 3,
      ruleId: 40,
      aclRuleSrcIp: '10.0.0.0',
      aclRuleDstPort: '22',
      aclRuleDscp: 9,
      ports: '1',
    };
    const before = [{ aclProfileId: 1, aclRuleId: 50 } as RuleRow, { aclProfileId: 3, aclRuleId: 50 } as RuleRow];
    expect(made(given, [telnet], before)).toMatchObject({
      isNew: false,
      profile: telnet,
      rule: { aclProfileId: 3, aclRuleId: 40, aclRuleSrcIp: '10.0.0.0', aclRuleDstPort: 22, aclRuleDscp: -1 },
      place: 2,
    });
  });

  it('takes the Access ID that is asked for, where it is free', () => {
    expect(made({ ...answers, ruleId: 7 })).toMatchObject({ rule: { aclRuleId: 7 } });
    const taken = made({ ...answers, ruleId: 7 }, [telnet], [{ aclProfileId: 3, aclRuleId: 7 } as RuleRow]);
    expect('refusal' in taken && taken.refusal.text).toBe('Rule ID is in use.');
  });

  it('looks at no port any more once the service has none', () => {
    expect(made({ ...answers, service: 2 })).toMatchObject({ profile: { aclProfileDstPortMask: '0' } });
  });

  it.each([
    [{ etherType: '05DC' }, 'etherType'],
    [{ dscp: 46, tos: 5 }, 'tos'],
    [{ aclRuleSrcIp: '' }, 'aclRuleSrcIp'],
    [{ fromIp: 'x' }, 'fromIp'],
    [{ ports: '' }, 'ports'],
  ])('finds %j wrong', (given: Values, name) => {
    expect([...wrongAnswers(given, [name]).keys()]).toEqual([name]);
  });
});
