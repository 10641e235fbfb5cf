import { describe, expect, test } from 'vitest';
import { integer } from '../../model/schema/kinds/integer.ts';
import { secret } from '../../model/schema/kinds/secret.ts';
import { group, type ObjectDeclaration, table } from '../../model/schema/object.ts';
import { wordsOf } from '../../model/values/message.ts';
import type { ObjectCall, Values } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Refusal } from '../refusal.ts';
import { configuredColumns, indexColumns, objectOf, readQuery, readRequest } from './read-request.ts';

const number = (label: string, access?: 'ro' | 'action' | 'create') =>
  integer({ label, min: 1, max: 99, ...(access && { access }) });
const system = group('system', {
  title: 'System',
  fields: {
    level: number('Level'),
    uptime: number('Uptime', 'ro'),
    go: number('Go', 'action'),
    password: secret({ label: 'Password', minLength: 8, maxLength: 32 }),
  },
});
const links = table('links', {
  title: 'Link',
  index: { id: number('Number', 'create'), port: number('Port', 'create') },
  columns: { cost: number('Cost'), seen: number('Seen', 'ro'), kind: number('Kind', 'create') },
  rows: { max: 3 },
});
const objects = new Map<string, ObjectDeclaration>([
  ['system', system],
  ['links', links],
]);

const call = (method: ObjectCall['method'], Template: string, values: Values = {}): ObjectCall => ({
  method,
  params: { ...values, Template },
});
const read = (template: string, values: Values) => readRequest(objects, call('CommonSet', template, values));

/** The refusal of a reader: its code, words and place. */
function refusalOf(read: () => unknown) {
  try {
    read();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, words: wordsOf(error.said), ...error.place };
    throw error;
  }
  return undefined;
}

describe('a request', () => {
  test('is for an object that there is, whose name is not told back at full length', () => {
    expect(objectOf(objects, 'links')).toBe(links);
    expect(refusalOf(() => objectOf(objects, 'x'.repeat(100)))).toEqual({
      code: ErrorCode.noSuchName,
      words: `There is no object "${'x'.repeat(64)}".`,
    });
  });

  test('sets the columns that are given, as their fields read them, and what the call reserves is none', () => {
    const reserved = { Force: 1, DryRun: 1, WebAuthenRequestState: 'x' };
    expect(read('system', { ...reserved, level: '7', go: 1, password: 'long-enough' })).toEqual({
      kind: 'set',
      object: system,
      values: { level: 7, go: 1, password: 'long-enough' },
    });
    expect(read('links', { id: '1', port: 2, cost: 3 })).toMatchObject({
      kind: 'set',
      values: { id: 1, port: 2, cost: 3 },
    });
  });

  test('creates and deletes rows by RowStatus, and all by CommonDelAll', () => {
    expect(read('links', { id: 1, port: 2, kind: 3, RowStatus: 4 })).toEqual({
      kind: 'create',
      object: links,
      values: { id: 1, port: 2, kind: 3 },
    });
    expect(read('links', { id: 1, port: 2, RowStatus: '6' }).kind).toBe('destroy');
    expect(readRequest(objects, call('CommonDelAll', 'links', { id: 1, nothing: 2 }))).toEqual({
      kind: 'deleteAll',
      object: links,
      values: {},
    });
  });

  test('may send along what only a creation sets', () => {
    expect(read('links', { id: 1, port: 2, kind: 3 }).values).toEqual({ id: 1, port: 2, kind: 3 });
  });

  const row = { id: 1, port: 2 };
  test.each<[string, Values, object]>([
    [
      'system',
      { RowStatus: 4 },
      {
        code: ErrorCode.wrongValue,
        words: 'System has no rows, so RowStatus cannot be set.',
        object: 'system',
      },
    ],
    [
      'links',
      { ...row, RowStatus: 5 },
      { code: ErrorCode.wrongValue, words: 'RowStatus must be 4 (create) or 6 (delete).', object: 'links' },
    ],
    [
      'links',
      { ...row, colour: 1 },
      { code: ErrorCode.noSuchName, words: 'Link has no column "colour".', object: 'links', row },
    ],
    [
      'links',
      { ...row, toString: 1 },
      { code: ErrorCode.noSuchName, words: 'Link has no column "toString".', object: 'links', row },
    ],
    [
      'links',
      { ...row, seen: 1 },
      { code: ErrorCode.notWritable, words: 'Seen is read only.', object: 'links', row, column: 'seen' },
    ],
    [
      'system',
      { uptime: 1 },
      { code: ErrorCode.notWritable, words: 'Uptime is read only.', object: 'system', column: 'uptime' },
    ],
    ['links', { ...row, cost: 100 }, { code: ErrorCode.wrongValue, object: 'links', row, column: 'cost' }],
    ['links', { id: 1, port: 100 }, { code: ErrorCode.wrongValue, object: 'links', row: { id: 1 }, column: 'port' }],
    [
      'links',
      { id: 1, cost: 3 },
      {
        code: ErrorCode.wrongValue,
        words: 'Port is missing: it names the row.',
        object: 'links',
        row: { id: 1 },
        column: 'port',
      },
    ],
  ])('for %s with %o is refused, and said where', (template, values, refusal) => {
    expect(refusalOf(() => read(template, values))).toMatchObject(refusal);
  });
});

describe('a query', () => {
  const query = (object: typeof system | typeof links, values: Values) =>
    readQuery(object, { ...values, Template: object.name });

  test('names index columns of a table, any of them', () => {
    expect(query(links, {})).toEqual({});
    expect(query(links, { port: '2', WebAuthenRequestState: 'x' })).toEqual({ port: 2 });
    expect(query(system, { WebAuthenRequestState: 'x' })).toEqual({});
  });

  test('names nothing else, and nothing that cannot be', () => {
    const refused = (object: typeof system | typeof links, values: Values) => refusalOf(() => query(object, values));
    expect(refused(links, { cost: 3 })).toMatchObject({
      code: ErrorCode.noSuchName,
      words: 'Link has no column "cost".',
    });
    expect(refused(system, { level: 3 })).toMatchObject({ words: 'System has no column "level".' });
    expect(refused(links, { id: 100 })).toMatchObject({ code: ErrorCode.wrongValue, column: 'id' });
  });
});

test('columns are told apart: those that name the row, and those that are configured', () => {
  const values = { id: 1, port: 2, cost: 3, seen: 4, kind: 5, colour: 6 };
  expect(indexColumns(links, values)).toEqual({ id: 1, port: 2 });
  expect(configuredColumns(links, values)).toEqual({ cost: 3, kind: 5 });
  expect(indexColumns(system, { id: 1 })).toEqual({});
  expect(configuredColumns(system, { level: 1, uptime: 2, go: 3, password: 'x' })).toEqual({ level: 1, password: 'x' });
});
