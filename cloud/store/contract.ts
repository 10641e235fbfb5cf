import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../model/values/message.ts';
import { alarmCases } from './alarm-contract.ts';
import { certificateCases } from './certificate-contract.ts';
import { claimCases } from './claim-contract.ts';
import { lineBy as line, madeOf as made, NOW, claimedSwitch as proven, reportOf as report } from './contract-switch.ts';
import { firmwareCases } from './firmware-contract.ts';
import { lineCases } from './line-contract.ts';
import { revisionCases } from './revision-contract.ts';
import { rolloutCases } from './rollout-contract.ts';
import type { Store } from './store.ts';
import { switchListCases } from './switch-list-contract.ts';

/** How the same store is opened once more: in the place of this one, which is closed, or beside it. */
type Reopening = 'instead' | 'beside';

/** Cases for every store; `open` gives a new, empty one, `again` the same one as another process opens it. */
export function storeContract(
  name: string,
  open: () => Promise<Store>,
  again: (store: Store, how: Reopening) => Promise<Store>,
): void {
  describe(`the store ${name}`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());

    it('keeps what it has acknowledged', async () => {
      await store.claimed(proven('A'));
      await store.report('A', report({ name: 'cellar' }), line());
      await store.revisions.desire('A', 0, made('{}'));
      const kept = await store.switchOf('A');
      store = await again(store, 'instead');
      expect(await store.switchOf('A')).toEqual(kept);
      expect(kept).toMatchObject({ name: 'cellar', desiredRevision: 1, gateway: 'g1', claimedBy: 'admin' });
      expect(await store.revisions.of('A', 1)).toEqual({ revision: 1, ...made('{}') });
    });

    it('knows nothing of a switch that nobody claimed', async () => {
      expect(await store.report('A', report(), line())).toBeUndefined();
      expect(await store.switchOf('A')).toBeUndefined();
      expect(await store.revisions.desire('A', 0, made('{}'))).toBeUndefined();
    });

    it('takes down what a switch has by its answer, unless it has reported since', async () => {
      await store.claimed(proven('A'));
      const pending = { id: 'x', revision: 2, secondsLeft: 9 };
      const by = line();
      await store.report('A', report({ revision: 1, pending }), by);
      const asked = await store.switchOf('A');
      if (!asked) throw new Error('It is claimed.');
      const hash = 'd'.repeat(64);
      await store.committed(asked, 2, hash);
      const { report: kept } = (await store.switchOf('A')) ?? {};
      expect(kept).toMatchObject({ revision: 2, hash, revisionHash: hash });
      expect(kept?.pending).toBeUndefined();
      // On the same line, and on the next one.
      for (const later of [{ ...by, reportNumber: 2 }, line()]) {
        await store.report('A', report({ revision: 1 }), later);
        await store.committed(asked, 2, hash);
        expect((await store.switchOf('A'))?.report?.revision).toBe(1);
      }
    });

    it('gives a turn to one at a time', async () => {
      const takers = await Promise.all(['a', 'b', 'c'].map((holder) => store.takeTurn('look', holder, NOW, 100)));
      expect(takers.filter((taken) => taken)).toHaveLength(1);
      const first = ['a', 'b', 'c'][takers.indexOf(true)] ?? '';
      const other = first === 'a' ? 'b' : 'a';
      expect(await store.takeTurn('look', first, NOW + 50, 100)).toBe(true);
      expect(await store.takeTurn('look', other, NOW + 149, 100)).toBe(false);
      expect(await store.takeTurn('something else', other, NOW, 100)).toBe(true);
      expect(await store.takeTurn('look', other, NOW + 150, 100)).toBe(true);
      expect(await store.takeTurn('look', first, NOW + 151, 100)).toBe(false);
      // A holder whose clock was in the future has no turn until then.
      expect(await store.takeTurn('look', first, NOW + 1_000_000, 100)).toBe(true);
      expect(await store.takeTurn('look', other, NOW + 300, 100)).toBe(true);
      expect(await store.takeTurn('look', first, NOW + 399, 100)).toBe(false);
    });

    it('shares what was there first', async () => {
      expect(await store.shared('key')).toBeUndefined();
      const [one, ...others] = await Promise.all(['a', 'b', 'c'].map((made) => store.share('key', made)));
      expect(others).toEqual([one, one]);
      expect(await store.shared('key')).toBe(one);
      expect(await store.shared('other')).toBeUndefined();
      for (const value of ['next', 'last']) await store.reshare('key', value);
      expect(await store.shared('key')).toBe('last');
      expect(await store.share('key', 'first')).toBe('last');
      await store.reshare('other', 'made');
      expect(await store.shared('other')).toBe('made');
    });

    it('numbers the audit trail without a gap, however many write at once', async () => {
      const entry = { at: NOW, tenant: 'own', user: 'admin', source: '', serial: '', said: say('Did it.') };
      const other = await again(store, 'beside');
      await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? store : other).audit.add(entry)));
      if (other !== store) await other.close();
      const query = { tenant: 'own', search: '', orderBy: 'number', descending: false, offset: 0, limit: 100 } as const;
      const { rows } = await store.audit.list(query);
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    });

    it('loses no change where several controllers make some at once', async () => {
      await store.claimed(proven('A'));
      const other = await again(store, 'beside');
      const make = async (by: Store, name: string) => {
        for (let made = 0; made < 10; ) {
          const from = (await by.switchOf('A'))?.desiredRevision ?? 0;
          const revision = await by.revisions.desire('A', from, { document: '{}', hash: name, at: NOW, by: name });
          if (revision === undefined) continue;
          // This number was assigned to no one else, and none was skipped.
          expect(await by.revisions.of('A', revision)).toMatchObject({ by: name });
          await by.revisions.markBad('A', revision);
          made += 1;
        }
      };
      await Promise.all([make(store, 'one'), make(other, 'other'), make(store, 'third')]);
      if (other !== store) await other.close();
      expect(await store.switchOf('A')).toMatchObject({
        desiredRevision: 30,
        badRevisions: Array.from({ length: 30 }, (_, at) => at + 1),
      });
    });

    it('forgets everything about a switch that is given back', async () => {
      await store.claimed(proven('A'));
      await store.revisions.desire('A', 0, made('{}'));
      expect(await store.releaseSwitch('A')).toBe(true);
      expect(await store.releaseSwitch('A')).toBe(false);
      expect(await store.certificates.isCertified('A', 'A-1')).toBe(false);
      expect(await store.revisions.of('A', 1)).toBeUndefined();
      await store.claimed(proven('A', { tenant: 'other' }));
      expect(await store.switchOf('A')).toMatchObject({ tenant: 'other', desiredRevision: 0 });
    });

    it('keeps users, and the audit trail in its order', async () => {
      const user = { name: 'admin', tenant: 'own', passwordHash: 'h', role: 'administrator' } as const;
      await store.accounts.put(user);
      await store.accounts.put({ ...user, role: 'observer' });
      expect(await store.accounts.list()).toEqual([{ ...user, role: 'observer' }]);
      await store.accounts.remove('admin');
      expect(await store.accounts.list()).toEqual([]);
      const entry = { at: NOW, tenant: 'own', user: 'admin', source: '192.0.2.1', serial: 'A' };
      for (const each of [1, 2, 3]) {
        await store.audit.add({ ...entry, said: say('Did {{what}}.', { what: `thing ${each}` }) });
      }
      await store.audit.add({ ...entry, tenant: 'other', said: say('Nothing.') });
      const query = { tenant: 'own', search: '', orderBy: 'number', descending: true, offset: 0, limit: 2 } as const;
      const { total, rows } = await store.audit.list(query);
      expect([total, rows.map(({ number }) => number)]).toEqual([3, [3, 2]]);
      expect(rows[0]).toMatchObject({ ...entry, said: { text: 'Did {{what}}.', values: { what: 'thing 3' } } });
      expect((await store.audit.list({ ...query, search: 'THING 1' })).rows).toHaveLength(1);
    });

    lineCases(() => store);
    claimCases(() => store);
    certificateCases(() => store);
    switchListCases(() => store);
    revisionCases(() => store);
    rolloutCases(() => store);
    alarmCases(() => store);
    firmwareCases(() => store);
  });
}
