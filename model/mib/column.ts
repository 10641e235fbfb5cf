import { type Field, type Reading, refuse } from '../schema/field.ts';
import type { MibSyntax, MibValue } from '../smi/syntax.ts';
import { say } from '../values/message.ts';
import type { Value, Values } from '../wire/call.ts';

/** The syntax that a field has in a MIB: its column's own, else that of its kind. */
export function syntaxOf(field: Field): MibSyntax {
  return field.mib?.syntax ?? field.syntax;
}

/** Value of a column in a row, with its type; undefined if the row has none. */
export type InstanceReader = (
  row: Values,
) => { readonly type: MibSyntax['type']; readonly value: MibValue } | undefined;

/** Reads a column of rows: what follows from the field is looked up once, and not for each of thousands of rows. */
export function instanceReader(field: Field, column: string): InstanceReader {
  const { none, syntaxIn, values } = field.mib ?? {};
  const { type, encode } = syntaxOf(field);
  const isCounter = field.kind === 'counter64';
  const isSecret = isWriteOnly(field);
  return (row) => {
    const value = row[column];
    if (value === undefined || value === none || (isCounter && value === '')) return undefined;
    const inRow = syntaxIn?.(row);
    if (inRow) return { type: inRow.type, value: inRow.encode(value) };
    if (isSecret) return { type, value: encode('') };
    return { type, value: encode(values === undefined ? value : (values[Number(value)] ?? value)) };
  };
}

function isWriteOnly(field: Field): boolean {
  return field.access === 'wo' || field.mib?.isWriteOnly === true;
}

/** A canonical value of a field as its MIB column holds it; what is write-only reads as nothing. */
export function mibValueOf(field: Field, value: Value): MibValue {
  if (isWriteOnly(field)) return syntaxOf(field).encode('');
  return syntaxOf(field).encode(field.mib?.values?.[Number(value)] ?? value);
}

/** Reads what a manager sets a column to, as the field would read it from anywhere else. */
export function readMibValue(field: Field, value: MibValue): Reading {
  const decoded = syntaxOf(field).decode(value);
  const own = ownValue(field, decoded);
  return own === undefined
    ? refuse(say('{{label}} has an invalid format.', { label: say(field.label) }))
    : field.read(own);
}

/** The field's own value for a value of the MIB; undefined where the field has none for it. */
function ownValue({ mib }: Field, decoded: Value | undefined): Value | undefined {
  if (!mib?.values) return decoded;
  const pair = Object.entries(mib.values).find(([, theirs]) => theirs === decoded);
  return pair && Number(pair[0]);
}
