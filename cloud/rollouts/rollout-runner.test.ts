import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group } from '../../model/schema/object.ts';
import { say, wordsOf } from '../../model/values/message.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import { seed } from '../../protocols/random-frames.ts';
import { ProcessBus } from '../bus/process-bus.ts';
import { answerForSwitch } from '../gateway/switch-subjects.ts';
import { claimedSwitch, endLine, NOW, reportedBy, reportOf } from '../store/contract-switch.ts';
import type { RolloutStore } from '../store/rollouts.ts';
import { openSqlStore } from '../store/sql-store.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import type { Store } from '../store/store.ts';
import { CHANGE_TIME, FIRMWARE_TIME, LOST, upgradeId } from './outcome.ts';
import { RolloutRunner } from './rollout-runner.ts';
import { wavesOf } from './waves.ts';

const system = group('system', {
  title: 'System',
  fields: { contact: text({ label: 'Contact', maxLength: 9 }), zone: text({ label: 'Zone', maxLength: 9 }) },
});

const all = { search: '', state: undefined, offset: 0, limit: 1000 };
const name = { tenant: 'own', name: 'r' };

let folder: string;
let store: Store;
let bus: ProcessBus;
let now: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-runner-'));
  store = await openSqlStore(await openSqlite(join(folder, 'store')));
  bus = new ProcessBus(new ManualClock());
  now = NOW;
});

afterEach(async () => {
  await bus.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const runner = (used: Store = store) =>
  new RolloutRunner({ bus, store: used, wallClock: { now: () => now }, switchObjects: [system] });

const tell = (serial: string, values: Partial<SwitchReport> = {}) =>
  store.report(serial, reportOf(values), reportedBy({ at: now }));

/** Claims switches that have revision 1, of which the cloud knows everything. */
async function claim(count: number): Promise<readonly string[]> {
  const serials = Array.from({ length: count }, (_, each) => `S${String(each).padStart(3, '0')}`);
  for (const serial of serials) {
    await store.claimed(claimedSwitch(serial));
    const document = JSON.stringify({ objects: { system: { contact: 'old', zone: serial } } });
    await store.revisions.desire(serial, 0, { document, hash: '', at: now, by: 'admin' });
    await tell(serial, { revision: 1 });
  }
  return serials;
}

const begin = async (serials: readonly string[], kind: 'settings' | 'firmware' = 'settings', beginsAt = 0) => {
  const waves = wavesOf(serials.length);
  const firmware = { digest: 'd'.repeat(64), version: '2.0', models: ['TPE-1021WS'], size: 7 };
  const change = kind === 'settings' ? { objects: { system: { contact: 'new' } }, replaces: false } : firmware;
  if (kind === 'firmware') {
    const octets = async function* () {
      yield new Uint8Array(firmware.size);
    };
    await store.firmware.put({ ...firmware, tenant: 'own', at: now, by: 'admin' }, octets());
  }
  await store.rollouts.make(
    { ...name, kind, change: JSON.stringify(change), at: now, beginsAt, by: 'admin' },
    serials.map((serial, place) => ({ serial, wave: waves[place] ?? 0 })),
  );
};

const states = async () => (await store.rollouts.members(name, all)).rows.map(({ state }) => state);
const reasons = async () =>
  (await store.rollouts.members(name, all)).rows.map(({ reason }) => (reason ? wordsOf(reason) : ''));
const state = async () => (await store.rollouts.of(name))?.state;

/** The switch is given back, and claimed and set up elsewhere. */
async function moveAway(serial: string): Promise<void> {
  await store.releaseSwitch(serial);
  await store.claimed(
    claimedSwitch(serial, { tenant: 'other', certificate: { number: `${serial}-2`, serial, until: now } }),
  );
  await store.revisions.desire(serial, 0, {
    document: '{"objects":{"system":{"contact":"old"}}}',
    hash: '',
    at: now,
    by: 'x',
  });
  await tell(serial, { revision: 1 });
}

/** What a part of the store has under this name, also where it is called through another object. */
function bound(of: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(of, key);
  return typeof value === 'function' ? value.bind(of) : value;
}

/** The store, as one that is away once it was asked for the states of a rollout's switches. */
function withoutTally(): Store {
  const away = { tally: () => Promise.reject(new Error('away')) };
  const rollouts: RolloutStore = new Proxy(store.rollouts, {
    get: (of, key) => (key in away ? Reflect.get(away, key) : bound(of, key)),
  });
  return new Proxy(store, { get: (of, key) => (key === 'rollouts' ? rollouts : bound(of, key)) });
}

/** The store, where a switch leaves its tenant behind the answer of which switches there are. */
function movingAway(question: 'due' | 'open', serial: string): Store {
  const { rollouts } = store;
  const asking: RolloutStore = new Proxy(rollouts, {
    get: (of, key) =>
      key === question
        ? async (...given: unknown[]) => {
            const answer: unknown = await Reflect.apply(rollouts[question], rollouts, given);
            await moveAway(serial);
            return answer;
          }
        : bound(of, key),
  });
  return new Proxy(store, { get: (of, key) => (key === 'rollouts' ? asking : bound(of, key)) });
}

/** Every switch takes what is wanted of it. */
async function everybodyTakesIt(serials: readonly string[]): Promise<void> {
  for (const serial of serials) {
    const kept = await store.switchOf(serial);
    if (kept && kept.desiredRevision > (kept.report?.revision ?? 0))
      await tell(serial, { revision: kept.desiredRevision });
  }
}

describe('a rollout of settings', () => {
  it('changes what is brought and nothing else, and comes to its end', async () => {
    const serials = await claim(3);
    await begin(serials);
    for (let round = 0; round < 8; round += 1) {
      await runner().look();
      await everybodyTakesIt(serials);
    }
    expect(await state()).toBe('done');
    expect(await states()).toEqual(['done', 'done', 'done']);
    for (const serial of serials) {
      expect(JSON.parse((await store.revisions.of(serial, 2))?.document ?? '')).toEqual({
        objects: { system: { contact: 'new', zone: serial } },
      });
    }
    // A switch that already has it is not changed again.
    await store.rollouts.remove(name);
    await begin(serials);
    for (let round = 0; round < 8; round += 1) await runner().look();
    expect(await state()).toBe('done');
    expect((await store.switchOf('S000'))?.desiredRevision).toBe(2);
  });

  it('leaves out, with the reason, who is managed locally, was changed at the switch, or lacks what is brought', async () => {
    const serials = await claim(4);
    await tell('S000', { revision: 1, owner: 'local' });
    await tell('S001', { revision: 1, hash: 'a'.repeat(64), revisionHash: 'b'.repeat(64) });
    await store.revisions.desire('S002', 1, { document: '{"objects":{}}', hash: '', at: now, by: '' });
    await tell('S002', { revision: 2 });
    await begin(serials);
    for (let round = 0; round < 10; round += 1) {
      await runner().look();
      await everybodyTakesIt(serials);
    }
    expect(await states()).toEqual(['leftOut', 'leftOut', 'leftOut', 'done']);
    expect(await reasons()).toEqual([
      'It is managed locally.',
      'It was changed at the switch: resolve the difference first.',
      'It has no System.',
      '',
    ]);
    expect(await state()).toBe('done');
  });

  it('stops where a switch refuses or takes it back, and says why', async () => {
    await begin(await claim(2));
    await runner().look();
    await store.revisions.markBad('S000', 2, say('Not on this one.'));
    await runner().look();
    expect([await state(), await states(), await reasons()]).toEqual([
      'stopped',
      ['refused', 'waiting'],
      ['Not on this one.', ''],
    ]);
    await store.rollouts.resume(name, 'stopped', now);
    await runner().look();
    // The same change has another number now.
    expect((await store.switchOf('S000'))?.desiredRevision).toBe(3);
    const last = {
      status: 'reverted',
      id: 'x',
      revision: 3,
      cause: 'deadline',
      reason: say('Nobody confirmed.'),
    } as const;
    await tell('S000', { revision: 1, badRevisions: [3], last });
    await runner().look();
    expect([await state(), await states(), await reasons()]).toEqual([
      'stopped',
      ['cameBack', 'waiting'],
      ['Nobody confirmed.', ''],
    ]);
  });

  it('stops where a switch is not heard of any more, during the change or after it', async () => {
    const serials = await claim(2);
    await begin(serials);
    await runner().look();
    await endLine(store, 'S000', now);
    now += CHANGE_TIME - 1;
    await runner().look();
    expect(await state()).toBe('running');
    now += 1;
    await runner().look();
    expect([await state(), await states()]).toEqual(['stopped', ['unreachable', 'waiting']]);
    // It had taken it, as it turns out.
    await tell('S000', { revision: 2 });
    await runner().look();
    expect(await states()).toEqual(['done', 'waiting']);
    await store.rollouts.resume(name, 'stopped', now);
    await endLine(store, 'S000', now);
    now += LOST;
    await runner().look();
    expect(await state()).toBe('running');
    now += 1;
    await runner().look();
    expect([await state(), (await states())[0]]).toEqual(['stopped', 'unreachable']);
  });

  it('tells nobody before it is to begin', async () => {
    const serials = await claim(2);
    await begin(serials, 'settings', now + 3_600_000);
    now += 3_599_999;
    await runner().look();
    expect([await state(), await states()]).toEqual(['running', ['waiting', 'waiting']]);
    now += 1;
    await runner().look();
    expect(await states()).toEqual(['sent', 'waiting']);
  });

  it('tells nobody once it was stopped, and still hears of those that were told', async () => {
    const serials = await claim(3);
    await begin(serials);
    await runner().look();
    await store.rollouts.turn(name, 'running', 'stopped', { reason: undefined, changedAt: now });
    await everybodyTakesIt(serials);
    for (let round = 0; round < 3; round += 1) await runner().look();
    expect([await state(), await states()]).toEqual(['stopped', ['done', 'waiting', 'waiting']]);
  });

  it('changes a switch that has its wanted configuration', async () => {
    await begin(await claim(1));
    await tell('S000', { revision: 1, hash: 'a'.repeat(64), revisionHash: 'a'.repeat(64) });
    await runner().look();
    expect(await states()).toEqual(['sent']);
  });

  it('waits while another change of a switch is under way', async () => {
    await begin(await claim(1));
    await store.revisions.desire('S000', 1, {
      document: '{"objects":{"system":{"contact":"x"}}}',
      hash: '',
      at: now,
      by: '',
    });
    await runner().look();
    expect(await states()).toEqual(['waiting']);
    await tell('S000', { revision: 2 });
    await runner().look();
    expect(await states()).toEqual(['sent']);
    expect((await store.revisions.of('S000', 3))?.document).toContain('new');
  });

  it('neither begins nor ends while a switch has a change that waits for its confirmation', async () => {
    const pending = { id: 'x', revision: 2, secondsLeft: 9 };
    await begin(await claim(1));
    await tell('S000', { revision: 1, pending });
    await runner().look();
    expect([await states(), (await store.switchOf('S000'))?.desiredRevision]).toEqual([['waiting'], 1]);
    await tell('S000', { revision: 1 });
    await runner().look();
    await tell('S000', { revision: 2, pending });
    await runner().look();
    expect([await state(), await states()]).toEqual(['running', ['sent']]);
    await tell('S000', { revision: 2 });
    await runner().look();
    expect(await states()).toEqual(['done']);
  });

  it('changes no switch that left its tenant, also between two steps of a look', async () => {
    await begin(await claim(2));
    await moveAway('S000');
    await runner(movingAway('due', 'S001')).look();
    expect(await states()).toEqual(['leftOut', 'leftOut']);
    for (const serial of ['S000', 'S001']) {
      expect(await store.switchOf(serial)).toMatchObject({ tenant: 'other', desiredRevision: 1 });
    }
  });

  it(`is carried on by whoever is there: several at once, each ended at any step, do nothing twice (FACEPLATE_SEED=${seed})`, async () => {
    const serials = await claim(30);
    await begin(serials);
    const random = seededRandom(seed);
    /** Ends, as a process does, before or after what it asks of the store. */
    const failing = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get(target, key) {
          const value: unknown = Reflect.get(target, key);
          if (key === 'rollouts') return failing(value as RolloutStore);
          if (typeof value !== 'function') return value;
          return async (...given: unknown[]) => {
            const dies = random();
            if (dies < 0.05) throw new Error('killed before');
            const result: unknown = await Reflect.apply(value, target, given);
            if (dies > 0.95) throw new Error('killed after');
            return result;
          };
        },
      });
    for (let round = 0; round < 400 && (await state()) === 'running'; round += 1) {
      await Promise.all([runner(failing(store)).look(), runner(failing(store)).look(), runner(failing(store)).look()]);
      await everybodyTakesIt(serials);
    }
    expect(await state()).toBe('done');
    expect(new Set(await states())).toEqual(new Set(['done']));
    // One revision each.
    for (const serial of serials) expect((await store.switchOf(serial))?.desiredRevision).toBe(2);
  });
});

describe('a rollout of firmware', () => {
  let told: { readonly serial: string; readonly params: unknown }[];
  let refuses: boolean;
  /** Switches that take what they are asked, and do not answer; and such that cannot be asked. */
  let silent: Set<string>;
  let deaf: Set<string>;

  beforeEach(async () => {
    told = [];
    refuses = false;
    silent = new Set();
    deaf = new Set();
    const serials = await claim(3);
    for (const serial of serials) {
      answerForSwitch(bus, serial, async ({ params }) => {
        told.push({ serial, params });
        if (silent.has(serial)) return new Promise(() => {});
        if (deaf.has(serial)) throw new Error('The line to the switch ended.');
        return refuses ? { status: 'refused', reason: { text: 'No.' } } : { status: 'underWay' };
      });
    }
    await begin(serials.slice(0, 2), 'firmware');
  });

  /** A second rollout of the same firmware, to these. */
  async function beginOther(serials: readonly string[]) {
    const { change = '' } = (await store.rollouts.of(name)) ?? {};
    const other = { tenant: 'own', name: 'other' };
    await store.rollouts.make(
      { ...other, kind: 'firmware', change, at: now, beginsAt: 0, by: 'admin' },
      serials.map((serial) => ({ serial, wave: 0 })),
    );
    return async () => (await store.rollouts.members(other, all)).rows;
  }

  it('goes on with other rollouts while a switch does not answer, which is asked once', async () => {
    silent.add('S000');
    const others = await beginOther(['S001', 'S002']);
    const one = runner();
    void one.look();
    await expect.poll(async () => (await others()).map(({ state }) => state)).toEqual(['sent', 'waiting']);
    await tell('S001', { version: '2.0' });
    void one.look();
    await expect.poll(async () => (await others()).map(({ state }) => state)).toEqual(['done', 'sent']);
    await expect.poll(() => told.map(({ serial }) => serial)).toEqual(['S000', 'S001', 'S002']);
  });

  it('stops where a switch fails, though another one cannot be asked', async () => {
    const others = await beginOther(['S002', 'S000', 'S001']);
    await store.rollouts.turn(name, 'running', 'aborted', { reason: undefined, changedAt: now });
    await runner().look();
    await tell('S002', { version: '2.0' });
    deaf.add('S000');
    await runner().look();
    await runner(withoutTally()).look();
    const [, , last] = await others();
    expect(last?.state).toBe('sent');
    await tell('S001', { upgrade: { id: `rollout-${last?.at}`, status: 'failed', reason: say('No.') } });
    await runner().look();
    expect((await others()).map(({ state }) => state)).toEqual(['done', 'sent', 'refused']);
    expect((await store.rollouts.of({ tenant: 'own', name: 'other' }))?.state).toBe('stopped');
  });

  it('takes no word for a report that is none: of a gateway that was silent, of a line before its first', async () => {
    await runner().look();
    const { line = 0 } = (await store.switchOf('S000')) ?? {};
    now += 600_000;
    await store.lines.forgetGateway('g1', now);
    await store.lines.keep('g1', [{ serial: 'S000', line }], now);
    await runner().look();
    expect([await state(), await states()]).toEqual(['running', ['sent', 'waiting']]);
    await endLine(store, 'S000', now);
    await store.lines.keep('g1', [{ serial: 'S000', line: line + 1 }], now);
    await runner().look();
    expect([await state(), await states()]).toEqual(['running', ['sent', 'waiting']]);
    await tell('S000', { version: '2.0' });
    await runner().look();
    expect((await states())[0]).toBe('done');
  });

  it('asks one switch after the other, again where the word was lost, and is done where the version is', async () => {
    await runner().look();
    await runner().look();
    // Nothing of it is reported yet.
    expect(told.map(({ serial }) => serial)).toEqual(['S000', 'S000']);
    const [first] = (await store.rollouts.members(name, all)).rows;
    if (!first) throw new Error('no member');
    expect(told[0]?.params).toMatchObject({ id: upgradeId(first), version: '2.0', size: 7, user: 'admin' });
    await tell('S000', { revision: 1, upgrade: { id: upgradeId(first), status: 'underWay' } });
    await runner().look();
    expect(told).toHaveLength(2);
    await tell('S000', { revision: 1, version: '2.0' });
    await runner().look();
    expect(await states()).toEqual(['done', 'sent']);
  });

  it.each([
    ['refuses', 'refused', async () => {}],
    [
      'could not take it',
      'refused',
      async (id: string) => tell('S000', { upgrade: { id, status: 'failed', reason: say('No.') } }),
    ],
    [
      'comes up as before',
      'cameBack',
      async () => {
        now += 120_000;
        return tell('S000', { upTime: 60 });
      },
    ],
    [
      'is not heard of',
      'unreachable',
      async () => {
        await endLine(store, 'S000', now);
        now += FIRMWARE_TIME;
      },
    ],
  ])('stops where a switch %s', async (_what, becomes, happens) => {
    refuses = becomes === 'refused' && happens.length === 0;
    await runner().look();
    const [first] = (await store.rollouts.members(name, all)).rows;
    await happens(first ? upgradeId(first) : '');
    await runner().look();
    expect([await state(), await states()]).toEqual(['stopped', [becomes, 'waiting']]);
  });

  it('is brought to no switch that left its tenant, also between two steps of a look', async () => {
    await runner().look();
    // The word was lost, so that it would be said again.
    await runner(movingAway('open', 'S000')).look();
    expect(told.filter(({ serial }) => serial === 'S000')).toHaveLength(1);
    expect(await states()).toEqual(['leftOut', 'sent']);
  });

  it('says nothing of an earlier attempt, and leaves other models out', async () => {
    await tell('S000', { upgrade: { id: 'rollout-1', status: 'failed' } });
    await tell('S001', { model: 'OTHER' });
    await runner().look();
    await runner().look();
    expect(await states()).toEqual(['sent', 'waiting']);
    await tell('S000', { version: '2.0' });
    for (let round = 0; round < 3; round += 1) await runner().look();
    expect([await state(), await states()]).toEqual(['done', ['done', 'leftOut']]);
  });
});
