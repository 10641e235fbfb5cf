import { expect, it } from 'vitest';
import {
  endLine,
  lineBy as line,
  madeOf as made,
  NOW,
  claimedSwitch as proven,
  reportOf as report,
} from './contract-switch.ts';
import type { Store } from './store.ts';
import type { SwitchQuery } from './switches.ts';

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

/** Cases for lists of switches of every store. */
export function switchListCases(storeNow: () => Store): void {
  const serials = async (query: Partial<SwitchQuery>) =>
    (await storeNow().listSwitches({ ...everything, ...query })).rows.map(({ serial }) => serial);

  it('takes whatever characters a switch is called by', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    await store.report('A', report({ name: 'Dach \u0000 "Süd" \\ \ud83d\ude80' }), line());
    expect((await store.switchOf('A'))?.report?.name).toBe('Dach \u0000 "Süd" \\ \ud83d\ude80');
    expect(await serials({ search: '"süd" \\' })).toEqual(['A']);
    expect(await serials({ search: '\u0000 x' })).toEqual([]);
  });

  it('orders by characters, whatever language the store speaks', async () => {
    const store = storeNow();
    for (const serial of ['a1', 'B-1', 'B1', 'b1', 'A1']) await store.claimed(proven(serial));
    expect(await serials({})).toEqual(['A1', 'B-1', 'B1', 'a1', 'b1']);
  });

  it('lists one tenant, page by page, narrowed and ordered', async () => {
    const store = storeNow();
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
    expect(await serials({ condition: 'connected', orderBy: 'version' })).toEqual(['S04', 'S03', 'S02', 'S01', 'S00']);
    expect(await serials({ condition: 'away', limit: 2, descending: true })).toEqual(['S24', 'S23']);
    expect(await serials({ search: 'roof', except: 'S03' })).toEqual(['S00', 'S01', 'S02', 'S04']);
    const { total } = await store.listSwitches({ ...everything, models: ['TPE-1021WS', 'none'], except: 'S03' });
    expect([total, await serials({ models: ['none'] })]).toEqual([24, []]);
  });

  it('orders by name as people do, page by page', async () => {
    const store = storeNow();
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
    const store = storeNow();
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
    const store = storeNow();
    for (const serial of ['A', 'B', 'C', 'D']) {
      await store.claimed(proven(serial));
      await store.revisions.desire(serial, 0, made('{}'));
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
    const store = storeNow();
    for (const serial of ['E', 'F', 'G']) await store.claimed(proven(serial));
    await store.report('E', report(), line('g1', NOW));
    for (const revision of [1, 2]) await store.revisions.desire('F', revision - 1, made('{}'));
    await store.report('F', report({ revision: 1, badRevisions: [2, 12] }), line('g1', NOW + 1));
    for (let revision = 1; revision <= 12; revision += 1) await store.revisions.desire('G', revision - 1, made('{}'));
    await store.report('G', report({ revision: 3, badRevisions: [1, 2, 11] }), line('g1', NOW + 2));
    expect(await store.listBehind(10, NOW)).toEqual(['E', 'G']);
    // It was given another one meanwhile, on somebody's behalf: that is taken over.
    await store.report('F', report({ revision: 3, badRevisions: [2, 12] }), line('g1', NOW + 3));
    expect(await store.listBehind(10, NOW)).toEqual(['E', 'F', 'G']);
  });

  it('lists the switches that are behind by serial number, from any place', async () => {
    const store = storeNow();
    for (const serial of ['b', 'C', 'a', 'D']) {
      await store.claimed(proven(serial));
      await store.report(serial, report(), line());
    }
    expect(await store.listBehind(3, NOW)).toEqual(['C', 'D', 'a']);
    expect(await store.listBehind(3, NOW, 'a')).toEqual(['b']);
    expect(await store.listBehind(3, NOW, 'b')).toEqual([]);
  });

  it('counts a switch as behind whose change waits for longer than it may', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    await store.revisions.desire('A', 0, made('{}'));
    await store.report('A', report({ revision: 1, pending: { id: 'x', revision: 1, secondsLeft: 9 } }), line());
    expect(await store.listBehind(10, NOW + 9_000)).toEqual([]);
    expect(await store.listBehind(10, NOW + 9_001)).toEqual(['A']);
    await store.report('A', report({ revision: 1 }), line());
    expect(await store.listBehind(10, NOW + 9_001)).toEqual([]);
  });
}
