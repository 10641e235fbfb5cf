import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { formatChecked, readChecked } from './checked-text.ts';
import { DeviceKey } from './device-key.ts';
import { Flash } from './flash.ts';
import { type FlashFiles, hostFiles } from './flash-files.ts';
import { changedConfiguration, changesFrom, noChanges, readSlotChanges, withLaterChanges } from './slot-changes.ts';
import { storeConfiguration } from './stored-configuration.ts';

const system = group('system', { title: 'System', fields: { name: text({ label: 'Name', maxLength: 20 }) } });
const account = group('account', {
  title: 'Account',
  fields: { hash: secret({ label: 'Password', minLength: 8, maxLength: 32 }) },
});
const vlans = table('vlans', {
  title: 'VLAN',
  index: { vlan: integer({ label: 'VLAN', min: 1, max: 4094, access: 'create' }) },
  columns: { title: text({ label: 'Title', maxLength: 20 }) },
  rows: { max: 4094 },
});
const communities = table('communities', {
  title: 'Community',
  index: { community: integer({ label: 'Community', min: 1, max: 8, access: 'create' }) },
  columns: { word: secret({ label: 'Word', minLength: 1, maxLength: 32 }) },
  rows: { max: 8 },
});
const objects = [system, account, vlans, communities];
const hardware: Hardware = {
  modelName: 'TEG-082WS',
  portCount: 2,
  baseMacAddress: '02-00-00-00-00-00',
  ports: new Map(),
  maxVlanId: 4094,
  maxVlans: 4094,
  mirrorSessions: 1,
  lacking: new Set(),
};

let directory: string;
let files: FlashFiles;
let running: Configuration;
/** The names of files that were put in their places, oldest first. */
let written: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'faceplate-slot-'));
  written = [];
  files = {
    ...hostFiles,
    rename: async (from, to) => {
      await hostFiles.rename(from, to);
      written.push(to.slice(directory.length + 1));
    },
  };
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Restarts the flash, as after a power failure, and applies its contents. */
async function start(declared: readonly (typeof objects)[number][] = objects) {
  const wallClock = new DeviceWallClock(new ManualClock(), () => 1_700_000_000_000);
  const log = new LogBuffer(wallClock);
  const flash = new Flash({
    files,
    directory,
    key: await DeviceKey.load(files, join(directory, 'device-key'), log),
    reset: { resetMark: join(directory, 'reset'), firstSlot: join(directory, 'configuration-1.json'), cleared: [] },
    endKeeping: async () => {},
    objects: declared,
    rules: [],
    hardware,
    log,
    wallClock,
    running: () => running,
    account,
    complete: (configuration) => configuration,
    renewInitialPassword: async () => {},
    wizardDone: () => false,
    unsavable: () => undefined,
  });
  const [first] = await flash.load();
  running = first ?? Configuration.empty;
  const messages = () => log.entries().map(englishOf);
  const save = async (slot: 1 | 2 = 1) => {
    written = [];
    flash.save(slot, 'admin');
    await flash.settled();
    return written;
  };
  return { flash, messages, save };
}

/** A switch with a full slot, of which a change is a small part. */
async function begun() {
  const started = await start();
  running = running
    .withGroup(system, { name: 'first' })
    .withGroup(account, { hash: 'hash of the password' })
    .withRow(communities, { community: 1, word: 'public' })
    .withRows(
      vlans,
      Array.from({ length: 220 }, (_, at) => ({ vlan: at + 1, title: `VLAN number ${at + 1}` })),
    );
  await started.save();
  return started;
}

const rename = (name: string) => {
  running = running.withGroup(system, { name });
};
const BASE = 'configuration-1.json';
const CHANGES = 'configuration-1.changes';
const fileOf = (name: string) => join(directory, name);
const contentOf = (name: string) => readFileSync(fileOf(name), 'utf8');

/** What the next start begins with, in comparable form. */
async function found() {
  const started = await start();
  return { stored: storeConfiguration(objects, running), ...started };
}

const LOST =
  /^The last changes saved in configuration 1 (are damaged|are missing|cannot be read, because .*); it is an earlier state\.$/;

test('a small change is kept beside the file of its slot, which stays as it was, and the next start finds it', async () => {
  const { save, flash } = await begun();
  const [base, whole] = [contentOf(BASE), flash.slots()[0]?.size ?? 0];
  rename('second');
  running = running
    .withRow(vlans, { vlan: 7, title: 'cameras' })
    .withRow(vlans, { vlan: 999, title: 'guests' })
    .withoutRow(vlans, { vlan: 8 })
    .withRow(communities, { community: 2, word: 'hidden-word' });
  const saved = storeConfiguration(objects, running);
  expect(await save()).toEqual([CHANGES]);
  expect(contentOf(BASE)).toBe(base);
  expect(contentOf(CHANGES).length).toBeLessThan(base.length / 10);
  expect(contentOf(CHANGES)).not.toContain('hidden-word');
  expect(flash.slots()[0]?.size).toBe(whole + contentOf(CHANGES).length);
  const { stored, messages, flash: next } = await found();
  expect(stored).toEqual(saved);
  expect(messages()).toEqual([]);
  expect(next.slots()[0]).toEqual(flash.slots()[0]);
});

test('each save adds to the changes, over restarts too, until they are many; then the file is written again', async () => {
  await begun();
  const kinds: string[] = [];
  for (let round = 0; round < 13; round += 1) {
    const { save, messages } = await start();
    // The first one is on what this start has read, the others on what they have written.
    for (let time = 0; time < 4; time += 1) {
      const vlan = 4 * round + time + 1;
      running = running.withRow(vlans, { vlan: 1000 + vlan, title: `title ${vlan}` }).withoutRow(vlans, { vlan });
      kinds.push(...(await save()));
    }
    const saved = storeConfiguration(objects, running);
    expect(messages()).toEqual(Array(4).fill('Configuration 1 saved by admin.'));
    expect((await found()).stored).toEqual(saved);
  }
  const wholes = kinds.filter((name) => name === BASE).length;
  expect(wholes).toBeGreaterThan(0);
  expect(kinds.length).toBeGreaterThan(5 * wholes);
});

describe('the file itself is written', () => {
  test('where a change is large', async () => {
    const { save } = await begun();
    running = running.withRows(vlans, [{ vlan: 1, title: 'the only one' }]);
    expect(await save()).toEqual([BASE]);
    expect((await found()).stored.objects.vlans).toEqual([{ vlan: 1, title: 'the only one' }]);
  });

  test('with another password, which no damage then takes back', async () => {
    const { save } = await begun();
    running = running.withGroup(account, { hash: 'hash of another one' });
    expect(await save()).toEqual([BASE]);
    writeFileSync(fileOf(CHANGES), 'damaged');
    expect((await found()).stored.objects.account).toEqual({ hash: 'hash of another one' });
  });

  test('where it was damaged since it was written', async () => {
    const { save } = await begun();
    writeFileSync(fileOf(BASE), contentOf(BASE).replace('first', 'fjrst'));
    rename('second');
    expect(await save()).toEqual([BASE]);
    expect((await found()).stored.objects.system).toEqual({ name: 'second' });
  });

  test('where software of before wrote it, or it leaves out what takes its default', async () => {
    const { save } = await begun();
    for (const change of [{ version: 3, id: undefined }, { version: 4 }]) {
      const { header = {}, body = '' } = readChecked(contentOf(BASE)) ?? {};
      const without = change.version === 4 ? body.replace('"title":"VLAN number 5"', '"title":""') : body;
      const reduced = without.replace(',"title":""', '');
      writeFileSync(fileOf(BASE), formatChecked({ ...header, ...change }, reduced));
      await start();
      rename(`of ${change.version}`);
      const { save: again } = await start();
      rename(`of ${change.version}`);
      expect(await again()).toEqual([BASE]);
      expect((await found()).stored.objects.system).toEqual({ name: `of ${change.version}` });
    }
    rename('at last');
    expect(await save()).toEqual([BASE]);
  });

  test('into another slot, which has changes of its own from then on', async () => {
    const { save, flash } = await begun();
    expect(await save(2)).toEqual(['configuration-2.changes', 'configuration-2.json']);
    rename('second');
    expect(await save(2)).toEqual(['configuration-2.changes']);
    rename('third');
    expect(await save(1)).toEqual([CHANGES]);
    expect((await flash.read(2))?.group(system)).toEqual({ name: 'second' });
    expect((await found()).stored.objects.system).toEqual({ name: 'third' });
  });
});

describe('changes beside a slot that', () => {
  const damages: readonly [string, () => void][] = [
    ['are damaged', () => writeFileSync(fileOf(CHANGES), contentOf(CHANGES).replace('second', 'sscond'))],
    ['are cut short', () => writeFileSync(fileOf(CHANGES), contentOf(CHANGES).slice(0, -2))],
    ['are gone', () => rmSync(fileOf(CHANGES))],
    ['are those of another slot', () => writeFileSync(fileOf(CHANGES), contentOf('configuration-2.changes'))],
    ['are no changes', () => writeFileSync(fileOf(CHANGES), contentOf(BASE))],
    [
      'are of another version',
      () => {
        const { header = {}, body = '' } = readChecked(contentOf(CHANGES)) ?? {};
        writeFileSync(fileOf(CHANGES), formatChecked({ ...header, version: 3 }, body));
      },
    ],
  ];

  test.each(damages)(
    '%s leave the save before them, which the log says; the next save keeps all',
    async (_how, damage) => {
      const { save } = await begun();
      await save(2);
      rename('second');
      await save();
      damage();
      const { stored, messages, save: again, flash } = await found();
      expect(stored.objects.system).toEqual({ name: 'first' });
      expect(messages()).toEqual([expect.stringMatching(LOST)]);
      // It does not pass for what was saved.
      await expect(flash.read(1)).rejects.toThrow(LOST);
      await expect(flash.setStartUp(1)).rejects.toThrow(LOST);
      rename('third');
      await again();
      const healed = await found();
      expect(healed.stored.objects.system).toEqual({ name: 'third' });
      expect(healed.messages()).toEqual([]);
    },
  );

  test('cannot be read leave the save before them, and why is said', async () => {
    const { save } = await begun();
    rename('second');
    await save();
    const { read } = files;
    files = {
      ...files,
      read: (path) =>
        path === fileOf(CHANGES) ? Promise.reject(Object.assign(new Error(), { code: 'EIO' })) : read(path),
    };
    const { stored, messages } = await found();
    expect(stored.objects.system).toEqual({ name: 'first' });
    expect(messages()).toEqual([
      'The last changes saved in configuration 1 cannot be read, because the flash does not respond; it is an earlier state.',
    ]);
  });

  test('were left by a former file do not count', async () => {
    const { save } = await begun();
    rename('second');
    await save();
    const former = contentOf(CHANGES);
    running = running.withGroup(account, { hash: 'hash of another one' });
    rename('third');
    await save();
    expect(contentOf(CHANGES)).toBe(former);
    const { stored, messages } = await found();
    expect([stored.objects.system, messages()]).toEqual([{ name: 'third' }, []]);
  });

  test('go with an erased slot, and never bring it back', async () => {
    const { save, flash } = await begun();
    await save(2);
    rename('second');
    await save(2);
    const left = contentOf('configuration-2.changes');
    await flash.erase(2);
    expect(readdirSync(directory).sort()).toEqual([CHANGES, BASE, 'device-key']);
    writeFileSync(fileOf('configuration-2.changes'), left);
    expect(await (await found()).flash.read(2)).toBeUndefined();
  });
});

test('nothing is beside what a factory reset leaves', async () => {
  const { save, flash } = await begun();
  rename('second');
  await save();
  await flash.factoryReset({ configuration: Configuration.empty.withGroup(system, { name: 'kept' }), user: 'admin' });
  expect(readdirSync(directory)).toEqual([BASE]);
  const { stored, save: again } = await found();
  expect(stored.objects.system).toEqual({ name: 'kept' });
  rename('later');
  expect(await again()).toEqual(['device-key', CHANGES, BASE]);
});

describe('changes', () => {
  const row = fc.record({ vlan: fc.integer({ min: 1, max: 6 }), title: fc.constantFrom('', 'a', 'b') });
  const configurations = fc
    .record({ name: fc.constantFrom('', 'x', 'y'), rows: fc.uniqueArray(row, { selector: ({ vlan }) => vlan }) })
    .map(({ name, rows }) => Configuration.empty.withGroup(system, { name }).withRows(vlans, rows));
  const sorted = ({ objects: { vlans: rows, ...others } }: ReturnType<typeof storeConfiguration>) => ({
    ...others,
    vlans: [...((rows ?? []) as { vlan: number }[])].sort((a, b) => a.vlan - b.vlan),
  });

  test('of several saves lead from the first to the last, written and read', () => {
    const few = [system, vlans];
    fc.assert(
      fc.property(fc.array(configurations, { minLength: 2, maxLength: 6 }), ([first, ...others]) => {
        let changes = noChanges;
        let present = first ?? Configuration.empty;
        const base = storeConfiguration(few, present);
        for (const next of others) {
          const later = changesFrom(few, present, next);
          changes = withLaterChanges(changes, later ?? noChanges);
          present = next;
          const read = readSlotChanges(JSON.parse(JSON.stringify(changes)));
          expect(sorted(changedConfiguration(base, read ?? noChanges))).toEqual(sorted(storeConfiguration(few, next)));
        }
      }),
    );
  });

  test('name a row once, whichever way it went', () => {
    const [there, gone] = [[{ vlan: 1, title: 'a' }], []].map((rows) => Configuration.empty.withRows(vlans, rows));
    const between = (before = Configuration.empty, after = Configuration.empty) =>
      changesFrom(objects, before, after) ?? noChanges;
    const came = withLaterChanges(between(there, gone), between(gone, there));
    expect(came).toMatchObject({ set: { vlans: [{ vlan: 1 }] }, tables: { vlans: { removed: [] } } });
    const went = withLaterChanges(between(there, gone), between(there, gone));
    expect(went).toMatchObject({ set: { vlans: [] }, tables: { vlans: { removed: [{ vlan: 1 }] } } });
  });

  test('tell that a table has become one without rows, and that one is not set any longer only as a whole', () => {
    const [unset, empty] = [Configuration.empty, Configuration.empty.withRows(vlans, [])];
    const changes = changesFrom(objects, unset, empty) ?? noChanges;
    expect(changedConfiguration(storeConfiguration(objects, unset), changes)).toEqual({ objects: { vlans: [] } });
    expect(changesFrom(objects, empty, unset)).toBeUndefined();
  });

  test.each([
    {},
    { set: {} },
    { set: { vlans: 1 }, tables: {} },
    { set: { vlans: [] }, tables: { vlans: 1 } },
    { set: {}, tables: { vlans: { index: ['vlan'], removed: [] } } },
    { set: { vlans: [] }, tables: { vlans: { index: [1], removed: [] } } },
    { set: { vlans: [] }, tables: { vlans: { index: ['vlan'], removed: [1] } } },
    { set: { vlans: [] }, tables: { vlans: { index: ['vlan'], removed: {} } } },
  ])('are none in %j', (json) => {
    expect(readSlotChanges(json)).toBeUndefined();
  });
});
