import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../model/values/message.ts';
import { alarmCases } from './alarm-contract.ts';
import { endLine, NOW, claimedSwitch as proven, reportOf as report, reportedBy } from './contract-switch.ts';
import { firmwareCases } from './firmware-contract.ts';
import { rolloutCases } from './rollout-contract.ts';
import type { NewClaim, Store, SwitchQuery } from './store.ts';

const line = (gateway = 'g1', at = NOW) => reportedBy({ gateway, at });

const pending = (values: Partial<NewClaim> = {}): NewClaim => ({
  serial: 'A',
  code: 'CODE',
  tenant: 'own',
  user: 'admin',
  until: NOW + 1000,
  ...values,
});

const everything: SwitchQuery = {
  tenant: 'own',
  search: '',
  condition: undefined,
  drifted: false,
  isAlarmed: false,
  orderBy: 'serial',
  descending: false,
  offset: 0,
  limit: 100,
};

const made = (document: string) => ({ document, hash: `hash of ${document}`, at: NOW, by: 'admin' });

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

    const serials = async (query: Partial<SwitchQuery>) =>
      (await store.listSwitches({ ...everything, ...query })).rows.map(({ serial }) => serial);

    it('keeps what it has acknowledged', async () => {
      await store.claimed(proven('A'));
      await store.report('A', report({ name: 'cellar' }), line());
      await store.desire('A', 0, made('{}'));
      const kept = await store.switchOf('A');
      store = await again(store, 'instead');
      expect(await store.switchOf('A')).toEqual(kept);
      expect(kept).toMatchObject({ name: 'cellar', desiredRevision: 1, gateway: 'g1', claimedBy: 'admin' });
      expect(await store.revisionOf('A', 1)).toEqual({ revision: 1, ...made('{}') });
    });

    it('knows nothing of a switch that nobody claimed', async () => {
      expect(await store.report('A', report(), line())).toBeUndefined();
      expect(await store.switchOf('A')).toBeUndefined();
      expect(await store.desire('A', 0, made('{}'))).toBeUndefined();
    });

    it('gives the desired configuration to whoever was first', async () => {
      await store.claimed(proven('A'));
      const results = await Promise.all([
        store.desire('A', 0, made('one')),
        store.desire('A', 0, made('two')),
        store.desire('A', 0, made('three')),
      ]);
      expect(results.filter((result) => result !== undefined)).toEqual([1]);
      expect(await store.desire('A', 1, made('four'))).toBe(2);
    });

    it('gives no revision a number that the switch was ever given', async () => {
      await store.claimed(proven('A'));
      await store.desire('A', 0, made('one'));
      await store.markBad('A', 1);
      await store.report('A', report({ revision: 4, badRevisions: [7] }), line());
      expect(await store.nextRevision('A')).toBe(8);
      expect((await store.switchOf('A'))?.badRevisions).toEqual([1, 7]);
      // An assigned number is never assigned again, whether it is used or not.
      expect(await Promise.all([store.nextRevision('A'), store.nextRevision('A')])).toEqual([9, 10]);
      expect(await store.adopt('A', 8, made('two'))).toBe(true);
      expect(await store.adopt('A', 8, made('other'))).toBe(false);
      expect(await store.revisionOf('A', 8)).toMatchObject({ document: 'two' });
    });

    it('keeps the safe revision and the one that the switch has beside the latest twenty', async () => {
      await store.claimed(proven('A'));
      await store.desire('A', 0, made('1'));
      await store.report('A', report({ revision: 1, safeRevision: 1 }), line());
      for (let revision = 1; revision < 30; revision += 1) await store.desire('A', revision, made(`${revision + 1}`));
      expect(await store.revisionOf('A', 1)).toBeDefined();
      expect(await store.revisionOf('A', 5)).toBeUndefined();
      expect(await store.revisionOf('A', 11)).toBeDefined();
    });

    it('has a line with one gateway: what ended before it says nothing of it', async () => {
      await store.claimed(proven('A'));
      const [first, second] = [line('g1'), line('g2', NOW + 1)];
      await store.report('A', report(), first);
      await store.report('A', report(), second);
      await store.disconnected('A', first.line, NOW + 2);
      expect(await store.switchOf('A')).toMatchObject({ gateway: 'g2', lastSeen: NOW + 1 });
      await store.forgetGateway('g1', NOW + 3);
      expect(await store.switchOf('A')).toMatchObject({ gateway: 'g2' });
      await store.forgetGateway('g2', NOW + 4);
      expect(await store.switchOf('A')).toMatchObject({ gateway: '', lastSeen: NOW + 4 });
    });

    it('takes no report that is older than what it knows, in whatever order they come', async () => {
      await store.claimed(proven('A'));
      const told = (name: string, line: number, reportNumber: number) =>
        store.report('A', report({ name }), reportedBy({ gateway: `g${line}`, line, reportNumber }));
      const kept = async () => {
        const { name, gateway } = (await store.switchOf('A')) ?? {};
        return [name, gateway];
      };
      expect(await told('second', 2, 2)).toMatchObject({ name: '' });
      for (const [line, reportNumber] of [
        [2, 2],
        [2, 1],
        [1, 1],
        [1, 9],
      ] as const) {
        expect(await told('late', line, reportNumber)).toBe('outdated');
      }
      expect(await kept()).toEqual(['second', 'g2']);
      expect(await told('third', 2, 3)).toMatchObject({ name: 'second' });
      // The end of a line is known before its first report is.
      await store.disconnected('A', 4, NOW + 9);
      expect(await kept()).toEqual(['third', '']);
      for (const line of [2, 3, 4]) expect(await told('late', line, 9)).toBe('outdated');
      expect(await store.keepLines('g4', [{ serial: 'A', line: 4 }], NOW)).toMatchObject([{ finding: 'outdated' }]);
      expect(await kept()).toEqual(['third', '']);
      expect(await told('fifth', 5, 1)).toMatchObject({ name: 'third' });
      expect(await kept()).toEqual(['fifth', 'g5']);
    });

    it('gives every line of a switch a greater number, whoever it is claimed by in between', async () => {
      await store.claimed(proven('A'));
      expect(new Set(await Promise.all([1, 2, 3].map(() => store.nextLine('A'))))).toEqual(new Set([1, 2, 3]));
      await store.report('A', report(), reportedBy({ line: 3 }));
      await store.releaseSwitch('A');
      expect(await store.report('A', report(), reportedBy({ line: 3, reportNumber: 2 }))).toBeUndefined();
      await store.claimed(proven('A', { tenant: 'other' }));
      expect(await store.report('A', report(), reportedBy({ line: 3, reportNumber: 3 }))).toBe('outdated');
      expect(await store.nextLine('A')).toBe(4);
      expect(await store.report('A', report(), reportedBy({ line: 4 }))).toMatchObject({ gateway: '' });
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

    it('forgets the lines of gateways that fell silent, and of no other', async () => {
      const held = { A: line('g1'), B: line('g2'), C: line('nobody knows') };
      for (const [serial, by] of Object.entries(held)) {
        await store.claimed(proven(serial));
        await store.report(serial, report(), by);
      }
      const present = async () =>
        await Promise.all(['A', 'B', 'C'].map(async (serial) => (await store.switchOf(serial))?.gateway));
      const a = { serial: 'A', line: held.A.line };
      const b = { serial: 'B', line: held.B.line };
      expect([await store.gatewayLives('g1'), await store.gatewayLives('g2')]).toEqual([[a], [b]]);
      await store.missGateways(2, NOW + 1);
      expect(await present()).toEqual(['g1', 'g2', '']);
      expect((await store.switchOf('C'))?.lastSeen).toBe(NOW + 1);
      await store.gatewayLives('g1');
      await store.missGateways(2, NOW + 2);
      await store.gatewayLives('g1');
      await store.missGateways(2, NOW + 3);
      expect(await present()).toEqual(['g1', '', '']);
      // It was only cut off: it says what it has.
      expect(await store.gatewayLives('g2')).toEqual([]);
      const former = { serial: 'A', line: held.A.line - 1 };
      expect(await store.keepLines('g2', [former, b, { serial: 'unclaimed', line: 1 }], NOW + 4)).toEqual([
        { ...former, finding: 'outdated' },
        { serial: 'unclaimed', line: 1, finding: 'unclaimed' },
      ]);
      await store.missGateways(2, NOW + 5);
      expect(await present()).toEqual(['g1', 'g2', '']);
      // One that is missing may be newer than the list: its gateway says that it is over.
      expect(await store.keepLines('g1', [], NOW + 6)).toEqual([{ ...a, finding: 'unnamed' }]);
      expect(await present()).toEqual(['g1', 'g2', '']);
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
    });

    it('takes whatever characters a switch is called by', async () => {
      await store.claimed(proven('A'));
      await store.report('A', report({ name: 'Dach \u0000 "Süd" \\ \ud83d\ude80' }), line());
      expect((await store.switchOf('A'))?.report?.name).toBe('Dach \u0000 "Süd" \\ \ud83d\ude80');
      expect(await serials({ search: '"süd" \\' })).toEqual(['A']);
      expect(await serials({ search: '\u0000 x' })).toEqual([]);
    });

    it('orders by characters, whatever language the store speaks', async () => {
      for (const serial of ['a1', 'B-1', 'B1', 'b1', 'A1']) await store.claimed(proven(serial));
      expect(await serials({})).toEqual(['A1', 'B-1', 'B1', 'a1', 'b1']);
    });

    it('numbers the audit trail without a gap, however many write at once', async () => {
      const entry = { at: NOW, tenant: 'own', user: 'admin', source: '', serial: '', said: say('Did it.') };
      const other = await again(store, 'beside');
      await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? store : other).addAudit(entry)));
      if (other !== store) await other.close();
      const query = { tenant: 'own', search: '', orderBy: 'number', descending: false, offset: 0, limit: 100 } as const;
      const { rows } = await store.listAudit(query);
      expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    });

    it('loses no change where several controllers make some at once', async () => {
      await store.claimed(proven('A'));
      const other = await again(store, 'beside');
      const make = async (by: Store, name: string) => {
        for (let made = 0; made < 10; ) {
          const from = (await by.switchOf('A'))?.desiredRevision ?? 0;
          const revision = await by.desire('A', from, { document: '{}', hash: name, at: NOW, by: name });
          if (revision === undefined) continue;
          // This number was assigned to no one else, and none was skipped.
          expect(await by.revisionOf('A', revision)).toMatchObject({ by: name });
          await by.markBad('A', revision);
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

    it('lists one tenant, page by page, narrowed and ordered', async () => {
      for (let at = 0; at < 25; at += 1) {
        const serial = `S${String(at).padStart(2, '0')}`;
        await store.claimed(proven(serial));
        if (at < 5) await store.report(serial, report({ name: `roof ${at}`, version: `1.${9 - at}` }), line());
      }
      await store.claimed(proven('T1', { tenant: 'other' }));
      const page = await store.listSwitches({ ...everything, offset: 20, limit: 10 });
      expect([page.total, page.rows.map(({ serial }) => serial)]).toEqual([25, ['S20', 'S21', 'S22', 'S23', 'S24']]);
      expect(await serials({ search: 'ROOF 3' })).toEqual(['S03']);
      expect(await serials({ search: '%' })).toEqual([]);
      expect(await serials({ search: "'; DROP TABLE switches; --" })).toEqual([]);
      expect(await serials({ condition: 'connected', orderBy: 'version' })).toEqual([
        'S04',
        'S03',
        'S02',
        'S01',
        'S00',
      ]);
      expect(await serials({ condition: 'away', limit: 2, descending: true })).toEqual(['S24', 'S23']);
    });

    it('orders by name as people do, page by page', async () => {
      const names = ['Aal 9', 'aal 10', 'Ähre', 'bahn', 'Zürich', 'Ωρωπός', 'Жуков', '東', '𝔛 1'];
      for (const [at, name] of names.toReversed().entries()) {
        await store.claimed(proven(`S${at}`));
        await store.report(`S${at}`, report({ name }), line());
      }
      const nameOf = async (offset: number, descending: boolean) => {
        const query = { ...everything, orderBy: 'name', descending, offset, limit: 1 } as const;
        return (await store.listSwitches(query)).rows[0]?.name;
      };
      const wanted = ['Aal 9', 'aal 10', 'Ähre', 'bahn', '𝔛 1', 'Zürich', 'Ωρωπός', 'Жуков', '東'];
      expect(await Promise.all(wanted.map((_, at) => nameOf(at, false)))).toEqual(wanted);
      expect(await Promise.all(wanted.map((_, at) => nameOf(at, true)))).toEqual(wanted.toReversed());
    });

    it('finds a switch by its name in any letters, small or large', async () => {
      for (const [serial, name] of Object.entries({ A: 'Bürogebäude ÄUSSERE', B: 'ΑΘΗΝΑ', C: 'Zu\u0308rich' })) {
        await store.claimed(proven(serial));
        await store.report(serial, report({ name }), line());
      }
      expect(await serials({ search: 'BÜROGEBÄUDE äussere' })).toEqual(['A']);
      expect(await serials({ search: 'αθηνα' })).toEqual(['B']);
      // Written with a mark of its own in the one, and as one letter in the other.
      expect(await serials({ search: 'ZÜRICH' })).toEqual(['C']);
      expect(await serials({ search: 'burogebaude' })).toEqual([]);
    });

    it('finds the switches that are not as they are wanted', async () => {
      for (const serial of ['A', 'B', 'C', 'D']) {
        await store.claimed(proven(serial));
        await store.desire(serial, 0, made('{}'));
      }
      const hash = 'b'.repeat(64);
      await store.report('A', report({ revision: 1, hash, revisionHash: hash }), line());
      await store.report('B', report({ revision: 1, hash, revisionHash: 'c'.repeat(64) }), line());
      expect(await serials({ drifted: true })).toEqual(['B', 'C', 'D']);
      await store.report('C', report(), line('g1', NOW + 1));
      await store.report('D', report({ owner: 'local' }), line());
      expect(await store.listBehind(10, NOW)).toEqual(['C']);
      expect(await store.listBehind(0, NOW)).toEqual([]);
      await endLine(store, 'C', NOW);
      expect(await store.listBehind(10, NOW)).toEqual([]);
    });

    it('counts a switch as behind from which nothing was taken over yet, and none that refused what is wanted', async () => {
      for (const serial of ['E', 'F', 'G']) await store.claimed(proven(serial));
      await store.report('E', report(), line('g1', NOW));
      for (const revision of [1, 2]) await store.desire('F', revision - 1, made('{}'));
      await store.report('F', report({ revision: 1, badRevisions: [2, 12] }), line('g1', NOW + 1));
      for (let revision = 1; revision <= 12; revision += 1) await store.desire('G', revision - 1, made('{}'));
      await store.report('G', report({ revision: 3, badRevisions: [1, 2, 11] }), line('g1', NOW + 2));
      expect(await store.listBehind(10, NOW)).toEqual(['E', 'G']);
      // It was given another one meanwhile, on somebody's behalf: that is taken over.
      await store.report('F', report({ revision: 3, badRevisions: [2, 12] }), line('g1', NOW + 3));
      expect(await store.listBehind(10, NOW)).toEqual(['E', 'F', 'G']);
    });

    it('lists the switches that are behind by serial number, from any place', async () => {
      for (const serial of ['b', 'C', 'a', 'D']) {
        await store.claimed(proven(serial));
        await store.report(serial, report(), line());
      }
      expect(await store.listBehind(3, NOW)).toEqual(['C', 'D', 'a']);
      expect(await store.listBehind(3, NOW, 'a')).toEqual(['b']);
      expect(await store.listBehind(3, NOW, 'b')).toEqual([]);
    });

    it('counts a switch as behind whose change waits for longer than it may', async () => {
      await store.claimed(proven('A'));
      await store.desire('A', 0, made('{}'));
      await store.report('A', report({ revision: 1, pending: { id: 'x', revision: 1, secondsLeft: 9 } }), line());
      expect(await store.listBehind(10, NOW + 9_000)).toEqual([]);
      expect(await store.listBehind(10, NOW + 9_001)).toEqual(['A']);
      await store.report('A', report({ revision: 1 }), line());
      expect(await store.listBehind(10, NOW + 9_001)).toEqual([]);
    });

    it('gives a claim to who shows its code, once and in time, however many wrong ones were shown', async () => {
      await store.putClaim(pending());
      expect(await store.proveClaim('B', 'CODE', NOW)).toBeUndefined();
      for (const wrong of ['W1', 'W2', 'W3', 'W4', 'W5', 'W6']) {
        expect(await store.proveClaim('A', wrong, NOW)).toBe('wrong');
        await store.countWrongCode('A');
      }
      expect(await store.listClaims('own', NOW)).toMatchObject([{ wrongCodes: 6 }]);
      expect(await store.proveClaim('A', 'CODE', NOW)).toMatchObject({ user: 'admin' });
      await store.claimed(proven('A'));
      expect(await store.proveClaim('A', 'CODE', NOW)).toBeUndefined();
      await store.putClaim(pending());
      expect(await store.listClaims('own', NOW)).toMatchObject([{ wrongCodes: 0 }]);
      expect(await store.listClaims('other', NOW)).toHaveLength(0);
      expect(await store.proveClaim('A', 'CODE', NOW + 1000)).toBeUndefined();
    });

    it('takes a claim code once, however many show it at the same moment', async () => {
      await store.putClaim(pending());
      const numbers = ['X', 'Y', 'Z'];
      const shown = numbers.map((number) =>
        store.claimed(proven('A', { code: 'CODE', certificate: { number, serial: 'A', until: NOW + 1 } })),
      );
      const taken = await Promise.all(shown);
      expect(taken.filter(Boolean)).toHaveLength(1);
      // And the certificate that was given for it stays good.
      expect(await Promise.all(numbers.map((number) => store.isCertified('A', number)))).toEqual(taken);
    });

    it('leaves a switch to the tenant whose it is', async () => {
      await store.claimed(proven('A'));
      expect(await store.putClaim(pending({ tenant: 'other' }))).toBe(false);
      expect(await store.claimed(proven('A', { tenant: 'other' }))).toBe(false);
      expect(await store.claimed(proven('B', { tenant: 'other', keyHash: 'key of A' }))).toBe(false);
      expect(await store.withdrawClaim('A', 'other')).toBe(false);
      expect(await store.switchOf('A')).toMatchObject({ tenant: 'own' });
    });

    it('lets nobody take the place of the claim of another tenant', async () => {
      await store.putClaim(pending());
      await store.putClaim(pending({ tenant: 'other', code: 'THEIRS' }));
      expect(await store.withdrawClaim('A', 'third')).toBe(false);
      expect(await store.listClaims('own', NOW)).toMatchObject([{ code: 'CODE' }]);
      expect(await store.proveClaim('A', 'THEIRS', NOW)).toMatchObject({ tenant: 'other' });
      expect(await store.proveClaim('A', 'CODE', NOW)).toMatchObject({ tenant: 'own' });
      await store.claimed(proven('A'));
      expect(await store.listClaims('other', NOW)).toEqual([]);
    });

    it("takes no certificate that a later claim replaced, that was revoked, or that is another switch's", async () => {
      await store.claimed(proven('A'));
      const next = (number: string) => ({ number, serial: 'A', until: NOW });
      expect(await store.renewCertificate(next('A-2'), 'A-1')).toBe(true);
      expect(await Promise.all(['A-1', 'A-2', 'A-3'].map((each) => store.isCertified('A', each)))).toEqual([
        true,
        true,
        false,
      ]);
      expect(await store.isCertified('B', 'A-1')).toBe(false);
      await store.claimed(proven('A', { keyHash: 'k2', certificate: { number: 'A-4', serial: 'A', until: NOW } }));
      expect(await store.isCertified('A', 'A-1')).toBe(false);
      expect(await store.isCertified('A', 'A-4')).toBe(true);
      // An invalid certificate never becomes valid again, and those before the present one end.
      expect(await store.renewCertificate(next('A-5'), 'A-1')).toBe(false);
      expect(await store.isCertified('A', 'A-5')).toBe(false);
      await store.renewCertificate(next('A-6'), 'A-4');
      await store.renewCertificate(next('A-7'), 'A-6');
      const good = await Promise.all(['A-4', 'A-6', 'A-7'].map((each) => store.isCertified('A', each)));
      expect(good).toEqual([false, true, true]);
      await store.releaseSwitch('A');
      expect(await store.isCertified('A', 'A-7')).toBe(false);
    });

    it('gives a switch further certificates of its key until it has been connected', async () => {
      const holder = { tenant: 'own', keyHash: 'key of A' };
      const more = (number: string) => ({ number, serial: 'A', until: NOW });
      expect(await store.certifyAgain(more('B'), holder)).toBe(false);
      await store.claimed(proven('A'));
      for (const other of [
        { ...holder, tenant: 'other' },
        { ...holder, keyHash: 'another key' },
      ]) {
        expect(await store.certifyAgain(more('B'), other)).toBe(false);
      }
      expect(await store.certifyAgain(more('B'), holder)).toBe(true);
      expect(await Promise.all(['A-1', 'B'].map((each) => store.isCertified('A', each)))).toEqual([true, true]);
      await store.report('A', report({ revision: 1 }), line());
      expect(await store.certifyAgain(more('C'), holder)).toBe(false);
      expect(await store.isCertified('A', 'C')).toBe(false);
    });

    it('takes up a later certificate of the key that it knows, as after a restored backup, and never one that was revoked', async () => {
      const holder = { tenant: 'own', keyHash: 'key of A' };
      const later = (number: string, until = NOW + 5) => ({ number, serial: 'A', until });
      expect(await store.takeUpCertificate(later('L'), holder)).toBe(false);
      await store.claimed(proven('A'));
      for (const [certificate, who] of [
        [later('L'), { ...holder, tenant: 'other' }],
        [later('L'), { ...holder, keyHash: 'another key' }],
        [later('L', NOW + 1), holder],
        [{ ...later('L'), serial: 'B' }, holder],
      ] as const) {
        expect(await store.takeUpCertificate(certificate, who)).toBe(false);
      }
      expect(await store.takeUpCertificate(later('L'), holder)).toBe(true);
      expect(await store.isCertified('A', 'L')).toBe(true);
      expect(await store.renewCertificate(later('M', NOW + 9), 'L')).toBe(true);
      // The certificate replaced by the renewal, and the one before the release, are invalid whatever is known of the
      // switch by then.
      await store.releaseSwitch('A');
      await store.claimed(proven('A', { certificate: later('N', NOW + 2) }));
      for (const revoked of ['A-1', 'L', 'M']) {
        expect(await store.takeUpCertificate(later(revoked, NOW + 100), holder)).toBe(false);
        expect(await store.isCertified('A', revoked)).toBe(false);
      }
    });

    it('forgets everything about a switch that is given back', async () => {
      await store.claimed(proven('A'));
      await store.desire('A', 0, made('{}'));
      expect(await store.releaseSwitch('A')).toBe(true);
      expect(await store.releaseSwitch('A')).toBe(false);
      expect(await store.isCertified('A', 'A-1')).toBe(false);
      expect(await store.revisionOf('A', 1)).toBeUndefined();
      await store.claimed(proven('A', { tenant: 'other' }));
      expect(await store.switchOf('A')).toMatchObject({ tenant: 'other', desiredRevision: 0 });
    });

    it('keeps users, and the audit trail in its order', async () => {
      const user = { name: 'admin', tenant: 'own', passwordHash: 'h', role: 'administrator' } as const;
      await store.putUser(user);
      await store.putUser({ ...user, role: 'observer' });
      expect(await store.users()).toEqual([{ ...user, role: 'observer' }]);
      await store.removeUser('admin');
      expect(await store.users()).toEqual([]);
      const entry = { at: NOW, tenant: 'own', user: 'admin', source: '192.0.2.1', serial: 'A' };
      for (const each of [1, 2, 3]) {
        await store.addAudit({ ...entry, said: say('Did {{what}}.', { what: `thing ${each}` }) });
      }
      await store.addAudit({ ...entry, tenant: 'other', said: say('Nothing.') });
      const query = { tenant: 'own', search: '', orderBy: 'number', descending: true, offset: 0, limit: 2 } as const;
      const { total, rows } = await store.listAudit(query);
      expect([total, rows.map(({ number }) => number)]).toEqual([3, [3, 2]]);
      expect(rows[0]).toMatchObject({ ...entry, said: { text: 'Did {{what}}.', values: { what: 'thing 3' } } });
      expect((await store.listAudit({ ...query, search: 'THING 1' })).rows).toHaveLength(1);
    });

    rolloutCases(() => store);
    alarmCases(() => store);
    firmwareCases(() => store);
  });
}
