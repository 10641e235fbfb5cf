import { expect, it } from 'vitest';
import type { NewClaim } from './claims.ts';
import { NOW, claimedSwitch as proven } from './contract-switch.ts';
import type { Store } from './store.ts';

const pending = (values: Partial<NewClaim> = {}): NewClaim => ({
  serial: 'A',
  code: 'CODE',
  tenant: 'own',
  user: 'admin',
  until: NOW + 1000,
  ...values,
});

/** Cases for claims of every store. */
export function claimCases(storeNow: () => Store): void {
  it('gives a claim to who shows its code, once and in time, however many wrong ones were shown', async () => {
    const store = storeNow();
    await store.claims.put(pending());
    expect(await store.claims.prove('B', 'CODE', NOW)).toBeUndefined();
    for (const wrong of ['W1', 'W2', 'W3', 'W4', 'W5', 'W6']) {
      expect(await store.claims.prove('A', wrong, NOW)).toBe('wrong');
      await store.claims.countWrongCode('A');
    }
    expect(await store.claims.list('own', NOW)).toMatchObject([{ wrongCodes: 6 }]);
    expect(await store.claims.prove('A', 'CODE', NOW)).toMatchObject({ user: 'admin' });
    await store.claimed(proven('A'));
    expect(await store.claims.prove('A', 'CODE', NOW)).toBeUndefined();
    await store.claims.put(pending());
    expect(await store.claims.list('own', NOW)).toMatchObject([{ wrongCodes: 0 }]);
    expect(await store.claims.list('other', NOW)).toHaveLength(0);
    expect(await store.claims.prove('A', 'CODE', NOW + 1000)).toBeUndefined();
  });

  it('lists a claim until it is over, and not at that moment', async () => {
    const store = storeNow();
    await store.claims.put(pending());
    expect(await store.claims.list('own', NOW + 999)).toHaveLength(1);
    expect(await store.claims.list('own', NOW + 1000)).toHaveLength(0);
  });

  it('takes a claim code once, however many show it at the same moment', async () => {
    const store = storeNow();
    await store.claims.put(pending());
    const numbers = ['X', 'Y', 'Z'];
    const shown = numbers.map((number) =>
      store.claimed(proven('A', { code: 'CODE', certificate: { number, serial: 'A', until: NOW + 1 } })),
    );
    const taken = await Promise.all(shown);
    expect(taken.filter(Boolean)).toHaveLength(1);
    // And the certificate that was given for it stays good.
    expect(await Promise.all(numbers.map((number) => store.certificates.isCertified('A', number)))).toEqual(taken);
  });

  it('leaves a switch to the tenant whose it is', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    expect(await store.claims.put(pending({ tenant: 'other' }))).toBe(false);
    expect(await store.claimed(proven('A', { tenant: 'other' }))).toBe(false);
    expect(await store.claimed(proven('B', { tenant: 'other', keyHash: 'key of A' }))).toBe(false);
    expect(await store.claims.withdraw('A', 'other')).toBe(false);
    expect(await store.switchOf('A')).toMatchObject({ tenant: 'own' });
  });

  it('lets nobody take the place of the claim of another tenant', async () => {
    const store = storeNow();
    await store.claims.put(pending());
    await store.claims.put(pending({ tenant: 'other', code: 'THEIRS' }));
    expect(await store.claims.withdraw('A', 'third')).toBe(false);
    expect(await store.claims.list('own', NOW)).toMatchObject([{ code: 'CODE' }]);
    expect(await store.claims.prove('A', 'THEIRS', NOW)).toMatchObject({ tenant: 'other' });
    expect(await store.claims.prove('A', 'CODE', NOW)).toMatchObject({ tenant: 'own' });
    await store.claimed(proven('A'));
    expect(await store.claims.list('other', NOW)).toEqual([]);
  });
}
