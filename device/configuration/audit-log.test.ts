import { describe, expect, test } from 'vitest';
import { ManualClock } from '../../datapath/clock.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { atOnce } from '../../model/configuration/steps.ts';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { group, oneForEach, table } from '../../model/schema/object.ts';
import { say } from '../../model/values/message.ts';
import { DeviceWallClock } from '../device-wall-clock.ts';
import { Changes } from '../history/change-history.ts';
import { englishOf } from '../log/log.ts';
import { LogBuffer } from '../log/log-buffer.ts';
import { logChanges } from './audit-log.ts';

const level = integer({ label: 'Level', min: 0, max: 9 });
const system = group('system', {
  title: 'System',
  fields: { level, password: secret({ label: 'Password', minLength: 8, maxLength: 32 }) },
});
const index = { id: integer({ label: 'Row', min: 1, max: 99, access: 'create' }) };
const rows = table('rows', { title: 'Row', index, columns: { level }, rows: { max: 99 } });
const perRow = table('perRow', {
  title: 'Guests of row',
  index,
  columns: { level },
  rows: { max: 99, of: oneForEach(rows, { id: 'id' }) },
});
const objects = [system, rows, perRow];
const startup = Configuration.empty.withGroup(system, { level: 1 }).withRows(rows, [{ id: 1, level: 2 }]);

/** Log messages of a change from the startup configuration to another, oldest first. */
async function logged(running: Configuration): Promise<string[]> {
  const clock = new ManualClock();
  const log = new LogBuffer(new DeviceWallClock(clock, () => clock.now()));
  await logChanges(log, say('admin'), changesBetween(objects, startup, running));
  return log.entries().map(englishOf).reverse();
}

describe('the log', () => {
  test('says who changed what from what to what, and of a secret only that', async () => {
    expect(await logged(startup.withGroup(system, { level: 5, password: 'the-hash-of-one' }))).toEqual([
      'admin: System: Level: 1 → 5',
      'admin: System: Password changed',
    ]);
    expect(await logged(startup.withRow(rows, { id: 1, level: 3 }))).toEqual(['admin: Level of Row 1: 2 → 3']);
  });

  test('says nothing of rows that follow from others', async () => {
    const added = startup.withRow(rows, { id: 2, level: 0 });
    expect(await logged(added.withRows(perRow, [{ id: 2, level: 0 }]))).toEqual(await logged(added));
  });

  test('names sixteen changes of many, and how many more there are', async () => {
    const many = (count: number) =>
      logged(
        startup.withRows(rows, [
          { id: 1, level: 2 },
          ...Array.from({ length: count }, (_, at) => ({ id: at + 2, level: 0 })),
        ]),
      );
    expect(await many(16)).toHaveLength(16);
    const told = await many(18);
    expect(told).toHaveLength(17);
    expect(told.at(-1)).toBe('admin: and 2 more changes at the same time');
  });
});

describe('the history', () => {
  function history() {
    let running = startup;
    let saved = startup;
    const changes = new Changes(objects, () => ({ startup: saved, running }));
    return {
      change(next: Configuration, user: string, time: number) {
        atOnce(changes.record(changesBetween(objects, running, next), { user, time }));
        running = next;
      },
      /** Puts another configuration in force without a request. */
      takeBack(next: Configuration) {
        running = next;
      },
      save() {
        saved = running;
      },
      running: () => running,
      unsaved: () => changes.unsaved(),
      authors: () => changes.unsaved().map(({ user, time }) => [user, time]),
    };
  }

  test('knows who changed each value last, and when', () => {
    const { change, running, authors, unsaved } = history();
    expect(unsaved()).toEqual([]);
    change(startup.withGroup(system, { level: 5 }), 'first', 10);
    change(running().withRow(rows, { id: 1, level: 3 }), 'second', 20);
    expect(authors()).toEqual([
      ['second', 20],
      ['first', 10],
    ]);
    change(running().withGroup(system, { level: 6 }), 'third', 30);
    expect(authors()).toEqual([
      ['third', 30],
      ['second', 20],
    ]);
    change(running().withRow(rows, { id: 2, level: 0 }), 'fourth', 40);
    expect(authors()[2]).toEqual(['second', 20]);
    expect(authors()[0]).toEqual(['fourth', 40]);
  });

  test('tells rows, columns and objects apart', () => {
    const { change, running, authors } = history();
    change(startup.withRow(rows, { id: 2, level: 3 }).withRow(rows, { id: 3, level: 3 }), 'first', 10);
    change(running().withGroup(system, { level: 4 }), 'second', 20);
    change(running().withGroup(system, { password: 'the-hash-of-one' }), 'third', 30);
    change(running().withRow(rows, { id: 1, level: 9 }), 'fourth', 40);
    change(running().withoutRow(rows, { id: 2 }).withRow(rows, { id: 2, level: 5 }), 'fifth', 50);
    expect(authors().map(([user]) => user)).toEqual(['fourth', 'third', 'second', 'first', 'first']);
  });

  test('does not say of what is taken back that somebody did it who had saved it before', () => {
    const { change, save, takeBack, unsaved, authors } = history();
    change(startup.withGroup(system, { level: 5 }), 'first', 10);
    save();
    expect(unsaved()).toEqual([]);
    takeBack(startup);
    expect(authors()).toEqual([[undefined, undefined]]);
  });

  test('is worked out again only where something has changed', () => {
    const { change, save, unsaved } = history();
    change(startup.withGroup(system, { level: 5 }), 'first', 10);
    expect(unsaved()).toBe(unsaved());
    save();
    expect(unsaved()).toEqual([]);
  });

  test('forgets who changed what is saved', () => {
    const { change, save, running, authors, unsaved } = history();
    change(startup.withGroup(system, { level: 5 }), 'first', 10);
    unsaved();
    save();
    unsaved();
    change(startup.withGroup(system, { level: 5 }).withRow(rows, { id: 1, level: 3 }), 'second', 20);
    expect(authors()).toEqual([['second', 20]]);
    expect(running().group(system).level).toBe(5);
  });

  test('leaves out rows that follow from others', async () => {
    const { change, unsaved } = history();
    const added = startup.withRow(rows, { id: 2, level: 0 });
    change(added, 'first', 10);
    const count = unsaved().length;
    change(added.withRows(perRow, [{ id: 2, level: 0 }]), 'first', 20);
    expect(unsaved()).toHaveLength(count);
  });
});
