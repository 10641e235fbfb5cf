import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isRecord } from '../../model/values/json-record.ts';
import { features } from './features.ts';
import { fieldReference, openRpcText } from './reference.ts';

const folder = 'docs/reference';
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const document: unknown = JSON.parse(openRpcText);

describe('docs/reference', () => {
  test('is what the declarations say; otherwise run npm run reference', () => {
    const wanted = new Map([
      ['openrpc.json', openRpcText],
      ...fieldReference().map(({ name, text }) => [name, text] as const),
    ]);
    expect(
      readdirSync(folder)
        .filter((name) => name !== 'README.md')
        .sort(),
    ).toEqual([...wanted.keys()].sort());
    const stale = [...wanted].filter(([name, text]) => read(name) !== text).map(([name]) => name);
    expect(stale).toEqual([]);
  });

  test('stays small enough to be read', () => {
    expect(openRpcText.length).toBeLessThan(450_000);
    for (const { name, text } of fieldReference()) expect(text.length, name).toBeLessThan(120_000);
  });
});

/** Objects below a document, with where they are. */
function* recordsIn(json: unknown, path = '#'): Generator<readonly [string, Readonly<Record<string, unknown>>]> {
  if (Array.isArray(json)) for (const [at, one] of json.entries()) yield* recordsIn(one, `${path}/${at}`);
  if (!isRecord(json)) return;
  yield [path, json];
  for (const [name, one] of Object.entries(json)) yield* recordsIn(one, `${path}/${name}`);
}

test('every reference of the document leads somewhere, and every pattern is one', () => {
  const places = new Map(recordsIn(document));
  for (const [path, { $ref, pattern }] of places) {
    if (typeof $ref === 'string') expect(places.has($ref), path).toBe(true);
    if (typeof pattern === 'string') expect(() => new RegExp(pattern, 'u'), path).not.toThrow();
  }
});

test('every default and every named value of a field is one of its schema', () => {
  const schemas = Object(Object(document).components).schemas;
  for (const { objects } of features) {
    for (const object of objects) {
      for (const [name, field] of Object.entries(object.fields)) {
        const schema = schemas[object.name].properties[name];
        const place = `${object.name}.${name}`;
        if (schema.default === undefined || schema.default === '') continue;
        expect(fits(schema.default, schema), place).toBe(true);
        for (const { value } of field.limits.choices ?? []) expect(fits(value, schema), place).toBe(true);
      }
    }
  }
});

/** Whether a value is one of a schema, as far as those of fields go. */
function fits(value: unknown, schema: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(schema.oneOf)) return schema.oneOf.filter((one) => fits(value, one)).length === 1;
  if ('const' in schema) return schema.const === value;
  const { minimum = -Infinity, maximum = Infinity, minLength = 0, maxLength = Infinity, pattern, type } = schema;
  if (type === 'integer')
    return Number.isInteger(value) && Number(value) >= Number(minimum) && Number(value) <= Number(maximum);
  const text = String(value);
  const isLong = text.length >= Number(minLength) && text.length <= Number(maxLength);
  return typeof value === 'string' && isLong && (pattern === undefined || new RegExp(String(pattern), 'u').test(text));
}
