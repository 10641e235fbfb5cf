import type { Random } from '../../datapath/virtual/scenario/random.ts';
import type { Request } from '../../device/management.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Field } from '../../model/schema/field.ts';
import { isConfigured, type ObjectDeclaration, type TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { declaredValue } from '../declared-values.ts';
import { ADMINISTRATOR } from './test-agent.ts';

/** The address of the switch as it is delivered. */
export const SWITCH = '192.168.10.200';
/** The address of the administrator's station. */
export const CLIENT = '192.168.10.9';

/** What concerns the administrator, wherever it fits. */
const aimed = [
  ...[ADMINISTRATOR.clientMac, 'FF-FF-FF-FF-FF-FF', '01-00-00-00-00-00', '00-00-00-00-00-00'],
  ...[CLIENT, SWITCH, '192.168.10.0', '255.255.255.0', '255.255.255.255', '192.168.10.0/24', '0.0.0.0'],
  ...['1', '2-10', 'FFF', '0800', '0806'],
  ...[1, 20, 0, 10],
];

/** One of them. Throws where there is none. */
export function pick<T>(from: readonly T[], random: Random): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

function settingOf(field: Field, random: Random) {
  if (field.limits.choices) return declaredValue(field, Math.floor(random() * 1_000));
  if (random() < 0.85) {
    const fitting = aimed.flatMap((candidate) => {
      const reading = field.read(candidate);
      return reading.ok ? [reading.value] : [];
    });
    if (fitting.length > 0) return pick(fitting, random);
  }
  const { min, max } = field.limits;
  const bounds = random() < 0.5 ? [min, max].filter((bound) => bound !== undefined) : [];
  for (const bound of bounds.toSorted(() => random() - 0.5)) {
    const reading = field.read(bound);
    if (reading.ok) return reading.value;
  }
  return declaredValue(field, Math.floor(random() * 1_000));
}

function someOf(object: ObjectDeclaration, random: Random): Values {
  const settable = Object.entries(object.fields as Record<string, Field>).filter(
    ([column, field]) => isConfigured(field) && !(object.shape === 'table' && column in object.index),
  );
  const count = Math.min(settable.length, random() < 0.7 ? 1 : 1 + Math.floor(random() * 4));
  const chosen = Array.from({ length: count }, () => pick(settable, random));
  return Object.fromEntries(chosen.map(([column, field]) => [column, settingOf(field, random)]));
}

const indexOf = (table: TableObject, row: Values): Values =>
  Object.fromEntries(Object.keys(table.index).map((column) => [column, row[column] ?? '']));

function newIndex(table: TableObject, random: Random): Values {
  const fields = Object.entries(table.index as Record<string, Field>);
  return Object.fromEntries(fields.map(([column, field]) => [column, settingOf(field, random)]));
}

/** One request, as a page might send it where this configuration is in force. Values are taken by their fields; rules may refuse it. */
export function someRequest(object: ObjectDeclaration, configuration: Configuration, random: Random): Request {
  const values = someOf(object, random);
  if (object.shape === 'group') return { kind: 'set', object, values };
  const rows = configuration.rows(object) as readonly Values[];
  const dice = random();
  if (!object.rows.fixed && !object.rows.of && (rows.length === 0 || dice < 0.5))
    return { kind: 'create', object, values: { ...newIndex(object, random), ...values } };
  if (rows.length === 0) return { kind: 'set', object, values };
  // The first row is most often that of the administrator's port, VLAN or address.
  const row = dice < 0.8 ? rows[0] : pick(rows, random);
  const index = indexOf(object, row ?? {});
  if (!object.rows.fixed && !object.rows.of && random() < 0.2) return { kind: 'destroy', object, values: index };
  return { kind: 'set', object, values: { ...index, ...values } };
}
