import type { Field } from '../../model/schema/field.ts';
import { indexOf, isConfigured, type ObjectDeclaration } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from '../agent/agent-client.ts';
import { type TemplateValues, variablesOf } from '../agent/snmp-variables.ts';
import { expect } from './console.ts';

const COMMUNITY = 'walker';

/** Makes the switch answer managers. */
export async function openToManagers(device: AgentClient): Promise<void> {
  const community = { RowStatus: 4, snmpCommunityIndex: '1', snmpCommunityName: COMMUNITY };
  expect((await device.set('snmpCommunityEntry', community)).error.code).toBe(0);
  expect((await device.set('snmpAgentCtrl', { snmpAgentState: 1 })).error.code).toBe(0);
}

/** A manager of a switch that answers them. */
export async function managerOf(device: AgentClient): Promise<TestManager> {
  const place = async () => String(Object(await device.read('snmpAgentCtrl')).snmpListening);
  await expect.poll(place).toMatch(/:\d+$/);
  return new TestManager(Number((await place()).split(':').at(-1)), COMMUNITY);
}

/** What is configured of a row or of a group's values, its index among it. */
export function configuredOf(object: ObjectDeclaration, values: Values = {}): Values {
  const columns = Object.entries(object.fields) as [string, Field][];
  const isKept = ([name, field]: [string, Field]) => isConfigured(field) && values[name] !== undefined;
  return Object.fromEntries(columns.filter(isKept).map(([name]) => [name, values[name]])) as Values;
}

/** What a manager reads of these values, and what it reads where they are what the switch has; by the names of the variables. */
export async function readBySnmp(
  manager: TestManager,
  objects: readonly ObjectDeclaration[],
  object: ObjectDeclaration,
  values: Values,
) {
  const columns = Object.entries(values).filter(([column]) => {
    const { isNotAccessible, isServedElsewhere } = object.fields[column]?.mib ?? {};
    // What a standard table serves has the index of that table.
    return !isNotAccessible && !isServedElsewhere;
  });
  const isAdded = object.shape === 'table' && !object.rows.fixed && !object.rows.of;
  const row = object.shape === 'table' ? { ...(isAdded && { RowStatus: 1 }), ...indexOf(object, values) } : {};
  const asked = { Template: object.name, ...row, ...Object.fromEntries(columns) };
  const expected = variablesOf(objects, asked as TemplateValues);
  const names = Object.keys(expected);
  const read = await manager.get(...names);
  return { expected, read: Object.fromEntries(names.map((name, at) => [name, read[at]])) };
}
