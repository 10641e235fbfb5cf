import { expect, it } from 'vitest';
import { lineBy as line, NOW, claimedSwitch as proven, reportOf as report, reportedBy } from './contract-switch.ts';
import type { Store } from './store.ts';

/** Cases for the lines of switches and their gateways of every store. */
export function lineCases(storeNow: () => Store): void {
  it('has a line with one gateway: what ended before it says nothing of it', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    const [first, second] = [line('g1'), line('g2', NOW + 1)];
    await store.report('A', report(), first);
    await store.report('A', report(), second);
    await store.lines.ended('A', first.line, NOW + 2);
    expect(await store.switchOf('A')).toMatchObject({ gateway: 'g2', lastSeen: NOW + 1 });
    await store.lines.forgetGateway('g1', NOW + 3);
    expect(await store.switchOf('A')).toMatchObject({ gateway: 'g2' });
    await store.lines.forgetGateway('g2', NOW + 4);
    expect(await store.switchOf('A')).toMatchObject({ gateway: '', lastSeen: NOW + 4 });
  });

  it('takes no report that is older than what it knows, in whatever order they come', async () => {
    const store = storeNow();
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
    await store.lines.ended('A', 4, NOW + 9);
    expect(await kept()).toEqual(['third', '']);
    for (const line of [2, 3, 4]) expect(await told('late', line, 9)).toBe('outdated');
    expect(await store.lines.keep('g4', [{ serial: 'A', line: 4 }], NOW)).toMatchObject([{ finding: 'outdated' }]);
    expect(await kept()).toEqual(['third', '']);
    expect(await told('fifth', 5, 1)).toMatchObject({ name: 'third' });
    expect(await kept()).toEqual(['fifth', 'g5']);
  });

  it('gives every line of a switch a greater number, whoever it is claimed by in between', async () => {
    const store = storeNow();
    await store.claimed(proven('A'));
    expect(new Set(await Promise.all([1, 2, 3].map(() => store.lines.next('A'))))).toEqual(new Set([1, 2, 3]));
    await store.report('A', report(), reportedBy({ line: 3 }));
    await store.releaseSwitch('A');
    expect(await store.report('A', report(), reportedBy({ line: 3, reportNumber: 2 }))).toBeUndefined();
    await store.claimed(proven('A', { tenant: 'other' }));
    expect(await store.report('A', report(), reportedBy({ line: 3, reportNumber: 3 }))).toBe('outdated');
    expect(await store.lines.next('A')).toBe(4);
    expect(await store.report('A', report(), reportedBy({ line: 4 }))).toMatchObject({ gateway: '' });
  });

  it('forgets the lines of gateways that fell silent, and of no other', async () => {
    const store = storeNow();
    const held = { A: line('g1'), B: line('g2'), C: line('nobody knows') };
    for (const [serial, by] of Object.entries(held)) {
      await store.claimed(proven(serial));
      await store.report(serial, report(), by);
    }
    const present = async () =>
      await Promise.all(['A', 'B', 'C'].map(async (serial) => (await store.switchOf(serial))?.gateway));
    const a = { serial: 'A', line: held.A.line };
    const b = { serial: 'B', line: held.B.line };
    expect([await store.lines.gatewayLives('g1'), await store.lines.gatewayLives('g2')]).toEqual([[a], [b]]);
    await store.lines.missGateways(2, NOW + 1);
    expect(await present()).toEqual(['g1', 'g2', '']);
    expect((await store.switchOf('C'))?.lastSeen).toBe(NOW + 1);
    await store.lines.gatewayLives('g1');
    await store.lines.missGateways(2, NOW + 2);
    await store.lines.gatewayLives('g1');
    await store.lines.missGateways(2, NOW + 3);
    expect(await present()).toEqual(['g1', '', '']);
    // It was only cut off: it says what it has.
    expect(await store.lines.gatewayLives('g2')).toEqual([]);
    const former = { serial: 'A', line: held.A.line - 1 };
    expect(await store.lines.keep('g2', [former, b, { serial: 'unclaimed', line: 1 }], NOW + 4)).toEqual([
      { ...former, finding: 'outdated' },
      { serial: 'unclaimed', line: 1, finding: 'unclaimed' },
    ]);
    await store.lines.missGateways(2, NOW + 5);
    expect(await present()).toEqual(['g1', 'g2', '']);
    // One that is missing may be newer than the list: its gateway says that it is over.
    expect(await store.lines.keep('g1', [], NOW + 6)).toEqual([{ ...a, finding: 'unnamed' }]);
    expect(await present()).toEqual(['g1', 'g2', '']);
  });
}
