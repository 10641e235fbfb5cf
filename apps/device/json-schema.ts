import { columnOid } from '../../model/mib/instance.ts';
import type { Field } from '../../model/schema/field.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';

/** A JSON Schema (draft 2020-12), as far as objects need it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Fields whose values are numbers on the wire; those of all other kinds are text. */
const numeric: ReadonlySet<string> = new Set([
  'enumeration',
  'gauge',
  'integer',
  'port',
  'status',
  'ticks',
  'truth',
  'vlanId',
]);

/** An object's values as a call gives or takes them: a group, or a row of a table. */
export function schemaOfObject(object: ObjectDeclaration): JsonSchema {
  const index = object.shape === 'table' ? Object.keys(object.index) : [];
  return {
    title: object.title,
    ...(object.help !== undefined && { description: object.help }),
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(object.fields).map(([name, field]) => [name, schemaOfField(field, columnOid(object, name))]),
    ),
    ...(index.length > 0 && { required: index }),
    'x-shape': object.shape,
    ...(object.page !== undefined && { 'x-page': object.page }),
    ...(index.length > 0 && { 'x-index': index }),
    ...(object.shape === 'table' && typeof object.rows.max === 'number' && { 'x-rows': object.rows.max }),
    ...(object.shape === 'table' && object.rows.fixed && { 'x-fixed-rows': true }),
  };
}

/** A field's values: limits, default and access; what JSON Schema has no word for begins with "x-". */
function schemaOfField(field: Field, oid: string | undefined): JsonSchema {
  const { label, help, unit, access } = field;
  return {
    title: label,
    ...(help !== undefined && { description: help }),
    ...valuesOf(field),
    ...(access !== 'ro' && access !== 'action' && { default: field.default }),
    ...(access === 'ro' && { readOnly: true }),
    ...((access === 'wo' || access === 'action') && { writeOnly: true }),
    ...(access === 'create' && { 'x-only-when-created': true }),
    ...(access === 'action' && { 'x-action': true }),
    ...(unit !== undefined && { 'x-unit': unit }),
    ...(oid !== undefined && { 'x-oid': oid }),
    ...(field.references && { 'x-references': field.references.table.name }),
  };
}

function valuesOf(field: Field): JsonSchema {
  const { min, max, fixed = [], step, minLength, maxLength, choices, characters } = field.limits;
  if (choices) return { oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) };
  if (numeric.has(field.kind)) {
    const range = {
      type: 'integer',
      ...(min !== undefined && { minimum: min }),
      ...(max !== undefined && { maximum: max }),
    };
    const beside = fixed.filter((value) => min === undefined || max === undefined || value < min || value > max);
    const stepped = step === undefined || step === 1 ? range : { ...range, multipleOf: step };
    return beside.length === 0 ? stepped : { oneOf: [stepped, ...beside.map((value) => ({ const: value }))] };
  }
  return {
    type: 'string',
    ...(minLength !== undefined && minLength > 0 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(characters &&
      !characters.flags.includes('v') &&
      field.kind === 'text' && { pattern: `^(?:${characters.source})*$` }),
    ...(field.kind !== 'text' && { 'x-kind': field.kind }),
  };
}
