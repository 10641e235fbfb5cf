import { describe, expect, test } from 'vitest';
import { status } from '../schema/kinds/enumeration.ts';
import { integer } from '../schema/kinds/integer.ts';
import { group, oneForEach, table } from '../schema/object.ts';
import type { ChangedPlace, ToldChange } from '../schema/telling.ts';
import { say, wordsOf } from '../values/message.ts';
import { asWritten } from '../values/translate.ts';
import { changesBetween } from './change.ts';
import { Configuration } from './configuration.ts';
import { tellChanges, tellingChanges, wordsOfChanges } from './told-changes.ts';

const id = { id: integer({ label: 'Number', min: 1, max: 9999, access: 'create' }) };
const level = integer({ label: 'Level', min: 0, max: 9 });
const edge = status({ label: 'Edge' });
const ports = table('ports', {
  title: 'Port',
  index: id,
  columns: { level, edge },
  rows: { max: 99 },
  rowName: (row) => say('port {{port}}', { port: row.id }),
});
const queues = table('queues', { title: 'Queue', index: id, columns: { level }, rows: { max: 99 } });
const guests = table('guests', {
  title: 'Guests',
  index: id,
  columns: { level },
  rows: { max: 99, of: oneForEach(ports, { id: 'id' }) },
});
const system = group('system', { title: 'System', fields: { level } });
const doors = group('doors', { title: 'Doors', fields: { inner: status({ label: 'Inner' }), outer: edge }, tells });
const objects = [system, doors, ports, queues, guests];

/** Two doors that close together are one thing. */
function tells<C extends ChangedPlace>(changes: readonly C[]): ToldChange<C>[] {
  const closing = changes.filter(({ object, to }) => object.name === 'doors' && to === 2);
  return closing.length === 2 ? [{ what: say('Both doors close'), of: closing }] : [];
}

const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => ({ id: from + at }));
const before = Configuration.empty.withRows(ports, [...numbered(1, 10), { id: 5001 }, { id: 5002 }]);

function said(after: Configuration, from = before): string[] {
  return wordsOfChanges(changesBetween(objects, from, after), asWritten).map((line) =>
    line.to === '' ? line.what : `${line.what}: ${line.from} > ${line.to}`,
  );
}

function withLevels(levels: Readonly<Record<number, number>>): Configuration {
  return Object.entries(levels).reduce(
    (next, [port, value]) => next.withRow(ports, { id: Number(port), level: value }),
    before,
  );
}

describe('changes in words', () => {
  test('say once what is the same of several rows, and apart what is not', () => {
    expect(said(withLevels({ 1: 5, 2: 5, 3: 5, 7: 5, 4: 6 }))).toEqual([
      'Level of ports 1-3,7: 0 > 5',
      'Level of port 4: 0 > 6',
    ]);
    expect(said(withLevels({ 3: 5, 5001: 5, 5002: 5 }))).toEqual(['Level of ports 3, Trunk 1, Trunk 2: 0 > 5']);
    expect(said(withLevels({ 5002: 5 }))).toEqual(['Level of Trunk 2: 0 > 5']);
  });

  test('say what comes and goes together', () => {
    expect(said(before.withRow(ports, { id: 11 }).withRow(ports, { id: 12 }))).toEqual(['ports 11-12 added']);
    expect(said(before, before.withRow(ports, { id: 11 }))).toEqual(['port 11 removed']);
  });

  test('keep rows apart that have no name together', () => {
    expect(said(before.withRow(queues, { id: 1 }).withRow(queues, { id: 2 }))).toEqual([
      'Queue 1 added',
      'Queue 2 added',
    ]);
  });

  test('stand in the order of the changes', () => {
    const after = withLevels({ 1: 5, 3: 5 }).withRow(ports, { id: 2, edge: 1 }).withGroup(system, { level: 3 });
    expect(said(after)).toEqual([
      'System: Level: 0 > 3',
      'Level of ports 1,3: 0 > 5',
      'Edge of port 2: Disabled > Enabled',
    ]);
  });

  test('are the sentence that an object has for them, and their values where it has none', () => {
    const open = before.withGroup(doors, { inner: 1, outer: 1 });
    expect(said(before.withGroup(doors, { inner: 2, outer: 2 }), open)).toEqual(['Both doors close']);
    expect(said(before.withGroup(doors, { inner: 1, outer: 2 }), open)).toEqual(['Doors: Edge: Enabled > Disabled']);
  });

  test('know which changes each line is of', () => {
    const lines = tellChanges(changesBetween(objects, before, withLevels({ 1: 5, 2: 5, 4: 6 })));
    expect(lines.map(({ of }) => of.map(({ row }) => row?.id))).toEqual([[1, 2], [4]]);
  });

  test('are found in many short steps where there are thousands', () => {
    const changes = changesBetween(objects, before, before.withRows(queues, numbered(1, 4096)));
    const steps = tellingChanges(changes);
    let stops = 0;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) {
        expect(step.value).toEqual(tellChanges(changes));
        break;
      }
      stops += 1;
    }
    expect(stops).toBeGreaterThanOrEqual(8);
  });

  test('name no more rows in a step than fit into one, however many share a line', () => {
    let named = 0;
    const counted = table('counted', {
      title: 'Port',
      index: id,
      columns: { level },
      rows: { max: 9999 },
      rowName(row) {
        named += 1;
        return say('port {{port}}', { port: row.id });
      },
    });
    const changes = changesBetween([counted], before, before.withRows(counted, numbered(1, 4096)));
    const most: number[] = [];
    for (const _ of tellingChanges(changes)) {
      most.push(named);
      named = 0;
    }
    expect(Math.max(...most, named)).toBeLessThanOrEqual(512);
    expect(tellChanges(changes).map(({ what }) => wordsOf(what))).toEqual(['ports 1-4096 added']);
  });

  test('say nothing of rows that follow from others', () => {
    expect(said(before.withRow(ports, { id: 11 }).withRow(guests, { id: 11 }))).toEqual(['port 11 added']);
  });
});
