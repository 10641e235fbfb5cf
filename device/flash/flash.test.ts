import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import { conflict, type Rule } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, type ObjectDeclaration, oneForEach, table } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { Refusal } from '../refusal.ts';
import { formatChecked, readChecked } from './checked-text.ts';
import { DeviceKey } from './device-key.ts';
import { Flash } from './flash.ts';
import { FlashStatus } from './flash-control.ts';
import { type FlashFiles, hostFiles } from './flash-files.ts';
import { SLOT_VERSION } from './migrations.ts';
import { formatSlot, readSlot } from './slot-file.ts';

const system = group('system', {
  title: 'System',
  fields: {
    name: text({ label: 'Name', maxLength: 20 }),
    uptime: integer({ label: 'Uptime', min: 0, max: 9, access: 'ro' }),
    hash: secret({ label: 'Password', minLength: 8, maxLength: 32 }),
  },
});
const ports = table('ports', {
  title: 'Port',
  index: { port: integer({ label: 'Port', min: 1, max: 64, access: 'create' }) },
  columns: { speed: integer({ label: 'Speed', min: 1, max: 100 }) },
  rows: { max: 64, fixed: true },
  factory: ({ portCount }) => Array.from({ length: portCount }, (_, at) => ({ port: at + 1 })),
});
const vlans = table('vlans', {
  title: 'VLAN',
  index: { vlan: integer({ label: 'VLAN', min: 1, max: 4094, access: 'create' }) },
  columns: { title: text({ label: 'Title', maxLength: 20 }) },
  rows: { max: 10, builtIn: ({ vlan }) => vlan === 1 },
  factory: () => [{ vlan: 1 }],
});
const objects = [system, ports, vlans];
const hardware: Hardware = {
  modelName: 'TEG-082WS',
  portCount: 2,
  baseMacAddress: '02-00-00-00-00-00',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 10,
  mirrorSessions: 1,
  lacking: new Set(),
};

let directory: string;
let running: Configuration;
let files: FlashFiles;
let unsavable: Message | undefined;
/** How many initial passwords there were. */
let renewed = 0;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-flash-'));
  files = hostFiles;
  unsavable = undefined;
  renewed = 0;
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Restarts the flash, as after a power failure, and applies its contents. */
async function start(
  declared: readonly ObjectDeclaration[] = objects,
  on: Hardware = hardware,
  rules: readonly Rule[] = [],
  meanwhile?: () => void,
) {
  const wallClock = new DeviceWallClock(new ManualClock(), () => 1_700_000_000_000);
  const log = new LogBuffer(wallClock);
  const flash = new Flash({
    files,
    directory,
    key: await DeviceKey.load(files, join(directory, 'device-key'), log),
    reset: { resetMark: join(directory, 'factory-reset'), firstSlot: slot(1), cleared: [] },
    endKeeping: async () => {},
    objects: declared,
    rules,
    hardware: on,
    log,
    wallClock,
    running: () => running,
    account: system,
    complete: (configuration) =>
      configuration.group(system).hash === ''
        ? configuration.withGroup(system, { hash: `initial ${renewed}` })
        : configuration,
    renewInitialPassword: async () => {
      renewed += 1;
    },
    wizardDone: () => false,
    unsavable: () => unsavable,
  });
  if (meanwhile) {
    await flash.readAhead();
    expect(log.entries()).toEqual([]);
    meanwhile();
  }
  const candidates = await flash.load();
  running = candidates[0] ?? running;
  return { flash, candidates, messages: () => log.entries().map(englishOf) };
}

const nothingSaved = 'No valid saved configuration; the factory settings are in force.';

/** The same content, whole, said to be of another version. */
function ofVersion(content: string, version: number): string {
  const checked = readChecked(content);
  return checked ? formatChecked({ ...checked.header, version }, checked.body) : '';
}

const nameOf = (configuration: Configuration) => configuration.group(system).name;
const rename = (name: string) => {
  running = running.withGroup(system, { name });
};
const slot = (id: number) => join(directory, `configuration-${id}.json`);

describe('saving', () => {
  test('is what the next start begins with', async () => {
    const { flash } = await start();
    expect(flash.isDefault()).toBe(true);
    running = running
      .withGroup(system, { name: 'core', hash: 'not-a-password-but-a-hash-of-one-that-is-long' })
      .withRow(ports, { port: 2, speed: 7 })
      .withRow(vlans, { vlan: 20, title: 'guests' });
    flash.save(1, 'admin');
    expect(flash.status).toBe(FlashStatus.writing);
    await flash.settled();
    expect(flash.status).toBe(FlashStatus.success);
    expect(flash.startup).toBe(running);
    const saved = running;

    const { flash: next } = await start();
    expect(running.group(system)).toEqual(saved.group(system));
    expect(running.rows(ports)).toEqual(saved.rows(ports));
    expect(running.rows(vlans)).toEqual(saved.rows(vlans));
    expect(next.isDefault()).toBe(false);
    expect(next.slots()[0]).toMatchObject({ id: 1, user: 'admin', savedAt: 1_700_000_000_000 });
  });

  test('of one setting comes behind those that run, each on what is saved by then, and saves nothing else', async () => {
    const { flash } = await start();
    rename('first');
    flash.save(1, 'admin');
    const changes = [1, 2].map((port) =>
      flash.amend((saved) => saved.withRow(ports, { port, speed: port + 6 }), 'cloud'),
    );
    rename('unsaved');
    await Promise.all(changes);
    await start();
    expect([nameOf(running), running.rows(ports).map(({ speed }) => speed)]).toEqual(['first', [7, 8]]);
  });

  test('of one setting leaves a device that was never configured as one', async () => {
    const { flash } = await start();
    await flash.amend((saved) => saved.withGroup(system, { name: 'kept' }), 'cloud');
    const { flash: next } = await start();
    expect([nameOf(running), next.isDefault()]).toEqual(['kept', true]);
    unsavable = say('Not now.');
    await expect(next.amend((saved) => saved, 'cloud')).rejects.toThrow('Not now.');
  });

  test('refuses a second one while one runs, and one that is not allowed', async () => {
    const { flash } = await start();
    flash.save(1, 'admin');
    expect(() => flash.save(1, 'admin')).toThrow(/A save is already running/);
    await flash.settled();
    unsavable = say('Not now.');
    expect(() => flash.save(1, 'admin')).toThrow('Not now.');
  });

  test.each(['write', 'rename'] as const)('that fails at %s says so and keeps the old file', async (step) => {
    const { flash } = await start();
    rename('old');
    flash.save(1, 'admin');
    await flash.settled();
    files = {
      ...hostFiles,
      [step]: () => Promise.reject(Object.assign(new Error('x /secret/path'), { code: 'ENOSPC' })),
    };
    const { flash: broken, messages } = await start();
    rename('new');
    broken.save(1, 'admin');
    await broken.settled();
    expect(broken.status).toBe(FlashStatus.failure);
    expect(messages()[0]).toBe('Configuration 1 could not be written, because the flash is full.');
    files = hostFiles;
    await start();
    expect(nameOf(running)).toBe('old');
  });

  test('that is in its place, but not settled there, is told as what the flash holds', async () => {
    const { flash } = await start();
    rename('old');
    flash.save(1, 'admin');
    await flash.settled();
    files = { ...hostFiles, syncFolder: () => Promise.reject(Object.assign(new Error('x'), { code: 'EMFILE' })) };
    const { flash: broken, messages } = await start();
    rename('new');
    broken.save(1, 'operator');
    await broken.settled();
    expect(broken.status).toBe(FlashStatus.failure);
    expect([nameOf(broken.startup), broken.slots()[0]?.user]).toEqual(['new', 'operator']);
    expect(messages()).toEqual([
      'Configuration 1 is written, but a power failure may restore the former one, because too many files ' +
        'are open.',
    ]);
    await expect(broken.write(running, 'admin')).rejects.toThrow('is written, but a power failure may restore');
    await expect(broken.setStartUp(1)).rejects.toThrow('is written, but a power failure may restore');
    files = hostFiles;
    await start();
    expect(nameOf(running)).toBe('new');
  });

  test('that reads back differently fails', async () => {
    files = { ...hostFiles, read: async (path) => `${await hostFiles.read(path)}`.replace('new', 'now') };
    const { flash } = await start();
    rename('new');
    flash.save(1, 'admin');
    await flash.settled();
    expect(flash.status).toBe(FlashStatus.failure);
    expect(await hostFiles.read(slot(1))).toBeUndefined();
  });
});

describe('two slots', () => {
  async function bothSaved() {
    const { flash } = await start();
    for (const id of [1, 2] as const) {
      rename(`slot ${id}`);
      flash.save(id, 'admin');
      await flash.settled();
    }
    return flash;
  }

  test('the start-up one is what counts, and can be changed', async () => {
    const flash = await bothSaved();
    await start();
    expect(nameOf(running)).toBe('slot 1');
    await flash.setStartUp(2);
    await start();
    expect(nameOf(running)).toBe('slot 2');
  });

  test('a save into the other one leaves what the next start begins with as it is', async () => {
    const flash = await bothSaved();
    const startup = flash.startup;
    expect(nameOf(startup)).toBe('slot 1');
    rename('elsewhere');
    flash.save(2, 'operator');
    expect(flash.operationSlot).toBe(2);
    await flash.settled();
    expect(flash.startup).toBe(startup);
    expect(flash.startUpSlot).toBe(1);
    expect(flash.slots().map(({ user }) => user)).toEqual(['admin', 'operator']);
    const { flash: next } = await start();
    expect(nameOf(next.startup)).toBe('slot 1');
    expect(nameOf((await next.read(2)) ?? running)).toBe('elsewhere');
  });

  test('the one that was made the start-up one is what saves and restores write to, before and after a start', async () => {
    const flash = await bothSaved();
    await flash.setStartUp(2);
    expect([flash.startUpSlot, nameOf(flash.startup)]).toEqual([2, 'slot 2']);
    rename('restored');
    await flash.write(running, 'admin');
    expect(nameOf(flash.startup)).toBe('restored');
    expect(nameOf((await flash.read(1)) ?? running)).toBe('slot 1');
    const { flash: next, messages } = await start();
    expect([next.startUpSlot, nameOf(next.startup)]).toEqual([2, 'restored']);
    expect(messages()).toEqual([]);
    rename('once more');
    await next.write(running, 'admin');
    await next.setStartUp(1);
    expect(nameOf(next.startup)).toBe('slot 1');
    await start();
    expect(nameOf(running)).toBe('slot 1');
  });

  test('a start-up one that cannot be marked stays what it was', async () => {
    await bothSaved();
    files = { ...hostFiles, rename: () => Promise.reject(Object.assign(new Error('x'), { code: 'EROFS' })) };
    const { flash, messages } = await start();
    await expect(flash.setStartUp(2)).rejects.toThrow('could not be written to flash');
    expect([flash.startUpSlot, nameOf(flash.startup), flash.status]).toEqual([1, 'slot 1', FlashStatus.failure]);
    expect(messages()[0]).toBe('Configuration 2 could not be written, because the flash is read-only.');
    await start();
    expect(nameOf(running)).toBe('slot 1');
  });

  test.each(['x', '{}', '', '{"startUp":2}', formatChecked({ format: 'faceplate-start-up' }, '3\n')])(
    'a mark of %s counts as 1, and the log says so',
    async (mark) => {
      const flash = await bothSaved();
      await flash.setStartUp(2);
      writeFileSync(join(directory, 'start-up.json'), mark);
      const { flash: next, messages } = await start();
      expect([next.startUpSlot, nameOf(running)]).toEqual([1, 'slot 1']);
      expect(messages()).toEqual(['The mark of the startup configuration cannot be read; configuration 1 is used.']);
    },
  );

  test('the other one can be erased, and is empty then', async () => {
    const flash = await bothSaved();
    await flash.erase(2);
    expect(flash.slots()[1]).toEqual({ id: 2, size: 0, savedAt: undefined, user: '' });
    expect(await flash.read(2)).toBeUndefined();
    const { flash: next } = await start();
    expect(next.slots().map(({ size }) => size > 0)).toEqual([true, false]);
    expect(nameOf(running)).toBe('slot 1');
  });

  test('a damaged second one falls back to the first, where the second is the start-up one', async () => {
    const flash = await bothSaved();
    await flash.setStartUp(2);
    writeFileSync(slot(2), 'x');
    const { flash: next, messages } = await start();
    expect([nameOf(running), nameOf(next.startup), next.startUpSlot]).toEqual(['slot 1', 'slot 1', 2]);
    expect(messages()[0]).toBe('Configuration 1 is used instead.');
  });

  test('an empty start-up one begins from the factory, whatever the other one holds', async () => {
    const { flash } = await start();
    rename('other');
    flash.save(2, 'admin');
    await flash.settled();
    const { flash: next, messages } = await start();
    expect(nameOf(running)).toBe('');
    expect(nameOf(next.startup)).toBe('');
    expect(messages()).toEqual([nothingSaved]);
  });

  test('a start-up one that is gone although it was marked falls back to the other one, and the log says so', async () => {
    const flash = await bothSaved();
    await flash.setStartUp(2);
    rmSync(slot(2));
    const { messages } = await start();
    expect(nameOf(running)).toBe('slot 1');
    expect(messages()).toEqual(['Configuration 1 is used instead.', 'Configuration 2 is empty.']);
  });

  test('one of another model is used as far as this switch can have it, and the log says so', async () => {
    await bothSaved();
    const { messages } = await start(objects, { ...hardware, modelName: 'TEG-204WS' });
    expect(nameOf(running)).toBe('slot 1');
    expect(messages()).toContain(
      'Configuration 1 was saved by model TEG-082WS; settings that this switch does not have are skipped.',
    );
  });

  test('a factory reset that keeps something leaves that behind, and nothing else in their folder', async () => {
    const flash = await bothSaved();
    await flash.setStartUp(2);
    mkdirSync(join(directory, 'configuration-2.json.new', 'deep'), { recursive: true });
    writeFileSync(join(directory, 'configuration-1.json.damaged'), 'x');
    rename('kept');
    await flash.factoryReset({ configuration: running, user: 'admin' });
    expect([flash.startUpSlot, nameOf(flash.startup), flash.isDefault()]).toEqual([1, 'kept', true]);
    expect(readdirSync(directory)).toEqual(['configuration-1.json']);
    const { flash: next } = await start();
    expect([nameOf(running), next.isDefault()]).toEqual(['kept', true]);
    unsavable = say('Not now.');
    await expect(next.factoryReset({ configuration: running, user: 'admin' })).rejects.toThrow('Not now.');
  });

  test('no two operations run at once, and the next may begin when one is over, failed or not', async () => {
    const flash = await bothSaved();
    flash.save(1, 'admin');
    for (const begin of [() => flash.setStartUp(2), () => flash.erase(2), () => flash.factoryReset()]) {
      await expect((async () => begin())()).rejects.toThrow('A save is already running.');
    }
    await flash.settled();
    expect(flash.startUpSlot).toBe(1);
    files = { ...hostFiles, write: () => Promise.reject(new Error('no')) };
    const { flash: broken } = await start();
    broken.save(1, 'admin');
    await broken.settled();
    expect(broken.status).toBe(FlashStatus.failure);
    await broken.erase(2);
    expect(broken.status).toBe(FlashStatus.success);
  });

  test('an empty slot cannot become the start-up one, nor the start-up one be erased', async () => {
    const { flash } = await start();
    await expect(flash.setStartUp(2)).rejects.toThrow('Configuration 2 is empty.');
    await expect(flash.erase(1)).rejects.toThrow(/startup configuration cannot be erased/);
  });

  test.each([
    ['cut short', (content: string) => content.slice(0, -20)],
    ['with a flipped letter', (content: string) => content.replace('slot 1', 'slot 7')],
    ['empty', () => ''],
  ])('a file that is %s falls back to the other one, and the log says so', async (_what, damage) => {
    await bothSaved();
    writeFileSync(slot(1), damage((await hostFiles.read(slot(1))) ?? ''));
    const { messages } = await start();
    expect(nameOf(running)).toBe('slot 2');
    expect(messages()).toEqual([
      'Configuration 2 is used instead.',
      expect.stringMatching(/^Configuration 1 is damaged, because /),
    ]);
  });

  test.each([0, 99])(
    'a file of format %i is not called damaged, stays, and leaves its account with the factory settings',
    async (version) => {
      const saved = await bothSaved();
      running = running.withGroup(system, { hash: 'the-owners-secret' });
      for (const id of [1, 2] as const) {
        saved.save(id, 'admin');
        await saved.settled();
      }
      const account = running.group(system);
      const contents = [slot(1), slot(2)].map((path) => ofVersion(readFileSync(path, 'utf8'), version));
      for (const [at, content] of contents.entries()) writeFileSync(slot(at === 0 ? 1 : 2), content);
      const { flash, messages } = await start();
      const told = (id: number) =>
        `Configuration ${id} has format ${version}; this software reads formats 1 to ${SLOT_VERSION}. The file is not used, and stays until the slot is saved.`;
      expect(messages()).toEqual([
        'The user name and the password of that configuration stay in use.',
        nothingSaved,
        told(2),
        told(1),
      ]);
      expect(running.group(system).hash).toBe(account.hash);
      expect(flash.startup.group(system).hash).toBe(account.hash);
      expect(running.rows(vlans)).toEqual([{ vlan: 1, title: '' }]);
      expect([slot(1), slot(2)].map((path) => readFileSync(path, 'utf8'))).toEqual(contents);
      await expect(flash.read(1)).rejects.toThrow('has format');
    },
  );

  const stays = 'The file is not used, and stays until the slot is saved.';
  test.each([
    ['of something else', 'hello\nworld', `has an unknown format. ${stays}`],
    ['of octets', '\u0000\u0001\ufffd', `has an unknown format. ${stays}`],
    ['of ours, without a version', '{"format":"faceplate-configuration"}\n{}', `has an unknown format. ${stays}`],
    [
      'that names itself',
      '{"format":"another-switch"}\n{}',
      `has the format "another-switch", which this software does not read. ${stays}`,
    ],
    ['that is empty', '', 'is damaged, because it is empty.'],
  ])('a file %s is said to be so, and the initial password does not return', async (_what, content, said) => {
    const saved = await bothSaved();
    running = running.withGroup(system, { hash: 'the-owners-secret' });
    await saved.writeConfirmed(running, 'admin');
    for (const id of [1, 2]) writeFileSync(slot(id), content);
    const { messages } = await start();
    expect(messages()).toContain(`Configuration 1 ${said}`);
    expect(running.group(system)).toMatchObject({ name: '', hash: 'initial 1' });
  });

  test('without a start-up one that was marked, the initial password does not return', async () => {
    const saved = await bothSaved();
    await saved.setStartUp(2);
    for (const id of [1, 2]) rmSync(slot(id));
    await start();
    expect(running.group(system).hash).toBe('initial 1');
  });

  test('the factory settings that follow a configuration which cannot be put in force have its account', async () => {
    const saved = await bothSaved();
    await saved.writeConfirmed(running.withGroup(system, { hash: 'the-owners-secret' }), 'admin');
    const { candidates } = await start();
    expect(candidates.map((one) => one.group(system).hash)).toEqual([
      'the-owners-secret',
      expect.anything(),
      'the-owners-secret',
    ]);
    expect(candidates.at(-1)?.rows(vlans)).toEqual([{ vlan: 1, title: '' }]);
  });

  test('one of the first software, whose checksum is of the content alone, is read', async () => {
    await bothSaved();
    const checked = readChecked(readFileSync(slot(1), 'utf8'));
    const sha256 = createHash('sha256')
      .update(checked?.body ?? '')
      .digest('hex');
    const early = { ...checked?.header, version: 1, sha256 };
    writeFileSync(slot(1), `${JSON.stringify(early)}\n${checked?.body}`);
    await start();
    expect(nameOf(running)).toBe('slot 1');
  });

  test('both damaged leave the factory configuration', async () => {
    await bothSaved();
    for (const id of [1, 2]) writeFileSync(slot(id), 'x');
    const { flash } = await start();
    expect(nameOf(running)).toBe('');
    expect(flash.isDefault()).toBe(false);
    await expect(flash.read(1)).rejects.toBeInstanceOf(Refusal);
  });

  test('a factory reset empties both', async () => {
    const flash = await bothSaved();
    await flash.setStartUp(2);
    await flash.factoryReset();
    expect(flash.isDefault()).toBe(true);
    expect([flash.startUpSlot, nameOf(flash.startup)]).toEqual([1, '']);
    expect(flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    await start();
    expect(nameOf(running)).toBe('');
  });

  test('a factory default that keeps something still counts as never configured', async () => {
    const flash = await bothSaved();
    await flash.factoryReset({ configuration: running.withGroup(system, { name: 'kept' }), user: 'admin' });
    const { flash: next } = await start();
    expect(nameOf(running)).toBe('kept');
    expect(next.isDefault()).toBe(true);
  });
});

test('a new switch begins with what it is delivered with, its secrets too, and only a new one', async () => {
  const hash = 'not-a-password-but-a-hash-of-one-that-is-long';
  const deliver = (flash: Flash, name: string) => flash.deliver({ objects: { system: { name, hash } } });
  const { flash: first } = await start();
  await deliver(first, 'delivered');
  const { flash: next } = await start();
  expect(running.group(system)).toMatchObject({ name: 'delivered', hash });
  expect([next.isDefault(), next.slots()[0]?.size === 0]).toEqual([true, false]);
  await deliver(next, 'delivered again');
  await start();
  expect(nameOf(running)).toBe('delivered');
});

describe('a configuration that is read ahead of the start', () => {
  const questions: Configuration[] = [];
  const asking: Rule = {
    concerns: [vlans],
    *check({ after }) {
      questions.push(after);
      for (const row of after.rows(vlans)) if (row.title === 'bad') yield conflict(vlans, say('It is bad.'), { row });
    },
  };
  /** Starts with what is in the first slot, read ahead or not; gives back what it said and how often a rule was asked. */
  async function startAgain(meanwhile?: () => void) {
    questions.splice(0);
    const { messages, flash } = await start(objects, hardware, [asking], meanwhile);
    return { said: messages(), asked: questions.length, states: flash.slots(), configuration: running };
  }
  async function saved(title: string) {
    const { flash } = await start();
    running = running.withRow(vlans, { vlan: 20, title });
    flash.save(1, 'admin');
    await flash.settled();
  }

  test.each(['good', 'bad'])('is the one of the start, looked at once: a %s one', async (title) => {
    await saved(title);
    const usual = await startAgain();
    expect(await startAgain(() => {})).toEqual(usual);
    expect(running.row(vlans, { vlan: 20 })?.title).toBe(title === 'good' ? 'good' : undefined);
  });

  test('is read again where it was replaced, erased or damaged meanwhile', async () => {
    await saved('first');
    const first = readFileSync(slot(1), 'utf8');
    await saved('second');
    await startAgain(() => writeFileSync(slot(1), first));
    expect(running.row(vlans, { vlan: 20 })?.title).toBe('first');
    const { said } = await startAgain(() => writeFileSync(slot(1), first.slice(0, -9)));
    expect(said.join()).toMatch('its checksum is wrong');
    rmSync(slot(1));
    expect((await startAgain(() => {})).said).toEqual([nothingSaved]);
  });

  test('is that of the slot which is marked', async () => {
    await saved('first');
    const { flash } = await start();
    running = running.withRow(vlans, { vlan: 20, title: 'other' });
    flash.save(2, 'admin');
    await flash.settled();
    await flash.setStartUp(2);
    const usual = await startAgain();
    expect(await startAgain(() => {})).toEqual(usual);
    expect(running.row(vlans, { vlan: 20 })?.title).toBe('other');
  });
});

describe('what is told of a slot', () => {
  const failing = (step: keyof FlashFiles, code: string): FlashFiles => ({
    ...hostFiles,
    [step]: () => Promise.reject(Object.assign(new Error('x'), { code })),
  });

  test('names who saved it and when, and of a damaged one its size alone', async () => {
    const { flash, messages } = await start();
    await flash.settled();
    flash.save(1, 'admin');
    await flash.settled();
    const [saved] = flash.slots();
    expect(saved).toMatchObject({ id: 1, savedAt: 1_700_000_000_000, user: 'admin' });
    expect(saved?.size).toBe(readFileSync(slot(1)).length);
    expect(messages()).toEqual(['Configuration 1 saved by admin.', nothingSaved]);
    writeFileSync(slot(1), 'xyz');
    const again = await start();
    expect(again.flash.slots()).toEqual([
      { id: 1, size: 3, savedAt: undefined, user: '' },
      { id: 2, size: 0, savedAt: undefined, user: '' },
    ]);
    expect(again.messages()).toEqual([
      nothingSaved,
      'Configuration 1 has an unknown format. The file is not used, and stays until the slot is saved.',
    ]);
  });

  test('is that it cannot be read, where the flash does not answer', async () => {
    files = failing('read', 'EIO');
    const { flash, messages } = await start();
    expect(messages()).toContain('Configuration 2 is damaged, because the flash does not respond.');
    expect(flash.slots().map(({ size }) => size)).toEqual([0, 0]);
    expect(flash.isDefault()).toBe(false);
  });

  test('is nothing of a save that failed: no file is left of it', async () => {
    files = failing('rename', 'ENOSPC');
    const { flash, messages } = await start();
    flash.save(1, 'admin');
    await flash.settled();
    expect(messages()[0]).toBe('Configuration 1 could not be written, because the flash is full.');
    expect(readdirSync(directory)).toEqual([]);
  });

  test('is that it is configured, once something is written that is no factory default', async () => {
    const { flash } = await start();
    await flash.write(running, 'admin', { asDefault: true });
    expect(flash.isDefault()).toBe(true);
    await flash.write(running, 'admin');
    expect(flash.isDefault()).toBe(false);
  });

  test('a mark of the first as the start-up one is no fault, and a factory reset takes that of the second away', async () => {
    writeFileSync(join(directory, 'start-up.json'), formatChecked({ format: 'faceplate-start-up' }, '1\n'));
    const { flash, messages } = await start();
    expect(messages()).toEqual([nothingSaved]);
    flash.save(2, 'admin');
    await flash.settled();
    await flash.setStartUp(2);
    await flash.factoryReset();
    expect(flash.startUpSlot).toBe(1);
    expect((await start()).flash.startUpSlot).toBe(1);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('a saved configuration on a device that has changed', () => {
  test('leaves out and names what is not there any more, and adds what is new', async () => {
    const { flash } = await start();
    running = running.withGroup(system, { name: 'core' }).withRow(ports, { port: 2, speed: 9 });
    flash.save(1, 'admin');
    await flash.settled();

    const { messages } = await start([system, ports], { ...hardware, portCount: 1 });
    expect(running.rows(ports)).toEqual([{ port: 1, speed: 1 }]);
    expect(messages().join('\n')).toMatch(/vlans .*skipped/);
    expect(messages().join('\n')).toMatch(/ports 2 .*skipped/);

    await start(objects, { ...hardware, portCount: 3 });
    expect(running.rows(ports).map(({ port, speed }) => [port, speed])).toEqual([
      [1, 1],
      [2, 9],
      [3, 1],
    ]);
  });
});

describe('a kept configuration of which something is refused', () => {
  const links = table('links', {
    title: 'Link',
    index: {
      name: text({ label: 'Name', maxLength: 8, access: 'create' }),
      port: integer({ label: 'Port', min: 1, max: 64 }),
    },
    columns: {
      vlan: integer({ label: 'VLAN ID', min: 0, max: 4094, references: { table: vlans, except: [0] } }),
      cost: integer({ label: 'Cost', min: 1, max: 9 }),
    },
    rows: { max: 3 },
  });
  const perVlan = table('perVlan', {
    title: 'Guests of VLAN',
    index: { vlan: integer({ label: 'VLAN', min: 1, max: 4094, access: 'create' }) },
    columns: { most: integer({ label: 'Guests', min: 1, max: 9 }) },
    rows: { max: 4094, of: oneForEach(vlans, { vlan: 'vlan' }) },
  });
  const declared = [...objects, links, perVlan];
  const unlucky: Rule = {
    concerns: [links, system],
    *check({ after }) {
      for (const row of after.rows(links))
        if (row.port === 13) yield conflict(links, say('13 brings bad luck.'), { row });
      if (after.group(system).name === 'nobody') yield conflict(system, say('Nobody has no name.'));
    },
  };
  const rules = [unlucky, ...referenceRules(declared)];

  // biome-ignore lint/suspicious/noExplicitAny: what is kept is damaged at any place
  type Damage = (objects: Record<string, any>) => void;
  /** Saves something good, changes what is kept, with a checksum that fits, and starts with it. */
  async function startWith(damage: Damage) {
    const { flash } = await start(declared, hardware, rules);
    running = running
      .withGroup(system, { name: 'core' })
      .withRow(vlans, { vlan: 20, title: 'guests' })
      .withRow(ports, { port: 2, speed: 7 })
      .withRow(links, { name: 'up', port: 2, vlan: 20, cost: 3 });
    flash.save(1, 'admin');
    await flash.settled();
    const reading = readSlot(readFileSync(slot(1), 'utf8'));
    if (!reading.ok) throw new Error('what was saved cannot be read');
    const stored = structuredClone(reading.stored);
    damage(stored.objects);
    writeFileSync(slot(1), formatSlot(stored, reading.header));
    return start(declared, hardware, rules);
  }
  const rest = () => [nameOf(running), running.row(ports, { port: 2 })?.speed, running.row(vlans, { vlan: 20 })?.title];

  test('keeps all where nothing is', async () => {
    const { messages } = await startWith(() => {});
    expect(messages()).toEqual([]);
    expect(rest()).toEqual(['core', 7, 'guests']);
    expect(running.rows(links)).toEqual([{ name: 'up', port: 2, vlan: 20, cost: 3 }]);
  });

  test.each<[string, Damage, unknown, string]>([
    [
      'a value of a group',
      (kept) => (kept.system.name = 'x'.repeat(21)),
      ['', 7, 'guests'],
      'Name of System takes its default: Name must be 0 to 20 characters.',
    ],
    [
      'a value of a row',
      (kept) => (kept.ports[1].speed = 101),
      ['core', 1, 'guests'],
      'Speed of Port 2 takes its default: Please enter an integer between 1 ~ 100',
    ],
    [
      'a group that is a table',
      (kept) => (kept.system = [{ name: 'x' }]),
      ['', 7, 'guests'],
      'System takes its factory values: the stored data has another format.',
    ],
    [
      'a table that is a group',
      (kept) => (kept.ports = { speed: 3 }),
      ['core', 1, 'guests'],
      'Port takes its factory values: the stored data has another format.',
    ],
    [
      'a group that a rule refuses',
      (kept) => (kept.system.name = 'nobody'),
      ['', 7, 'guests'],
      'System takes its factory values: Nobody has no name.',
    ],
  ])('loses no more than %s', async (_what, damage, expected, message) => {
    const { messages } = await startWith(damage);
    expect(rest()).toEqual(expected);
    expect(messages()).toEqual([`Configuration 1: ${message}`]);
  });

  test.each<[string, Damage, readonly object[], string]>([
    [
      'whose index is refused',
      (kept) => kept.links.push({ name: 'much-too-long', port: 1 }),
      [{ name: 'up', port: 2, vlan: 20, cost: 3 }],
      'An entry of Link is skipped: Name must be 0 to 8 characters.',
    ],
    [
      'without a part of its index',
      (kept) => delete kept.links[0].port,
      [],
      'An entry of Link is skipped: Port: Please enter an integer between 1 ~ 64',
    ],
    [
      'that a rule refuses',
      (kept) => kept.links.push({ name: 'down', port: 13 }),
      [{ name: 'up', port: 2, vlan: 20, cost: 3 }],
      'Link down, 13 is skipped: 13 brings bad luck.',
    ],
    [
      'beyond those that fit',
      (kept) => kept.links.push(...['a', 'b', 'c'].map((name) => ({ name, port: 1, vlan: 0, cost: 1 }))),
      [
        { name: 'a', port: 1, vlan: 0, cost: 1 },
        { name: 'b', port: 1, vlan: 0, cost: 1 },
        { name: 'up', port: 2, vlan: 20, cost: 3 },
      ],
      'Link c, 1 is skipped: The table is full (maximum 3 entries).',
    ],
    [
      'that names what is not there',
      (kept) => (kept.links[0].vlan = 30),
      [{ name: 'up', port: 2, vlan: 0, cost: 3 }],
      'VLAN ID of Link up, 2 takes its default: VLAN 30 does not exist.',
    ],
  ])('drops or mends the one row %s', async (_what, damage, expected, message) => {
    const { messages } = await startWith(damage);
    expect(running.rows(links)).toEqual(expected);
    expect(rest()).toEqual(['core', 7, 'guests']);
    expect(messages()).toEqual([`Configuration 1: ${message}`]);
  });

  test('has the rows that follow from it, with their values, and no others', async () => {
    const { messages } = await startWith((kept) => {
      kept.perVlan = [
        { vlan: 20, most: 5 },
        { vlan: 30, most: 6 },
      ];
    });
    expect(running.rows(perVlan)).toEqual([
      { vlan: 1, most: 1 },
      { vlan: 20, most: 5 },
    ]);
    expect(messages()).toEqual([
      'The setting perVlan 30 of configuration 1 was skipped: this device does not have it.',
    ]);
  });

  test('has no row that follows from one which is refused', async () => {
    const tooMuch: Rule = {
      concerns: [vlans],
      *check({ after }) {
        for (const row of after.rows(vlans))
          if (row.vlan === 30) yield conflict(vlans, say('30 is one too many.'), { row });
      },
    };
    const { flash } = await start(declared, hardware, rules);
    running = running.withRow(vlans, { vlan: 20, title: 'guests' }).withRow(vlans, { vlan: 30, title: 'others' });
    flash.save(1, 'admin');
    await flash.settled();
    const { messages } = await start(declared, hardware, [...rules, tooMuch]);
    expect(running.rows(perVlan).map(({ vlan }) => vlan)).toEqual([1, 20]);
    expect(messages()).toHaveLength(1);
  });

  test('says so of the first, and how many there are more', async () => {
    const { messages } = await startWith((kept) => {
      kept.links = Array.from({ length: 20 }, () => ({ name: 'x', port: 99 }));
    });
    expect(messages()).toHaveLength(17);
    expect(messages()[0]).toBe('Configuration 1: and 4 more settings.');
  });

  test('names the settings that this device does not have, the first of them each', async () => {
    const { messages } = await startWith((kept) => {
      kept.system.colour = 'red';
      kept.system.uptime = 5;
      kept.ports[0].colour = 'red';
      kept.ports[1].colour = 'red';
    });
    const said = (name: string) => `The setting ${name} of configuration 1 was skipped: this device does not have it.`;
    expect(messages().sort()).toEqual(['ports.colour', 'system.colour', 'system.uptime'].map(said));
    const { messages: many } = await startWith((kept) => {
      for (let at = 0; at < 20; at += 1) kept.system[`colour${at}`] = 'red';
    });
    expect(many()).toHaveLength(17);
    expect(many()[0]).toBe('Configuration 1: and 4 more settings.');
  });

  test('is not used where rules cannot be satisfied at all', async () => {
    const never: Rule = {
      concerns: [vlans],
      *check() {
        yield conflict(vlans, say('This is never right.'));
      },
    };
    await startWith(() => {});
    const { messages } = await start(declared, hardware, [never]);
    expect(rest()).toEqual(['', 1, undefined]);
    expect(messages()).toEqual([nothingSaved, 'Configuration 1 is damaged, because its settings do not fit together.']);
  });
});
