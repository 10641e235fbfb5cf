import { expect, it } from 'vitest';
import { changesBetween } from '../../../model/configuration/change.ts';
import { Configuration } from '../../../model/configuration/configuration.ts';
import { wordsOfChanges } from '../../../model/configuration/told-changes.ts';
import { asWritten } from '../../../model/values/translate.ts';
import { aclProfileEntry } from '../acl/profile-objects.ts';
import { aclRuleEntry } from '../acl/rule-objects.ts';
import { dot1dStaticEntry } from './objects.ts';

const objects = [dot1dStaticEntry, aclProfileEntry, aclRuleEntry];
const mac = '00-40-8C-00-00-08';
const filtered = Configuration.empty.withRow(dot1dStaticEntry, { dot1dStaticAddress: mac });
const blocked = filtered
  .withRow(aclProfileEntry, { aclProfileId: 1 })
  .withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleSrcMac: mac, aclRuleAction: 2 });
const told = (before: Configuration, after: Configuration) =>
  wordsOfChanges(changesBetween(objects, before, after), asWritten).map(({ what }) => what);

it('tells in one sentence that a host is blocked, and that it is no longer', () => {
  expect(told(Configuration.empty, blocked)).toEqual([`Host ${mac} blocked`]);
  expect(told(blocked, Configuration.empty)).toEqual([`Host ${mac} unblocked`]);
});

it('lists a profile that was there, and other rows, by themselves', () => {
  const other = blocked.withRow(aclProfileEntry, { aclProfileId: 2 });
  expect(told(Configuration.empty, other)).toEqual(['access profile 2 added', `Host ${mac} blocked`]);
});

it('says nothing of blocking where only one of both changes', () => {
  expect(told(Configuration.empty, filtered)).toEqual([`filtered address ${mac} added`]);
  const permitted = blocked.withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleAction: 1 });
  expect(told(Configuration.empty, permitted)).toHaveLength(3);
});
