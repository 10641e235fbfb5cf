import { expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { dot1qVlanStaticEntry } from '../../features/network/vlan/static-vlan-objects.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { Value, Values } from '../../model/wire/call.ts';
import type { Request } from '../management.ts';
import type { Language } from './language.ts';
import { isListed, menuOf } from './menu.ts';
import { parse } from './parse.ts';
import { requestLines } from './request-lines.ts';
import { tokensOf } from './tokens.ts';

const all = features.flatMap((feature) => feature.objects);
const objects = new Map(all.map((object) => [object.name, object]));
const language: Language = { menu: menuOf(all), objects, verbs: [], rowsOf: () => [] };

/** What a line asks for. */
function requestsOf(line: string) {
  const parsed = parse(tokensOf(line).tokens, language);
  if (parsed.kind !== 'command') throw new Error(`${line}: ${parsed.message}`);
  if (parsed.command.kind !== 'change') throw new Error(`${line} changes nothing`);
  return parsed.command.requests.map(({ kind, object, values }) => ({ kind, object: object.name, values }));
}

/** A value of the field that reads back as itself. */
function readableValue(field: Field): Value | undefined {
  const candidates: Value[] = [field.default, field.limits.min ?? 1, 1, '1', 'a', '192.0.2.1', '02-00-00-00-00-01'];
  return candidates.find((candidate) => {
    const reading = field.read(candidate);
    return reading.ok && reading.value === candidate && candidate !== '';
  });
}

function* settings(object: ObjectDeclaration): Generator<Request> {
  const index = object.shape === 'table' ? Object.entries<Field>(object.index) : [];
  const named: Record<string, Value> = {};
  for (const [name, field] of index) {
    const value = readableValue(field);
    if (value === undefined) return;
    named[name] = value;
  }
  for (const [name, field] of Object.entries<Field>(object.fields)) {
    const value = field.access === 'rw' && !Object.hasOwn(named, name) ? readableValue(field) : undefined;
    if (value !== undefined) yield { kind: 'set', object, values: { ...named, [name]: value } as Values };
  }
}

test('a change of any setting is a line that asks for the same', () => {
  let count = 0;
  for (const object of all.filter(isListed)) {
    for (const request of settings(object)) {
      const [line = ''] = requestLines(objects, [request]) ?? [];
      expect(requestsOf(line), line).toEqual([{ kind: 'set', object: object.name, values: request.values }]);
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(400);
});

test('rows come and go by lines, several changes as one', () => {
  const values = { dot1qVlanIndex: 20, dot1qVlanStaticName: 'Cameras' };
  const object = dot1qVlanStaticEntry;
  expect(requestLines(objects, [{ kind: 'create', object, values }])).toEqual([
    'add network vlan tagged vlan 20 vlan-name Cameras',
  ]);
  expect(
    requestLines(objects, [
      { kind: 'destroy', object, values: { dot1qVlanIndex: 30 } },
      { kind: 'deleteAll', object, values: {} },
    ]),
  ).toEqual(['begin', 'delete network vlan tagged vlan 30', 'delete network vlan tagged vlan all', 'apply']);
  expect(requestsOf('delete network vlan tagged vlan all')).toEqual([
    { kind: 'deleteAll', object: 'dot1qVlanStaticEntry', values: {} },
  ]);
});
