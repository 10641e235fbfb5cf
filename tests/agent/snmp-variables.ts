import { mibValueOf, syntaxOf } from '../../model/mib/column.ts';
import { columnOid, instanceOf, rowStatusOid } from '../../model/mib/instance.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { arcsOf } from '../../protocols/snmp/oid-order.ts';
import type { SnmpValue } from '../../protocols/snmp/pdu.ts';
import { integer } from '../../protocols/snmp/testing.ts';

/** What a CommonSet sets. */
export type TemplateValues = Readonly<Record<string, string | number>> & { readonly Template: string };

/** For tests: the variables by which an SNMP manager sets what a CommonSet sets. */
export function variablesOf(
  objects: readonly ObjectDeclaration[],
  { Template, ...values }: TemplateValues,
): Record<string, SnmpValue> {
  const object = objects.find(({ name }) => name === Template);
  if (!object) throw new Error(`no ${Template}`);
  const instance = instanceOf(object, values).join('.');
  const variables: Record<string, SnmpValue> = {};
  for (const [column, value] of Object.entries(values)) {
    const field = object.fields[column];
    if (column === 'RowStatus' && object.shape === 'table') {
      variables[`${rowStatusOid(object)}.${instance}`] = integer(Number(value));
    } else if (field && !(object.shape === 'table' && column in object.index)) {
      const { type } = syntaxOf(field);
      const inMib = mibValueOf(field, value);
      const variable = { type, value: type === 'ObjectIdentifier' ? arcsOf(String(inMib)) : inMib };
      variables[`${columnOid(object, column)}.${instance}`] = variable as SnmpValue;
    }
  }
  return variables;
}
