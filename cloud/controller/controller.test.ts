import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { Passwords } from '../../device/sessions/passwords.ts';
import { weakSecrets } from '../../device/sessions/testing.ts';
import { claimCode } from '../../protocols/cloud/claim-code.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import { SOME_MOMENT } from '../../protocols/some-moment.ts';
import { nudge } from '../bus/nudge.ts';
import { ProcessBus } from '../bus/process-bus.ts';
import { askController } from '../bus/questions.ts';
import { linesDigest } from '../gateway/lines-digest.ts';
import { answerForSwitch, type SwitchRequest } from '../gateway/switch-subjects.ts';
import { reportOf } from '../store/contract-switch.ts';
import { openSqlStore } from '../store/sql-store.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import type { Store } from '../store/store.ts';
import { keptAuthority } from '../trust/authority.ts';
import { Users } from '../users.ts';
import { type Controller, startController } from './controller.ts';
import { Reconciler } from './reconcile.ts';

const SERIAL = 'A';
const NOW = Date.now();

let folder: string;
let store: Store;
let bus: ProcessBus;
let clock: ManualClock;
let controller: Controller;
/** The requests to the switch. */
let asked: SwitchRequest[];
/** Its answer to a configuration. */
let answer: object;
/** Looks for rollouts to carry on, each by the number of the controller. */
let looks: number[];

const report = (values: Partial<SwitchReport> = {}) => reportOf({ model: 'RAW', revision: 1, ...values });

/** Each is later than those before. */
let number = 0;
const told = (values: Partial<SwitchReport> = {}, serial = SERIAL) => {
  number += 1;
  return { serial, line: 1, number, gateway: 'g', address: '', report: report(values) };
};

const tell = (values?: Partial<SwitchReport>) => askController(bus, 'state', told(values));

const methods = () => asked.map(({ method }) => method);

async function start(number: number): Promise<Controller> {
  const live = () => {
    looks.push(number);
    return store.rollouts.live();
  };
  const rollouts = new Proxy(store.rollouts, {
    get: (kept, name) => (name === 'live' ? live : bound(kept, name)),
  });
  return startController({
    bus,
    store: new Proxy(store, { get: (kept, name) => (name === 'rollouts' ? rollouts : bound(kept, name)) }),
    clock,
    wallClock: { now: () => NOW + clock.now() - SOME_MOMENT },
    authority: await keptAuthority(hostFiles, join(folder, 'authority'), NOW),
    users: await Users.open(store, bus, clock),
    passwords: new Passwords(weakSecrets.passwordCost),
    secret: Buffer.alloc(32),
    switchObjects: [],
    window: 120,
  });
}

function bound(object: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(object, name);
  return typeof value === 'function' ? value.bind(object) : value;
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-controller-'));
  clock = new ManualClock();
  bus = new ProcessBus(clock);
  store = await openSqlStore(await openSqlite(join(folder, 'store')));
  asked = [];
  answer = { status: 'pending', id: 'revision-2', revision: 2, secondsLeft: 120 };
  looks = [];
  controller = await start(1);
  answerForSwitch(bus, SERIAL, async (request) => {
    asked.push(request);
    return request.method === 'configuration'
      ? { revision: 1, hash: 'a'.repeat(64), configuration: { objects: {} } }
      : JSON.parse(JSON.stringify(answer));
  });
  const certificate = { number: '1', serial: SERIAL, until: NOW };
  await store.claimed({ serial: SERIAL, tenant: 'own', user: 'admin', keyHash: '', model: '', at: NOW, certificate });
  await askController(bus, 'alive', { gateway: 'g' });
  // A change made over its line becomes the wanted configuration.
  await tell();
  await expect.poll(async () => (await store.switchOf(SERIAL))?.desiredRevision).toBe(1);
  asked.length = 0;
});

afterEach(async () => {
  controller.close();
  await bus.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

const desire = () => store.revisions.desire(SERIAL, 1, { document: '{"objects":{}}', hash: '', at: NOW, by: 'admin' });

it('sends what is wanted at once when it is nudged, and as often as the switch is behind when it is not', async () => {
  await desire();
  nudge(bus, SERIAL);
  await expect.poll(methods).toEqual(['configure']);
  expect(asked[0]?.params).toMatchObject({ revision: 2, user: 'admin', configuration: { objects: {} } });
  clock.advance(30_000);
  await expect.poll(methods).toEqual(['configure', 'configure']);
  await tell({ revision: 2 });
  clock.advance(30_000);
  await tell({ revision: 2 });
  expect(methods()).toHaveLength(2);
});

it('takes over what a switch has though that failed when it came, and though it says nothing more', async () => {
  const certificate = { number: '2', serial: 'B', until: NOW };
  await store.claimed({ serial: 'B', tenant: 'own', user: 'admin', keyHash: 'b', model: '', at: NOW, certificate });
  await askController(bus, 'connected', told({}, 'B'));
  await askController(bus, 'settled', { serial: 'B' });
  const own = { revision: 1, hash: 'a'.repeat(64), configuration: { objects: {} } };
  answerForSwitch(bus, 'B', async () => own);
  clock.advance(30_000);
  await expect.poll(async () => (await store.switchOf('B'))?.desiredRevision).toBe(1);
});

it('takes a gateway that is silent for gone, and no question of one that is none', async () => {
  const gateway = async () => (await store.switchOf(SERIAL))?.gateway;
  for (let look = 0; look < 6; look += 1) {
    clock.advance(10_000);
    await askController(bus, 'alive', { gateway: 'g' });
  }
  expect(await gateway()).toBe('g');
  await expect
    .poll(async () => {
      clock.advance(10_000);
      return gateway();
    })
    .toBe('');
  // It was only cut off, and says what it has.
  const lines = [{ serial: SERIAL, line: 1 }];
  expect(await askController(bus, 'alive', { gateway: 'g' })).toBe(linesDigest([]));
  expect(await askController(bus, 'lines', { gateway: 'g', lines })).toEqual([]);
  expect(await askController(bus, 'alive', { gateway: 'g' })).toBe(linesDigest(lines));
  expect(await gateway()).toBe('g');
  for (const poison of [null, 5, {}, { serial: 5, gateway: 'g' }, { serial: SERIAL, gateway: 'g', report: {} }]) {
    for (const name of ['state', 'connected', 'disconnected', 'lines', 'claim', 'admit', 'renew', 'signIn'] as const) {
      const isRefused = bus.ask(`controller.${name}`, poison, 1_000).then(
        () => false,
        (error: Error) => error.message.startsWith('This is no question'),
      );
      expect(await isRefused).toBe(true);
    }
  }
  await tell({ name: 'served' });
  expect(await store.switchOf(SERIAL)).toMatchObject({ name: 'served' });
});

it('sends again with each report that is behind, and nothing while a change waits or the switch is managed locally', async () => {
  await desire();
  const compared = new Reconciler({ bus, store, wallClock: { now: () => NOW }, window: 120 });
  for (const values of [{ owner: 'local' }, { pending: { id: 'x', revision: 2, secondsLeft: 9 } }] as const) {
    await tell(values);
    await compared.compare(SERIAL);
    expect(methods()).toEqual([]);
  }
  await tell();
  await expect.poll(methods).toEqual(['configure']);
});

it('knows by the answer alone that a switch has what it was sent', async () => {
  const hash = 'b'.repeat(64);
  answer = { status: 'committed', id: 'revision-2', revision: 2, hash };
  await desire();
  nudge(bus, SERIAL);
  const kept = async () => (await store.switchOf(SERIAL))?.report;
  await expect.poll(kept).toMatchObject({ revision: 2, hash, revisionHash: hash });
  clock.advance(30_000);
  await tell({ revision: 2 });
  expect(methods()).toEqual(['configure']);
});

it('asks whose change waits for longer than it may how that ended', async () => {
  await desire();
  await tell({ pending: { id: 'x', revision: 2, secondsLeft: 40 } });
  clock.advance(30_000);
  await tell({ pending: { id: 'x', revision: 2, secondsLeft: 10 } });
  expect(methods()).toEqual([]);
  clock.advance(30_000);
  await expect.poll(() => methods()[0]).toBe('report');
});

it('leaves a change that waits alone for as long as it may wait', async () => {
  await tell({ pending: { id: 'x', revision: 2, secondsLeft: 9 } });
  const compareAfter = (later: number) =>
    new Reconciler({ bus, store, wallClock: { now: () => NOW + later }, window: 120 }).compare(SERIAL);
  await compareAfter(8_900);
  expect(methods()).toEqual([]);
  await compareAfter(9_100);
  expect(methods()).toEqual(['report']);
});

it('never sends what came back or was refused, and says so in the trail', async () => {
  await desire();
  answer = { status: 'refused', id: 'x', revision: 2, cause: 'invalid', fault: { code: 10, message: 'No.' } };
  await tell();
  await expect.poll(async () => (await store.switchOf(SERIAL))?.badRevisions).toEqual([2]);
  await tell();
  clock.advance(30_000);
  await tell();
  expect(methods()).toEqual(['configure']);
  const last = { status: 'reverted', id: 'x', revision: 2, cause: 'deadline', reason: { text: 'Nobody.' } } as const;
  await tell({ last });
  await tell({ last });
  const query = { tenant: 'own', search: '', orderBy: 'number', descending: false, offset: 0, limit: 9 } as const;
  const { rows } = await store.audit.list(query);
  expect(rows.map(({ said }) => said.text)).toEqual([
    'Switch {{serial}} refused revision {{revision}}: {{reason}}',
    'Revision {{revision}} of switch {{serial}} was reverted: {{reason}}',
  ]);
});

it('gives a configuration another number where the switch was given a greater one', async () => {
  await desire();
  answer = { status: 'refused', id: 'x', revision: 2, cause: 'outdated', fault: { code: 12, message: 'Old.' } };
  await tell();
  await expect.poll(async () => (await store.switchOf(SERIAL))?.desiredRevision).toBe(3);
});

it('lets one of several controllers carry rollouts on, and another one where that one ends', async () => {
  const other = await start(2);
  for (let turn = 1; turn <= 5; turn += 1) {
    clock.advance(2_000);
    await expect.poll(() => looks.length).toBe(turn);
  }
  const [first = 0] = looks;
  expect(looks).toEqual(looks.map(() => first));
  (first === 1 ? controller : other).close();
  await expect
    .poll(() => {
      clock.advance(2_000);
      return looks.at(-1);
    })
    .toBe(3 - first);
  other.close();
});

it('answers a switch again whose answer was lost, though its owner claims it anew by a wrong code', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const claim = { serial: 'N', tenant: 'own', user: 'admin', until: NOW + 60_000 };
  const question = { serial: 'N', model: 'RAW', token: undefined, source: '192.0.2.1' };
  const ask = async () =>
    (await askController(bus, 'claim', { ...question, publicKey: key.toString('base64') })).status;
  await store.claims.put({ ...claim, code: claimCode(key) });
  expect(await ask()).toBe(200);
  await store.claims.put({ ...claim, code: 'AAAA-AAAA-AAAA' });
  // None of these is a guess.
  for (let time = 0; time < 7; time += 1) expect(await ask()).toBe(200);
  expect(await store.claims.list('own', NOW)).toMatchObject([{ wrongCodes: 0 }]);
});
