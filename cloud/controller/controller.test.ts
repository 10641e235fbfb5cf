import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { hostFiles } from '../../device/flash/flash-files.ts';
import { Passwords } from '../../device/sessions/passwords.ts';
import type { SwitchReport } from '../../protocols/cloud/report.ts';
import { ProcessBus } from '../bus/process-bus.ts';
import { answerForSwitch, type SwitchRequest } from '../gateway/switch-subjects.ts';
import { openSqlStore } from '../store/sql-store.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import type { Store } from '../store/store.ts';
import { keptAuthority } from '../trust/authority.ts';
import { Users } from '../users.ts';
import { type Controller, startController } from './controller.ts';
import { nudge } from './nudge.ts';
import { askController } from './questions.ts';

const SERIAL = 'A';
const NOW = Date.now();

let folder: string;
let store: Store;
let bus: ProcessBus;
let clock: ManualClock;
let controller: Controller;
/** What the switch was asked. */
let asked: SwitchRequest[];
/** What it answers a configuration with. */
let answer: object;

const report = (values: Partial<SwitchReport> = {}): SwitchReport => ({
  model: 'RAW',
  version: '1',
  name: '',
  address: '',
  upTime: 1,
  owner: 'cloud',
  hash: 'a'.repeat(64),
  revision: 1,
  safeRevision: 0,
  badRevisions: [],
  drift: [],
  driftLines: 0,
  ...values,
});

const tell = (values: Partial<SwitchReport> = {}) =>
  askController(bus, 'state', { serial: SERIAL, gateway: 'g', address: '', report: report(values) });

const methods = () => asked.map(({ method }) => method);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faceplate-controller-'));
  clock = new ManualClock();
  bus = new ProcessBus(clock);
  store = await openSqlStore(await openSqlite(join(folder, 'store')));
  asked = [];
  answer = { status: 'pending', id: 'revision-2', revision: 2, secondsLeft: 120 };
  controller = startController({
    bus,
    store,
    clock,
    wallClock: { now: () => NOW },
    authority: await keptAuthority(hostFiles, join(folder, 'authority'), NOW),
    users: await Users.open(store, bus, clock),
    passwords: new Passwords(),
    secret: Buffer.alloc(32),
    switchObjects: [],
    window: 120,
  });
  answerForSwitch(bus, SERIAL, async (request) => {
    asked.push(request);
    return request.method === 'configuration'
      ? { revision: 1, hash: 'a'.repeat(64), configuration: { objects: {} } }
      : JSON.parse(JSON.stringify(answer));
  });
  const certificate = { number: '1', serial: SERIAL, until: NOW };
  await store.claimed({ serial: SERIAL, tenant: 'own', user: 'admin', keyHash: '', model: '', at: NOW, certificate });
  await askController(bus, 'alive', { gateway: 'g' });
  // What it was changed to over its line is what is wanted.
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

const desire = () => store.desire(SERIAL, 1, { document: '{"objects":{}}', hash: '', at: NOW, by: 'admin' });

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
  expect(await askController(bus, 'alive', { gateway: 'g' })).toBe(0);
  await askController(bus, 'lines', { gateway: 'g', serials: [SERIAL] });
  expect(await gateway()).toBe('g');
  for (const poison of [null, 5, {}, { serial: 5, gateway: 'g' }, { serial: SERIAL, gateway: 'g', report: {} }]) {
    for (const name of ['state', 'connected', 'disconnected', 'lines', 'claim', 'admit', 'renew', 'signIn'] as const) {
      const isRefused = bus.ask(`controller.${name}`, poison, 1_000).then(
        () => name === 'disconnected' && Object(poison).serial === SERIAL,
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
  await tell({ owner: 'local' });
  await tell({ pending: { id: 'x', revision: 2, secondsLeft: 9 } });
  await tell();
  await expect.poll(methods).toEqual(['configure']);
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
  const { rows } = await store.listAudit(query);
  expect(rows.map(({ said }) => said.text)).toEqual([
    'Switch {{serial}} refused revision {{revision}}: {{reason}}',
    'Revision {{revision}} of switch {{serial}} came back: {{reason}}',
  ]);
});

it('gives a configuration another number where the switch was given a greater one', async () => {
  await desire();
  answer = { status: 'refused', id: 'x', revision: 2, cause: 'outdated', fault: { code: 12, message: 'Old.' } };
  await tell();
  await expect.poll(async () => (await store.switchOf(SERIAL))?.desiredRevision).toBe(3);
});
