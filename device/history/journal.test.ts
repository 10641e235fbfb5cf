import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { type Change, changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { text } from '../../model/schema/kinds/text.ts';
import { group, table } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import type { Keepable, Kept } from '../flash/keeper.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import '../../tests/seeded.ts';
import { type Caller, theDevice } from '../management.ts';
import type { Author } from './author.ts';
import { keptBegunSave } from './begun-save.ts';
import { Journal } from './journal.ts';
import type { ChangeRecord, ChangeWay } from './journal-records.ts';
import { HISTORY_SIZE, JournalStore } from './journal-store.ts';
import type { ChangeState } from './judged-records.ts';
import { buildsOn, reverted } from './reverted.ts';
import { readChanges } from './stored-changes.ts';

const level = integer({ label: 'Level', min: 0, max: 9 });
const system = group('system', {
  title: 'System',
  fields: { level, key: secret({ label: 'Key', minLength: 1, maxLength: 64 }) },
});
const rows = table('rows', {
  title: 'Row',
  index: { id: integer({ label: 'Row', min: 1, max: 9, access: 'create' }) },
  columns: { level, name: text({ label: 'Name', maxLength: 4096 }) },
  rows: { max: 9 },
});
const users = table('users', {
  title: 'User',
  index: { user: integer({ label: 'User', min: 1, max: 9, access: 'create' }) },
  columns: { row: integer({ label: 'Row', min: 0, max: 9, references: { table: rows, except: [0] } }) },
  rows: { max: 9 },
});
const objects = [system, rows, users];
const start = Configuration.empty.withGroup(system, { level: 1 }).withRows(rows, [{ id: 1, level: 0, name: '' }]);

/** Files in memory; what is kept outlives the journal that kept it. */
let files: Map<string, string>;
let fails = false;
/** When the last save was, as the header of its slot has it. */
let saves = 0;

beforeEach(() => {
  files = new Map();
  fails = false;
});

function keep<Value>({ name, version, write, read }: Keepable<Value>): Kept<Value> {
  return {
    async load() {
      const text = files.get(name);
      return text === undefined ? undefined : read(JSON.parse(text), version);
    },
    async save(value) {
      if (fails) throw new Error('no space');
      files.set(name, JSON.stringify(write(value)));
    },
    async remove() {
      files.delete(name);
    },
    async settled() {},
  };
}

/** A switch of which nothing is there but its configuration and its history. */
async function begin(startup = start, savedAt = saves) {
  const clock = new ManualClock();
  const wallClock = new DeviceWallClock(clock, () => clock.now());
  const log = new LogBuffer(wallClock);
  let running = startup;
  let saved = startup;
  const store = new JournalStore(keep, async () => (name) => files.has(name));
  const begun = keep(keptBegunSave);
  const journal = new Journal({ objects, store, begun, clock, wallClock, log, startup: () => saved });
  await journal.load(savedAt);
  return {
    journal,
    clock,
    log,
    running: () => running,
    startup: () => saved,
    change(next: Configuration, undoes: readonly number[] = []) {
      const changes = changesBetween(objects, running, next);
      running = next;
      journal.record(changes, next, { caller: theDevice, undoes });
    },
    async save() {
      const before = saved;
      saved = running;
      saves += 1;
      const made = await journal.saving(before, saved, { user: 'admin', savedAt: saves }, saved);
      await made();
    },
    async changes(): Promise<{ readonly record: ChangeRecord; readonly state: ChangeState | undefined }[]> {
      return (await journal.entries()).flatMap(({ record, state }) =>
        record.kind === 'change' ? [{ record, state }] : [],
      );
    },
    async undo(record: ChangeRecord) {
      const changes = (await journal.changesOf(record)) ?? [];
      const { configuration, changedSince } = reverted(running, changes);
      this.change(configuration, [record.id]);
      return changedSince;
    },
  };
}

const steps: fc.Arbitrary<(configuration: Configuration) => Configuration> = fc.oneof(
  fc.integer({ min: 0, max: 9 }).map((value) => (now: Configuration) => now.withGroup(system, { level: value })),
  fc.string({ minLength: 1 }).map((key) => (now: Configuration) => now.withGroup(system, { key })),
  fc
    .record({ id: fc.integer({ min: 1, max: 4 }), level: fc.integer({ min: 0, max: 9 }), name: fc.string() })
    .map((row) => (now: Configuration) => now.withRow(rows, row)),
  fc.integer({ min: 1, max: 4 }).map((id) => (now: Configuration) => now.withoutRow(rows, { id })),
);
const sequence = fc.array(steps, { minLength: 1, maxLength: 12 });

test('a point has its new name at once', async () => {
  files = new Map();
  const device = await begin();
  device.change(device.running().withGroup(system, { level: 3 }));
  await device.save();
  const names = async () => (await device.journal.points()).map(({ name }) => name);
  expect(await names()).toEqual(['']);
  expect(await device.journal.namePoint(1, 'before the fair')).toBe(true);
  expect(await names()).toEqual(['before the fair']);
});

describe('undoing', () => {
  test('every change, the last one first, leads to the first configuration', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, async (made) => {
        files = new Map();
        const device = await begin();
        for (const step of made) device.change(step(device.running()));
        for (const { record } of await device.changes()) expect(await device.undo(record)).toEqual([]);
        expect(changesBetween(objects, start, device.running())).toEqual([]);
      }),
    );
  });

  test('one change on which no other builds leaves every other one as it is', async () => {
    await fc.assert(
      fc.asyncProperty(sequence, fc.nat(), async (made, chosen) => {
        files = new Map();
        const device = await begin();
        for (const step of made) device.change(step(device.running()));
        const all = await device.changes();
        const { record } = all[chosen % all.length] ?? {};
        if (!record || (await device.journal.laterThan(record)).length > 0) return;
        const before = device.running();
        const own = (await device.journal.changesOf(record)) ?? [];
        expect(await device.undo(record)).toEqual([]);
        const places = (changes: readonly { readonly object: unknown; readonly column?: string }[]) =>
          changes.map(({ object, column }) => `${objects.indexOf(object as typeof system)} ${column}`).sort();
        expect(places(changesBetween(objects, before, device.running()))).toEqual(places(own));
      }),
    );
  });

  test('a change is held up by those that changed the same, or name what it added, and by no others', async () => {
    const device = await begin();
    device.change(start.withRow(rows, { id: 2, level: 0 }));
    device.change(device.running().withRow(rows, { id: 1, level: 5 }));
    device.change(device.running().withRow(users, { user: 1, row: 2 }));
    device.change(device.running().withRow(rows, { id: 2, level: 7 }));
    device.change(device.running().withGroup(system, { level: 3 }));
    const [, seventh, user, , added] = await device.changes();
    if (!added) throw new Error('no change');
    const later = await device.journal.laterThan(added.record);
    expect(later).toEqual([seventh?.record, user?.record]);
  });
});

test('a change builds on what changed its value before, or the row that it deletes, and on nothing else', () => {
  const value = (row: Values, column: string): Change => ({ object: rows, kind: 'value', row, column, from: 0, to: 4 });
  const removed = (id: number): Change => ({ object: rows, kind: 'rowRemoved', row: { id, level: 4, name: '' } });
  const user = (row: number): Change => ({ object: users, kind: 'rowAdded', row: { user: 1, row } });
  const on = (later: Change, earlier: Change) => buildsOn([later], [earlier]);
  const level = value({ id: 2 }, 'level');
  expect([on(level, level), on(value({ id: 3 }, 'level'), level), on(value({ id: 2 }, 'name'), level)]).toEqual([
    ...[true, false, false],
  ]);
  expect([on(removed(2), level), on(removed(3), level), on(level, removed(2))]).toEqual([true, false, true]);
  const added: Change = { object: rows, kind: 'rowAdded', row: { id: 2, level: 0, name: '' } };
  expect([on(user(2), added), on(user(3), added), on(user(2), removed(2))]).toEqual([true, false, false]);
});

test('what was changed without an entry is named', () => {
  const after = start.withGroup(system, { level: 5 }).withRow(rows, { id: 2, level: 0, name: '' });
  const changes = changesBetween(objects, start, after);
  expect(reverted(after, changes).changedSince).toEqual([]);
  const since = after.withGroup(system, { level: 6 }).withRow(rows, { id: 2, level: 4, name: '' });
  expect(reverted(since, changes).changedSince.map(({ object }) => object.name)).toEqual(['rows', 'system']);
  const value: Change = { object: rows, kind: 'value', row: { id: 2 }, column: 'level', from: 0, to: 4 };
  const gone = reverted(start, [value]);
  expect([gone.configuration, gone.changedSince]).toEqual([start, [value]]);
  // What is again as it was before has not become anything else since.
  expect(reverted(start, changes)).toEqual({ configuration: start, changedSince: [] });
});

describe('a change', () => {
  const admin: Caller = {
    access: 'web',
    user: 'admin',
    session: 's',
    remoteAddress: '192.0.2.7',
    connection: undefined,
  };

  test.each<[ChangeWay, Author]>([
    ['web', { caller: admin }],
    ['wizard', { caller: admin, isSetup: true }],
    ['ssh', { caller: { ...admin, access: 'commandLine', line: 'SSH' } }],
    ['telnet', { caller: { ...admin, access: 'commandLine', line: 'Telnet' } }],
    ['snmp', { caller: { ...admin, access: 'snmp' } }],
    ['cloud', { caller: { ...admin, access: 'cloud' } }],
    ['device', { caller: theDevice }],
  ])('by the way %s is told as such', async (way, author) => {
    const { journal } = await begin();
    const after = start.withGroup(system, { level: 5 });
    journal.record(changesBetween(objects, start, after), after, author);
    const [entry] = await journal.entries();
    const known = way === 'device' ? { user: '', address: '' } : { user: 'admin', address: '192.0.2.7' };
    expect(entry?.record).toMatchObject({ ...known, way, isForced: false });
  });

  test('that was taken back stays undone when the same is taken back once more', async () => {
    const { journal, changes, change, running } = await begin();
    change(start.withGroup(system, { level: 5 }));
    const former = running();
    for (const level of [6, 7]) {
      change(former.withGroup(system, { level }));
      journal.tookBack(changesBetween(objects, running(), former), former, { caller: theDevice });
    }
    expect((await changes()).map(({ state }) => state)).toEqual(['unsaved', 'undone', 'unsaved', 'undone', 'unsaved']);
  });

  test('that was taken back counts as undone, with what came after it', async () => {
    const { journal, changes, change, running } = await begin();
    change(start.withGroup(system, { level: 5 }));
    const former = running();
    change(former.withGroup(system, { level: 6 }));
    journal.tookBack(changesBetween(objects, running(), former), former, { caller: theDevice });
    expect((await changes()).map(({ state }) => state)).toEqual(['unsaved', 'undone', 'unsaved']);
  });
});

describe('what is kept', () => {
  test('is known after a restart: saved, lost, undone', async () => {
    const device = await begin();
    device.change(start.withGroup(system, { level: 2 }));
    device.change(device.running().withGroup(system, { level: 3 }));
    const [last] = await device.changes();
    if (last) await device.undo(last.record);
    await device.save();
    device.change(device.running().withGroup(system, { level: 4 }));
    await device.journal.settled();
    const next = await begin(device.startup());
    expect((await next.changes()).map(({ state }) => state)).toEqual(['lost', 'saved', 'undone', 'saved']);
    expect(await next.changes()).toEqual((await next.changes()).map(({ record, state }) => ({ record, state })));
    expect((await next.journal.points()).map(({ number }) => number)).toEqual([1]);
  });

  test('is collected for some seconds, but for a save', async () => {
    const device = await begin();
    device.change(start.withGroup(system, { level: 2 }));
    await device.changes();
    expect(files.size).toBe(0);
    device.clock.advance(5_000);
    await device.changes();
    expect(files.size).toBe(1);
  });

  test('is of limited size, however much is changed; the newest stays', async () => {
    const EACH = 4;
    const device = await begin();
    const word = (at: number) => {
      let noise = at + 1;
      return `${at} ${Array.from({ length: 300 }, () => {
        noise = (noise * 48_271) % 2_147_483_647;
        return noise.toString(36);
      }).join('')}`;
    };
    for (let at = 0; at < 240; at += 1) {
      device.change(device.running().withRow(rows, { id: 1, level: 0, name: word(at) }));
      if (at % EACH === 0) await device.save();
    }
    await device.save();
    expect(device.journal.size).toBeLessThanOrEqual(HISTORY_SIZE);
    const kept = [...files.values()].reduce((sum, content) => sum + Buffer.byteLength(content), 0);
    expect(kept).toBeLessThanOrEqual(HISTORY_SIZE + 64 * 16 + (files.get('history-save')?.length ?? 0));
    const next = await begin(device.startup());
    expect(next.journal.size).toBe(device.journal.size);
    const [last] = await next.changes();
    expect(last?.record.lines[0]?.to?.values?.value).toBe(word(239));
    const points = await next.journal.points();
    expect(points.length).toBeGreaterThan(10);
    expect(points.length).toBeLessThanOrEqual(100);
    const oldest = points.at(-1);
    const back = await next.journal.configurationAt(oldest?.number ?? 0);
    // The point of every fourth change.
    expect(back?.row(rows, { id: 1 })?.name).toBe(word(((oldest?.number ?? 0) - 1) * EACH));
  });

  test('of each point leads back to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(sequence, { minLength: 1, maxLength: 5 }), async (saves) => {
        files = new Map();
        const device = await begin();
        const expected: Configuration[] = [];
        for (const made of saves) {
          for (const step of made) device.change(step(device.running()));
          await device.save();
          expected.push(device.running());
        }
        const next = await begin(device.startup());
        for (const [at, was] of expected.entries()) {
          const back = await next.journal.configurationAt(at + 1);
          expect(back && changesBetween(objects, was, back)).toEqual([]);
        }
      }),
    );
  });

  test('has a point of its own where a start had to take an older save, and leads to both sides of it', async () => {
    const device = await begin();
    const made: Configuration[] = [];
    for (const level of [2, 3, 4]) {
      device.change(device.running().withGroup(system, { level }).withRow(rows, { id: level, level: 1, name: '' }));
      await device.save();
      made.push(device.running());
    }
    const [first] = made;
    if (!first) throw new Error('nothing was saved');
    const next = await begin(first, saves - 2);
    expect((await next.journal.points()).map(({ number }) => number)).toEqual([4, 3, 2, 1]);
    for (const [at, was] of made.entries()) {
      const back = await next.journal.configurationAt(at + 1);
      expect(back && changesBetween(objects, was, back)).toEqual([]);
    }
    await next.journal.settled();
    const unknown = await begin(start, 99);
    expect((await unknown.journal.points()).map(({ number }) => number)).toEqual([5]);
  });

  test('loses what a damaged file held, and no way leads across it', async () => {
    const device = await begin();
    for (let at = 0; at < 60; at += 1) {
      device.change(device.running().withRow(rows, { id: 1, level: at % 9, name: `${at}`.padEnd(900, `${at * 31}`) }));
      await device.save();
    }
    expect(files.size).toBeGreaterThan(2);
    files.delete('history-1');
    files.delete('history-2');
    const next = await begin(device.startup());
    const points = await next.journal.points();
    expect(points[0]?.number).toBe(60);
    expect(points.length).toBeLessThan(60);
    expect(await next.journal.configurationAt(1)).toBeUndefined();
    device.change(device.running().withGroup(system, { level: 9 }));
    expect((await device.changes())[0]?.state).toBe('unsaved');
  });

  test('is told of once where flash takes nothing, and is kept once it does again', async () => {
    const device = await begin();
    fails = true;
    device.change(start.withGroup(system, { level: 2 }));
    await device.save();
    await device.save();
    expect(device.log.entries().filter(({ message }) => message.text.startsWith('The history could not'))).toHaveLength(
      1,
    );
    fails = false;
    await device.save();
    expect((await (await begin(device.startup())).changes()).map(({ state }) => state)).toEqual(['saved']);
  });

  test('of a save that a power cut ended before its point is its point, with the way to older ones', async () => {
    const device = await begin();
    device.change(start.withGroup(system, { level: 2 }));
    await device.save();
    device.change(device.running().withGroup(system, { level: 3 }));
    await device.journal.saving(device.startup(), device.running(), { user: 'eva', savedAt: 7 }, device.running());
    const next = await begin(device.running(), 7);
    expect((await next.journal.points()).map(({ number, user }) => `${number} ${user}`)).toEqual(['2 eva', '1 admin']);
    expect((await next.changes()).map(({ state }) => state)).toEqual(['saved', 'saved']);
    expect((await next.journal.configurationAt(1))?.group(system).level).toBe(2);
    // One that never reached its slot is none.
    await next.journal.saving(next.startup(), start, { user: 'eva', savedAt: 8 }, start);
    expect(await (await begin(next.startup(), 7)).journal.points()).toHaveLength(2);
  });

  test('of a change that is made while a save runs is unsaved, and lost by a restart', async () => {
    const device = await begin();
    device.change(start.withGroup(system, { level: 2 }));
    const saved = device.running();
    const made = await device.journal.saving(start, saved, { user: 'admin', savedAt: 1 }, saved);
    device.change(saved.withGroup(system, { level: 3 }));
    await made();
    expect((await device.changes()).map(({ state }) => state)).toEqual(['unsaved', 'saved']);
    const next = await begin(saved, 1);
    expect((await next.changes()).map(({ state }) => state)).toEqual(['lost', 'saved']);
  });

  test('of a choice of another startup configuration leaves unsaved what is unsaved', async () => {
    const device = await begin();
    device.change(start.withGroup(system, { level: 2 }));
    await (
      await device.journal.saving(start, start.withGroup(system, { level: 9 }), { user: '', savedAt: 1 }, start)
    )();
    expect((await device.changes()).map(({ state }) => state)).toEqual(['unsaved']);
  });

  test('of other software is read without what this one does not have', async () => {
    const stored = [
      ['rows', ['rowRemoved', { id: 2, level: 0, name: '', former: 5 }], ['rowRemoved', { level: 3 }]],
      ['rows', ['value', 'level', 1, 2, {}]],
      ['system', ['value', '__proto__', 1, 2]],
    ];
    const text = stored.map((line) => JSON.stringify(line)).join('\n');
    const read = readChanges(new Map(objects.map((object) => [object.name, object])), text);
    expect(read).toEqual([{ object: rows, kind: 'rowRemoved', row: { id: 2, level: 0, name: '' } }]);
  });

  test('of a large change is its words; what would take it back alone is too much', async () => {
    const device = await begin();
    const noise = Array.from({ length: 9 }, (_, at) => ({
      id: at + 1,
      level: 0,
      name: Array.from({ length: 40_000 }, (__, place) =>
        String.fromCharCode(33 + ((place * place * (at + 3)) % 8999)),
      ).join(''),
    }));
    device.change(start.withRows(rows, noise));
    const [large] = await device.changes();
    expect(large?.record.changes).toBeUndefined();
    expect(large?.record.count).toBeGreaterThan(1);
  });
});
