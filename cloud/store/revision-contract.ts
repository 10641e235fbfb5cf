import { expect, it } from 'vitest';
import { say } from '../../model/values/message.ts';
import { BAD_REVISIONS } from '../../protocols/cloud/report.ts';
import { lineBy as line, madeOf as made, claimedSwitch as proven, reportOf as report } from './contract-switch.ts';
import type { Store } from './store.ts';

/** Cases for revisions of every store. */
export function revisionCases(storeNow: () => Store): void {
  it('gives the desired configuration to whoever was first', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    const results = await Promise.all([
      store.revisions.desire('A', 0, made('one')),
      store.revisions.desire('A', 0, made('two')),
      store.revisions.desire('A', 0, made('three')),
    ]);
    expect(results.filter((result) => result !== undefined)).toEqual([1]);
    expect(await store.revisions.desire('A', 1, made('four'))).toBe(2);
  });

  it('gives no revision a number that the switch was ever given', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    await store.revisions.desire('A', 0, made('one'));
    await store.revisions.markBad('A', 1);
    await store.report('A', report({ revision: 4, badRevisions: [7] }), line());
    expect(await store.revisions.next('A')).toBe(8);
    await store.claimed(proven('B'));
    await store.report('B', report({ revision: 4 }), line());
    expect(await store.revisions.next('B')).toBe(5);
    expect((await store.switchOf('A'))?.badRevisions).toEqual([1, 7]);
    // An assigned number is never assigned again, whether it is used or not.
    expect(await Promise.all([store.revisions.next('A'), store.revisions.next('A')])).toEqual([9, 10]);
    expect(await store.revisions.adopt('A', 8, made('two'))).toBe(true);
    expect(await store.revisions.adopt('A', 8, made('other'))).toBe(false);
    expect(await store.revisions.of('A', 8)).toMatchObject({ document: 'two' });
  });

  it('keeps why a revision was refused first, and the latest of those that were', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    const [first, again] = [say('The port does not exist.'), say('The switch is busy.')];
    await store.revisions.markBad('A', 1, first);
    await store.revisions.markBad('A', 1, again);
    expect(await store.switchOf('A')).toMatchObject({ badRevisions: [1], refusal: first });
    for (let revision = 2; revision <= BAD_REVISIONS + 1; revision += 1) await store.revisions.markBad('A', revision);
    const { badRevisions } = (await store.switchOf('A')) ?? {};
    expect(badRevisions).toHaveLength(BAD_REVISIONS);
    expect(badRevisions?.[0]).toBe(2);
  });

  it('keeps the safe revision and the one that the switch has beside the latest twenty', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    await store.revisions.desire('A', 0, made('1'));
    await store.report('A', report({ revision: 1, safeRevision: 1 }), line());
    for (let revision = 1; revision < 30; revision += 1)
      await store.revisions.desire('A', revision, made(`${revision + 1}`));
    expect(await store.revisions.of('A', 1)).toBeDefined();
    expect(await store.revisions.of('A', 5)).toBeUndefined();
    expect(await store.revisions.of('A', 11)).toBeDefined();
  });
}
