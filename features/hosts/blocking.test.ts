import { describe, expect, it } from 'vitest';
import { Configuration } from '../../model/configuration/configuration.ts';
import { dot1qStaticUnicastEntry } from '../network/static-unicast/objects.ts';
import { aclProfileEntry, comparePlaces } from '../security/acl/profile-objects.ts';
import { aclRuleEntry } from '../security/acl/rule-objects.ts';
import { dot1dStaticEntry } from '../security/destination-mac-filter/objects.ts';
import { blocked, blockedHosts, blockingOf, unblocked } from './blocking.ts';

const one = '00-40-8C-00-00-08';
const other = '00-40-8C-00-00-09';
const block = (before: Configuration, mac: string) => blocked(before, mac, '1-10', 'Blocked hosts');
const blockingAt = (configuration: Configuration, mac: string) => blockingOf(configuration, mac, '1-10');
const blockedAt = (configuration: Configuration) => blockedHosts(configuration, '1-10');
const order = (configuration: Configuration | undefined) =>
  [...(configuration?.rows(aclProfileEntry) ?? [])].sort(comparePlaces).map(({ aclProfileId }) => aclProfileId);

describe('blocking', () => {
  it('filters the address and denies what it sends, in one profile for all blocked hosts', () => {
    const first = block(Configuration.empty, one);
    const both = first && block(first, other);
    expect(both?.rows(dot1dStaticEntry).map((row) => row.dot1dStaticAddress)).toEqual([one, other]);
    expect(both?.rows(aclRuleEntry)).toMatchObject([
      { aclProfileId: 1, aclRuleId: 1, aclRuleSrcMac: one, aclRuleAction: 2, aclRulePorts: '1-10' },
      { aclProfileId: 1, aclRuleId: 2, aclRuleSrcMac: other, aclRuleAction: 2 },
    ]);
    expect(both && blockingAt(both, one)).toEqual({ receives: true, sends: true });
    expect(both && blockedAt(both)).toEqual([one, other]);
    expect(both && blockedAt(both.withRow(dot1dStaticEntry, { dot1dStaticAddress: '02-00-00-00-00-01' }))).toEqual([
      one,
      other,
    ]);
  });

  it('comes before all other rules, whatever their places', () => {
    const many = [1, 2, 5].reduce(
      (soFar, aclProfileId) => soFar.withRow(aclProfileEntry, { aclProfileId, aclProfileUseEtherType: 1 }),
      Configuration.empty,
    );
    expect(order(block(many, one))).toEqual([3, 1, 2, 5]);
    const swapped = many.withRow(aclProfileEntry, { aclProfileId: 5, aclProfilePlace: 1 });
    expect(order(swapped)).toEqual([1, 5, 2]);
    expect(order(block(swapped, one))).toEqual([3, 1, 5, 2]);
    expect(
      block(swapped, one)
        ?.rows(aclProfileEntry)
        .every(({ aclProfilePlace }) => aclProfilePlace <= 50),
    ).toBe(true);
  });

  it('takes away a pin of the address, and no other', () => {
    const pin = (dot1qStaticUnicastAddress: string) => ({
      ...{ dot1qVlanIndex: 1, dot1qStaticUnicastAddress, dot1qStaticUnicastAllowedToGoTo: 3 },
    });
    const pinned = Configuration.empty.withRows(dot1qStaticUnicastEntry, [pin(one), pin(other)]);
    expect(block(pinned, one)?.rows(dot1qStaticUnicastEntry)).toMatchObject([pin(other)]);
  });

  it('leaves a profile alone that compares more than the source', () => {
    const narrower = { aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF', aclProfileVlanMask: 'FFF' };
    const before = Configuration.empty.withRow(aclProfileEntry, narrower);
    expect(order(block(before, one))).toEqual([2, 1]);
    const rule = { aclProfileId: 1, aclRuleId: 1, aclRuleSrcMac: one, aclRuleVlan: 5, aclRuleAction: 2 } as const;
    expect(blockingAt(before.withRow(aclRuleEntry, rule), one)).toEqual({ receives: false, sends: false });
  });

  const source = { aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF', aclProfileOwner: 1 } as const;
  const ofHost = { aclProfileId: 1, aclRuleSrcMac: one, aclRuleAction: 2 } as const;

  it('denies a host at every port that rules deny at some, or permit at one', () => {
    const before = Configuration.empty
      .withRow(aclProfileEntry, source)
      .withRow(dot1dStaticEntry, { dot1dStaticAddress: one })
      .withRow(aclRuleEntry, { ...ofHost, aclRuleId: 1, aclRulePorts: '2-4' })
      .withRow(aclRuleEntry, { ...ofHost, aclRuleId: 2, aclRulePorts: '5', aclRuleAction: 1 });
    expect(blockingAt(before, one)).toEqual({ receives: true, sends: false });
    expect(blockedAt(before)).toEqual([]);
    const after = block(before, one);
    expect(after?.rows(aclRuleEntry)).toMatchObject([{ aclRuleSrcMac: one, aclRuleAction: 2, aclRulePorts: '1-10' }]);
    expect(after && blockedAt(after)).toEqual([one]);
  });

  it('does not count on a rule behind one that may permit the same frames', () => {
    const before = Configuration.empty
      .withRows(aclProfileEntry, [
        { aclProfileId: 1, aclProfileUseEtherType: 1 },
        { ...source, aclProfileId: 2 },
      ])
      .withRow(aclRuleEntry, { ...ofHost, aclProfileId: 2, aclRuleId: 1, aclRulePorts: '1-10' });
    expect(blockingAt(before, one).sends).toBe(true);
    const permitted = before.withRow(aclRuleEntry, { aclProfileId: 1, aclRuleId: 1, aclRuleAction: 1 });
    expect(blockingAt(permitted, one).sends).toBe(false);
  });

  it('is not possible with the greatest number of profiles', () => {
    const full = Array.from({ length: 50 }, (_, at) => ({ aclProfileId: at + 1, aclProfileUseEtherType: 1 as const }));
    expect(block(Configuration.empty.withRows(aclProfileEntry, full), one)).toBeUndefined();
  });

  it('ends for one host, and takes its profile away with the last one', () => {
    const first = block(Configuration.empty, one);
    const both = first && block(first, other);
    const rest = both && unblocked(both, one);
    expect(rest && [blockingAt(rest, one), blockingAt(rest, other)]).toEqual([
      { receives: false, sends: false },
      { receives: true, sends: true },
    ]);
    expect(order(rest)).toEqual([1]);
    expect(order(rest && unblocked(rest, other))).toEqual([]);
  });

  it('leaves the profile of an administrator, though empty', () => {
    const own = { aclProfileId: 1, aclProfileSrcMacMask: 'FF-FF-FF-FF-FF-FF', aclProfileOwner: 1 } as const;
    const used = block(Configuration.empty.withRow(aclProfileEntry, own), one);
    expect(order(used && unblocked(used, one))).toEqual([1]);
  });

  it('is no rule that ends by itself', () => {
    const first = block(Configuration.empty, one);
    const [rule] = first?.rows(aclRuleEntry) ?? [];
    if (!first || !rule) throw new Error('There is no room for a rule.');
    expect(blockingAt(first, one)).toMatchObject({ sends: true });
    const ending = first.withRow(aclRuleEntry, { ...rule, aclRuleTimeout: 60 });
    expect(blockingAt(ending, one)).toMatchObject({ sends: false });
  });
});
