import { expect, it } from 'vitest';
import { lineBy as line, NOW, claimedSwitch as proven, reportOf as report } from './contract-switch.ts';
import type { Store } from './store.ts';

/** Cases for certificates of every store. */
export function certificateCases(storeNow: () => Store): void {
  it("takes no certificate that a later claim replaced, that was revoked, or that is another switch's", async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    const next = (number: string) => ({ number, serial: 'A', until: NOW });
    expect(await store.certificates.renew(next('A-2'), 'A-1')).toBe(true);
    expect(await Promise.all(['A-1', 'A-2', 'A-3'].map((each) => store.certificates.isCertified('A', each)))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await store.certificates.isCertified('B', 'A-1')).toBe(false);
    await store.claimed(proven('A', { keyHash: 'k2', certificate: { number: 'A-4', serial: 'A', until: NOW } }));
    expect(await store.certificates.isCertified('A', 'A-1')).toBe(false);
    expect(await store.certificates.isCertified('A', 'A-4')).toBe(true);
    // An invalid certificate never becomes valid again, and those before the present one end.
    expect(await store.certificates.renew(next('A-5'), 'A-1')).toBe(false);
    expect(await store.certificates.isCertified('A', 'A-5')).toBe(false);
    await store.certificates.renew(next('A-6'), 'A-4');
    await store.certificates.renew(next('A-7'), 'A-6');
    const good = await Promise.all(['A-4', 'A-6', 'A-7'].map((each) => store.certificates.isCertified('A', each)));
    expect(good).toEqual([false, true, true]);
    await store.releaseSwitch('A');
    expect(await store.certificates.isCertified('A', 'A-7')).toBe(false);
  });

  it('gives a switch further certificates of its key until it has been connected', async () => {
    const store = storeNow();
    const holder = { tenant: 'own', keyHash: 'key of A' };
    const more = (number: string) => ({ number, serial: 'A', until: NOW });
    expect(await store.certificates.certifyAgain(more('B'), holder)).toBe(false);
    await store.claimed(proven('A'));
    for (const other of [
      { ...holder, tenant: 'other' },
      { ...holder, keyHash: 'another key' },
    ]) {
      expect(await store.certificates.certifyAgain(more('B'), other)).toBe(false);
    }
    expect(await store.certificates.certifyAgain(more('B'), holder)).toBe(true);
    expect(await Promise.all(['A-1', 'B'].map((each) => store.certificates.isCertified('A', each)))).toEqual([
      true,
      true,
    ]);
    await store.report('A', report({ revision: 1 }), line());
    expect(await store.certificates.certifyAgain(more('C'), holder)).toBe(false);
    expect(await store.certificates.isCertified('A', 'C')).toBe(false);
  });

  it('takes up a later certificate of the key that it knows, as after a restored backup, and never one that was revoked', async () => {
    const store = storeNow();
    const holder = { tenant: 'own', keyHash: 'key of A' };
    const later = (number: string, until = NOW + 5) => ({ number, serial: 'A', until });
    expect(await store.certificates.takeUp(later('L'), holder)).toBe(false);
    await store.claimed(proven('A'));
    for (const [certificate, who] of [
      [later('L'), { ...holder, tenant: 'other' }],
      [later('L'), { ...holder, keyHash: 'another key' }],
      [later('L', NOW + 1), holder],
      [{ ...later('L'), serial: 'B' }, holder],
    ] as const) {
      expect(await store.certificates.takeUp(certificate, who)).toBe(false);
    }
    expect(await store.certificates.takeUp(later('L'), holder)).toBe(true);
    expect(await store.certificates.isCertified('A', 'L')).toBe(true);
    expect(await store.certificates.renew(later('M', NOW + 9), 'L')).toBe(true);
    // The certificate replaced by the renewal, and the one before the release, are invalid whatever is known of the
    // switch by then.
    await store.releaseSwitch('A');
    await store.claimed(proven('A', { certificate: later('N', NOW + 2) }));
    for (const revoked of ['A-1', 'L', 'M']) {
      expect(await store.certificates.takeUp(later(revoked, NOW + 100), holder)).toBe(false);
      expect(await store.certificates.isCertified('A', revoked)).toBe(false);
    }
  });
}
