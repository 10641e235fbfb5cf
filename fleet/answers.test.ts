import { describe, expect, test } from 'vitest';
import type { FleetCaller, FleetContext, FleetFeature } from '../cloud/fleet/fleet-feature.ts';
import type { CountedRollout } from '../cloud/store/rollouts.ts';
import type { KeptSwitch } from '../cloud/store/switches.ts';
import type { Request } from '../device/management.ts';
import { type Message, say, wordsOf } from '../model/values/message.ts';
import type { Values } from '../model/wire/call.ts';
import { SOME_MOMENT } from '../protocols/some-moment.ts';
import { alarms } from './alarms/cloud.ts';
import { audit } from './audit/cloud.ts';
import { claims } from './claim/cloud.ts';
import { rollouts } from './rollouts/cloud.ts';
import { RolloutAction, RolloutCondition } from './rollouts/objects.ts';
import { switches } from './switches/cloud.ts';
import { fleetSwitchEntry, SwitchStanding } from './switches/objects.ts';

const caller: FleetCaller = {
  user: { name: 'ann', tenant: 'own', passwordHash: '', role: 'administrator' },
  session: 'own',
  source: '192.0.2.1',
  did: async (said) => void trail.push(wordsOf(said)),
};
let trail: string[] = [];

/** A cloud of which these parts of the store are asked alone. */
const cloudOf = (store: object) => ({ store, wallClock: { now: () => SOME_MOMENT } }) as unknown as FleetContext;

/** The object of a feature at this place among its answers. */
const answering = ({ answers }: FleetFeature, place = 0) => {
  const [answer] = answers.slice(place);
  if (!answer) throw new Error('There is no such object.');
  return answer;
};

const ask = (feature: FleetFeature, store: object, kind: Request['kind'], values: Values, place = 0) => {
  trail = [];
  const { object, perform } = answering(feature, place);
  return perform?.(cloudOf(store), { kind, object, values }, caller);
};

const pageOf = (feature: FleetFeature, store: object, query: Values, paging: object = {}, place = 0) => {
  const paged = { page: 3, size: 20, orderBy: undefined, descending: false, ...paging };
  return answering(feature, place).readPage?.(cloudOf(store), query, paged, caller);
};

/** What a list is asked for. */
function listing(): { readonly asked: object[]; readonly list: (query: object) => Promise<object> } {
  const asked: object[] = [];
  return { asked, list: async (query) => ({ total: 0, rows: asked.push(query) ? [] : [] }) };
}

test.each<[string, Values, object, object]>([
  ['all', {}, {}, { condition: undefined, drifted: false, isAlarmed: false, search: '', orderBy: 'serial' }],
  ['connected', { condition: 1 }, { orderBy: 'fleetSwitchLastSeen' }, { condition: 'connected', orderBy: 'lastSeen' }],
  ['others of some models', { except: 'A1', models: 'M1 M2' }, {}, { except: 'A1', models: ['M1', 'M2'] }],
  ['away', { condition: 2, search: 'x' }, { descending: true }, { condition: 'away', search: 'x', descending: true }],
  ['changed', { drifted: 1 }, { orderBy: 'fleetSwitchAlarms' }, { drifted: true, orderBy: 'alarms' }],
  ['with alarms', { alarmed: 1 }, { orderBy: 'fleetSwitchName' }, { isAlarmed: true, orderBy: 'name' }],
])('a page of the switches: %s', async (_what, query, paging, expected) => {
  const { asked, list } = listing();
  // Others are refused before they come here.
  expect(Object.keys(fleetSwitchEntry.filters?.fields ?? {})).toEqual(expect.arrayContaining(Object.keys(query)));
  await pageOf(switches, { listSwitches: list }, query, paging);
  expect(asked).toMatchObject([{ tenant: 'own', offset: 40, limit: 20, ...expected }]);
});

test.each<[string, Values, object, object]>([
  ['all', {}, {}, { standing: undefined, orderBy: 'raisedAt', descending: true }],
  ['standing', { standing: 1 }, { orderBy: 'fleetAlarmSeverity' }, { standing: 'standing', orderBy: 'severity' }],
  ['open', { standing: 2, search: 'x' }, { orderBy: 'fleetAlarmSwitch' }, { standing: 'open', orderBy: 'serial' }],
  ['over', { standing: 3 }, { orderBy: 'fleetAlarmRaised' }, { standing: 'cleared', descending: false }],
])('a page of the alarms: %s', async (_what, query, paging, expected) => {
  const { asked, list } = listing();
  await pageOf(alarms, { alarms: { list } }, query, paging);
  expect(asked).toMatchObject([{ tenant: 'own', offset: 40, limit: 20, search: query.search ?? '', ...expected }]);
});

test('a page of the audit trail begins with its latest entry, unless the other way round is asked for', async () => {
  const { asked, list } = listing();
  await pageOf(audit, { audit: { list } }, { search: 'x' });
  await pageOf(audit, { audit: { list } }, {}, { orderBy: 'fleetAuditTime' });
  expect(asked).toMatchObject([
    { tenant: 'own', search: 'x', descending: true, offset: 40, limit: 20 },
    { search: '', descending: false },
  ]);
});

test('an alarm is acknowledged by who asks for it, and only one that is there', async () => {
  const known: unknown[] = [];
  const acknowledge = async (...given: unknown[]) => known.push(given) === 1;
  const values = { fleetAlarmSwitch: 'A1', fleetAlarmNumber: 7, fleetAlarmAcknowledge: 1 };
  await ask(alarms, { alarms: { acknowledge } }, 'set', values);
  expect(known).toEqual([['own', 'A1', 7, { user: 'ann', at: SOME_MOMENT }]]);
  expect(trail).toEqual(['Acknowledged alarm 7 of switch A1.']);
  for (const other of [values, { ...values, fleetAlarmAcknowledge: 0 }]) {
    await expect(ask(alarms, { alarms: { acknowledge } }, 'set', other)).rejects.toThrow('no such alarm');
  }
  expect(known).toHaveLength(2);
});

test('a claim waits a quarter of an hour for the switch, however its number and code are typed', async () => {
  const kept: unknown[] = [];
  const store = {
    claims: {
      put: async (claim: object) => kept.push(claim) === 1,
      withdraw: async (...given: unknown[]) => kept.push(given) === 3,
    },
  };
  const typed = { fleetClaimSerial: '00-1a:2b', fleetClaimCode: 'k7qf-3m2axwpd' };
  await ask(claims, store, 'create', typed, 1);
  const claim = { serial: '001A2B', code: 'K7QF-3M2A-XWPD', tenant: 'own', user: 'ann', until: SOME_MOMENT + 900_000 };
  expect(kept).toEqual([claim]);
  await expect(ask(claims, store, 'create', typed, 1)).rejects.toThrow('Another owner');
  await ask(claims, store, 'destroy', { fleetClaimSerial: '001A2B' }, 1);
  expect([kept.at(-1), trail]).toEqual([['001A2B', 'own'], ['Withdrew the claim of switch 001A2B.']]);
  await ask(claims, store, 'destroy', { fleetClaimSerial: '001A2B' }, 1);
  expect(trail).toEqual([]);
});

describe('the state of a switch', () => {
  const report = { revision: 4, hash: 'a', revisionHash: 'a', owner: 'cloud' };
  const reverted = (revision: number) => ({ status: 'reverted', revision, reason: say('It cut the line.') });
  const bad = { badRevisions: [4], refusal: say('No such port.') };
  const of = async (values: object, more: object | undefined = {}) => {
    const kept = {
      ...{ serial: 'A1', tenant: 'own', gateway: 'g', desiredRevision: 4, badRevisions: [], connectedAt: 2000 },
      ...{ lastSeen: 1000, report: { ...report, ...more }, ...values },
    } as unknown as KeptSwitch;
    const rows = await answering(switches).read(
      cloudOf({ switchOf: async () => kept }),
      { fleetSwitchSerial: 'A1' },
      caller,
    );
    return Object(rows)[0];
  };

  test.each<[keyof typeof SwitchStanding, object, object?]>([
    ['unknown', { report: undefined }],
    ['asWanted', {}],
    ['asWanted', {}, { revisionHash: undefined }],
    ['differs', {}, { hash: 'b' }],
    ['underWay', { desiredRevision: 0 }],
    ['underWay', { desiredRevision: 5 }],
    ['underWay', {}, { pending: { secondsLeft: 9 } }],
    ['cameBack', bad],
    ['local', bad, { owner: 'local' }],
    ['awaitsSetup', {}, { owner: 'local', awaitsSetup: true }],
  ])('%s', async (standing, values, more) => {
    expect((await of(values, more)).fleetSwitchStanding).toBe(SwitchStanding[standing]);
  });

  test('names why its last change was reverted or refused, until another one is wanted', async () => {
    const reason = async (values: object, more: object) => (await of(values, more)).fleetSwitchReasonSaid;
    expect(await reason(bad, { last: reverted(4) })).toContain('It cut the line.');
    expect(await reason(bad, {})).toContain('No such port.');
    expect(await reason({}, { last: reverted(3) })).toBe('');
  });

  test('is as of now while it is connected, and else as it was seen last', async () => {
    const { fleetSwitchLastSeen, fleetSwitchConnectedSince } = await of({});
    expect([fleetSwitchLastSeen, fleetSwitchConnectedSince]).toEqual([Math.floor(SOME_MOMENT / 1000), 2]);
    const away = await of({ gateway: '' });
    expect([away.fleetSwitchLastSeen, away.fleetSwitchConnectedSince]).toEqual([1, 0]);
  });
});

describe('a rollout', () => {
  const counts = {
    waiting: 1,
    sent: 2,
    done: 4,
    cameBack: 8,
    refused: 16,
    unreachable: 32,
    leftOut: 64,
    takenOut: 128,
  };
  const change = JSON.stringify({ objects: { one: { a: 1, b: 2 }, two: [{ c: 3 }] }, replaces: false });
  const rollout = (state: CountedRollout['state']) =>
    ({
      name: 'r',
      tenant: 'own',
      kind: 'settings',
      change,
      state,
      at: 1000,
      beginsAt: 2000,
      by: 'ann',
      counts,
    }) as const;

  test('counts its switches by what became of them', async () => {
    const { list } = { list: async () => ({ total: 1, rows: [rollout('stopped')] }) };
    const page = await pageOf(rollouts, { rollouts: { list } }, {});
    expect(page?.rows).toMatchObject([
      {
        ...{ fleetRolloutTotal: 255, fleetRolloutDone: 4, fleetRolloutUnderWay: 2, fleetRolloutWaiting: 1 },
        ...{ fleetRolloutFailed: 56, fleetRolloutLeftOut: 192, fleetRolloutAt: 1, fleetRolloutBegin: 2 },
        ...{ fleetRolloutState: RolloutCondition.stopped, fleetRolloutKind: 1 },
        fleetRolloutWhatSaid: expect.stringContaining('"count":3'),
      },
    ]);
  });

  test.each<[CountedRollout['state'], keyof typeof RolloutAction, string | undefined]>([
    ['running', 'hold', 'running to stopped'],
    ['running', 'abort', 'running to aborted'],
    ['running', 'resume', undefined],
    ['stopped', 'hold', undefined],
    ['stopped', 'abort', 'stopped to aborted'],
    ['stopped', 'resume', 'on from stopped'],
    ['done', 'resume', 'on from done'],
    ['done', 'abort', undefined],
    ['aborted', 'resume', undefined],
  ])('that is %s, at %s', async (state, action, expected) => {
    const turns: string[] = [];
    const store = {
      of: async () => rollout(state),
      turn: async (_of: object, from: string, to: string, { reason }: { reason: Message }) =>
        turns.push(`${from} to ${to}`) > 0 && wordsOf(reason) === 'By ann.',
      resume: async (_of: object, from: string) => turns.push(`on from ${from}`) > 0,
    };
    const done = ask(rollouts, { rollouts: store }, 'set', {
      fleetRolloutName: 'r',
      fleetRolloutAction: RolloutAction[action],
    });
    if (expected === undefined) await expect(done).rejects.toThrow('changed in the meantime');
    else await done;
    expect([turns, trail.length]).toEqual(expected === undefined ? [[], 0] : [[expected], 1]);
  });

  test('is deleted unless it runs, and has each switch removed that waits', async () => {
    const removed: unknown[] = [];
    const store = {
      of: async () => rollout('done'),
      remove: async (of: object) => removed.push(of) === 1,
      settle: async (...given: unknown[]) => removed.push(given) === 3,
    };
    await ask(rollouts, { rollouts: store }, 'destroy', { fleetRolloutName: 'r' });
    await expect(ask(rollouts, { rollouts: store }, 'destroy', { fleetRolloutName: 'r' })).rejects.toThrow('running');
    const member = { fleetMemberRollout: 'r', fleetMemberSwitch: 'A1', fleetMemberTakeOut: 1 };
    await ask(rollouts, { rollouts: store }, 'set', member, 1);
    const turn = { from: 'waiting', to: 'takenOut', at: SOME_MOMENT, reason: say('By {{user}}.', { user: 'ann' }) };
    expect(removed[2]).toEqual([{ tenant: 'own', name: 'r' }, 'A1', turn]);
    await expect(ask(rollouts, { rollouts: store }, 'set', member, 1)).rejects.toThrow('no longer waiting');
  });

  test('is made of firmware for the models that it is for, within a year from now, under a name of its own', async () => {
    const made: unknown[] = [];
    let isTaken = false;
    const kept = (serial: string, model: string, gateway: string) => ({ serial, model, gateway });
    const store = {
      rollouts: {
        of: async () => (isTaken ? rollout('done') : undefined),
        make: async (...given: unknown[]) => made.push(given) > 0,
      },
      firmware: { of: async () => ({ version: '2.0', models: ['X'], size: 7 }) },
      listSwitches: async () => ({ total: 3, rows: [kept('A1', 'X', ''), kept('A2', 'Y', 'g'), kept('A3', 'X', 'g')] }),
    };
    const values = { fleetRolloutName: 'r', fleetRolloutFirmware: 'd' };
    const year = SOME_MOMENT / 1000 + 366 * 86_400;
    await ask(rollouts, store, 'create', { ...values, fleetRolloutBegin: Math.floor(year) });
    expect(trail).toEqual(['Started the rollout r. Switches: 2.']);
    const members = [
      { serial: 'A3', wave: 0 },
      { serial: 'A1', wave: 1 },
    ];
    const change = JSON.stringify({ digest: 'd', version: '2.0', models: ['X'], size: 7 });
    expect(made).toMatchObject([[{ tenant: 'own', name: 'r', kind: 'firmware', by: 'ann', change }, members]]);
    const late = ask(rollouts, store, 'create', { ...values, fleetRolloutBegin: Math.ceil(year + 1) });
    await expect(late).rejects.toThrow('within a year');
    isTaken = true;
    await expect(ask(rollouts, store, 'create', values)).rejects.toThrow('already exists');
    expect(made).toHaveLength(1);
  });
});
