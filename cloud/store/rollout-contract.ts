import { expect, it } from 'vitest';
import { say, wordsOf } from '../../model/values/message.ts';
import { claimedSwitch, endLine, NOW, reportedBy, reportOf } from './contract-switch.ts';
import type { RolloutName } from './rollouts.ts';
import type { Store } from './store.ts';

const spring: RolloutName = { tenant: 'own', name: 'spring' };

const rollout = (values: Partial<Parameters<Store['rollouts']['make']>[0]> = {}) => ({
  ...spring,
  kind: 'settings' as const,
  change: '{}',
  at: NOW,
  beginsAt: NOW - 1,
  by: 'admin',
  ...values,
});

const make = (document: string) => ({ document, hash: '', at: NOW, by: 'admin' });

/** Cases for the rollouts of every store. */
export function rolloutCases(storeNow: () => Store): void {
  const claim = async (...serials: string[]) => {
    for (const serial of serials) {
      await storeNow().claimed(claimedSwitch(serial));
      await storeNow().report(serial, reportOf({ name: `n${serial}` }), reportedBy());
    }
  };
  const members = (...serials: string[]) => serials.map((serial, wave) => ({ serial, wave }));

  it('keeps a rollout with its switches, once of a name', async () => {
    const { rollouts } = storeNow();
    await claim('A', 'B');
    expect(await rollouts.make(rollout(), members('A', 'B', 'gone'))).toBe(true);
    expect(await rollouts.make(rollout({ change: 'other' }), [])).toBe(false);
    expect(await rollouts.of(spring)).toMatchObject({
      change: '{}',
      state: 'running',
      counts: { waiting: 3, done: 0 },
    });
    expect(await rollouts.of({ ...spring, tenant: 'other' })).toBeUndefined();
    expect((await rollouts.list({ tenant: 'own', search: 'PRI', offset: 0, limit: 5 })).total).toBe(1);
    expect((await rollouts.list({ tenant: 'other', search: '', offset: 0, limit: 5 })).rows).toEqual([]);
    const query = { search: '', state: undefined, offset: 0, limit: 10 };
    const { total, rows } = await rollouts.members(spring, query);
    expect([total, rows.map(({ serial, name, wave }) => [serial, name, wave])]).toEqual([
      3,
      [
        ['A', 'nA', 0],
        ['B', 'nB', 1],
        ['gone', '', 2],
      ],
    ]);
    expect((await rollouts.members(spring, { ...query, search: 'NB' })).total).toBe(1);
    expect((await rollouts.members(spring, { ...query, state: 'done' })).total).toBe(0);
    await endLine(storeNow(), 'B', NOW);
    expect(await rollouts.tally(spring)).toEqual([
      expect.objectContaining({ wave: 0, ready: 1, away: 0 }),
      expect.objectContaining({ wave: 1, ready: 0, away: 1 }),
      expect.objectContaining({ wave: 2, ready: 0, away: 1 }),
    ]);
    expect((await rollouts.due(spring, 2, 10)).map(({ serial }) => serial)).toEqual(['A']);
  });

  it('tells each switch once, whoever was first, and none of a rollout that does not run', async () => {
    const { rollouts } = storeNow();
    await claim('A', 'B');
    await rollouts.make(rollout(), members('A', 'B'));
    const told = await Promise.all(
      [1, 2, 3].map((each) => rollouts.send(spring, 'A', { from: 0, make: make(`${each}`), at: NOW })),
    );
    expect(told.filter((each) => each !== undefined)).toEqual([1]);
    expect((await storeNow().switchOf('A'))?.desiredRevision).toBe(1);
    // Somebody changed what is wanted of it in the meantime.
    await storeNow().revisions.desire('B', 0, make('other'));
    expect(await rollouts.send(spring, 'B', { from: 0, make: make('mine'), at: NOW })).toBeUndefined();
    expect((await rollouts.of(spring))?.counts).toMatchObject({ sent: 1, waiting: 1 });
    expect(await rollouts.turn(spring, 'running', 'stopped', { reason: say('Enough.'), changedAt: NOW })).toBe(true);
    expect(await rollouts.turn(spring, 'running', 'stopped', { reason: say('Again.'), changedAt: NOW })).toBe(false);
    expect(await rollouts.send(spring, 'B', { from: 1, make: undefined, at: NOW })).toBeUndefined();
    const { state, reason } = (await rollouts.of(spring)) ?? {};
    expect([state, reason && wordsOf(reason)]).toEqual(['stopped', 'Enough.']);
    expect(await rollouts.resume(spring, 'stopped', NOW)).toBe(true);
    expect(await rollouts.send(spring, 'B', { from: 1, make: undefined, at: NOW })).toBe(1);
  });

  it('lets those have their turn again that did not take it, and no others', async () => {
    const { rollouts } = storeNow();
    await claim('A', 'B', 'C', 'D');
    await rollouts.make(rollout(), members('A', 'B', 'C', 'D'));
    for (const serial of ['A', 'B', 'C']) await rollouts.send(spring, serial, { from: 0, make: make(serial), at: NOW });
    const turn = { from: 'sent', reason: say('Why.'), at: NOW + 1 } as const;
    expect(await rollouts.settle(spring, 'A', { ...turn, to: 'done' })).toBe(true);
    expect(await rollouts.settle(spring, 'A', { ...turn, to: 'cameBack' })).toBe(false);
    await rollouts.settle(spring, 'B', { ...turn, to: 'cameBack' });
    await rollouts.settle(spring, 'C', { ...turn, to: 'unreachable' });
    expect((await rollouts.open(spring, 0)).map(({ serial, state }) => [serial, state])).toEqual([
      ['C', 'unreachable'],
    ]);
    expect(await rollouts.tally(spring)).toMatchObject([{ done: 1 }, { failed: 1 }, { unreachable: 1 }, { ready: 1 }]);
    await rollouts.turn(spring, 'running', 'stopped', { reason: undefined, changedAt: NOW });
    expect(await rollouts.live()).toHaveLength(1);
    await rollouts.resume(spring, 'stopped', NOW);
    expect((await rollouts.of(spring))?.counts).toMatchObject({ done: 1, waiting: 3 });
    // It took the change, and then was lost.
    await endLine(storeNow(), 'A', NOW + 5);
    expect((await rollouts.open(spring, NOW + 5)).map(({ serial }) => serial)).toEqual([]);
    expect((await rollouts.open(spring, NOW + 6)).map(({ serial }) => serial)).toEqual(['A']);
  });

  it('waits for no switch that was given back, and is removed once it does not run', async () => {
    const { rollouts } = storeNow();
    await claim('A', 'B');
    await rollouts.make(rollout(), members('A', 'B'));
    await rollouts.send(spring, 'A', { from: 0, make: make('1'), at: NOW });
    await storeNow().releaseSwitch('A');
    expect((await rollouts.of(spring))?.counts).toMatchObject({ leftOut: 1, waiting: 1 });
    // One that was left out has its turn again with the others: it may have come back.
    await rollouts.turn(spring, 'running', 'stopped', { reason: undefined, changedAt: NOW });
    await rollouts.resume(spring, 'stopped', NOW);
    expect((await rollouts.of(spring))?.counts).toMatchObject({ leftOut: 0, waiting: 2 });
    expect(await rollouts.remove(spring)).toBe(false);
    await rollouts.turn(spring, 'running', 'aborted', { reason: undefined, changedAt: NOW });
    expect(await rollouts.live()).toEqual([]);
    expect(await rollouts.remove(spring)).toBe(true);
    expect(await rollouts.of(spring)).toBeUndefined();
    expect(await rollouts.make(rollout(), [])).toBe(true);
    expect((await rollouts.of(spring))?.counts.waiting).toBe(0);
  });
}
