import { type ObjectDeclaration, rowKey, type TableObject } from '../schema/object.ts';
import { onceFor } from '../values/once-for.ts';
import { formatPortList, hasPort, NO_PORTS, type PortList, parsePortList, portsOf } from '../values/port-list.ts';
import type { Value, Values } from '../wire/call.ts';
import type { Configuration } from './configuration.ts';

/**
 * Equalizes the members of each trunk (`alikeInTrunk`). A change of one of them since `before` applies to all, that of
 * a former member first, then that of one which joins by the same change; otherwise they have the values of the
 * lowest-numbered one, which ports that join thus get. A configuration without such changes is returned as it is. Costs
 * time in proportion to the trunks' members and the rows that list ports.
 */
export function withMembersAlike(
  objects: readonly ObjectDeclaration[],
  configuration: Configuration,
  before?: Configuration,
): Configuration {
  const trunks = trunksOf(objects, configuration);
  if (trunks.length === 0) return configuration;
  const former = before ? trunksOf(objects, before) : [];
  const sameTrunks = before !== undefined && trunks.join() === former.join();
  let next = configuration;
  for (const object of objects) {
    if (object.shape !== 'table' || !object.alikeInTrunk) continue;
    if (sameTrunks && before.part(object) === configuration.part(object)) continue;
    for (const members of trunks) {
      const stayed = former.reduce((all, each) => (each & members ? all | (each & members) : all), NO_PORTS);
      next = withRowsAlike(object, next, before, portsOf(members), stayed);
      next = withListsAlike(object, next, before, members, stayed);
    }
  }
  return next;
}

const namingTrunks = onceFor((objects: readonly ObjectDeclaration[]) =>
  objects.flatMap((object) => (object.shape === 'table' && object.trunk ? [{ object, trunk: object.trunk }] : [])),
);

function trunksOf(objects: readonly ObjectDeclaration[], configuration: Configuration): PortList[] {
  return namingTrunks(objects).flatMap(({ object, trunk }) => {
    const rows: Iterable<Values> = configuration.rowMap(object).values();
    return [...rows]
      .filter((row) => trunk.isInUse(row))
      .map((row) => parsePortList(String(row[trunk.members])) ?? NO_PORTS)
      .filter((members) => members !== NO_PORTS);
  });
}

/** @param stayed are members that were members of a trunk before: a change of theirs counts first. */
function withRowsAlike(
  object: TableObject,
  configuration: Configuration,
  before: Configuration | undefined,
  members: readonly number[],
  stayed: PortList,
): Configuration {
  const { columns = [], port: named } = object.alikeInTrunk ?? {};
  const port = named ?? Object.keys(object.index)[0];
  if (columns.length === 0 || port === undefined) return configuration;
  const rows: ReadonlyMap<string, Values> = configuration.rowMap(object);
  const former: ReadonlyMap<string, Values> | undefined = before?.rowMap(object);
  let next = configuration;
  for (const first of rows.values()) {
    if (first[port] !== members[0]) continue;
    const alike = members.flatMap((member) => {
      const key = rowKey(object, { ...first, [port]: member });
      const row = rows.get(key);
      return row ? [{ row, was: former?.get(key), isJoining: !hasPort(stayed, member) }] : [];
    });
    const staying = alike.filter(({ isJoining }) => !isJoining);
    const inTurn = [...staying, ...alike.filter(({ isJoining }) => isJoining)];
    const values: Record<string, Value> = {};
    for (const column of columns) {
      const changed = inTurn.find(({ row, was }) => was && was[column] !== row[column])?.row;
      const value = (changed ?? first)[column];
      if (value !== undefined) values[column] = value;
    }
    for (const { row } of alike) next = next.withRow(object, { ...row, ...values });
  }
  return next;
}

function withListsAlike(
  object: TableObject,
  configuration: Configuration,
  before: Configuration | undefined,
  members: PortList,
  stayed: PortList,
): Configuration {
  const { lists = [] } = object.alikeInTrunk ?? {};
  if (lists.length === 0) return configuration;
  const rows: ReadonlyMap<string, Values> = configuration.rowMap(object);
  const former: ReadonlyMap<string, Values> | undefined = before?.rowMap(object);
  const lowest = members & -members;
  const changedRows = new Map<string, Values>();
  for (const [key, row] of rows) {
    const was = former?.get(key);
    // Equal values in the same trunks are still equal.
    if (was === row && members === stayed) continue;
    const values: Record<string, Value> = {};
    for (const list of lists) {
      const ports = parsePortList(String(row[list])) ?? NO_PORTS;
      // A row that is made has held no port before.
      const held = before && ((was && parsePortList(String(was[list]))) ?? NO_PORTS);
      const changed = held === undefined ? NO_PORTS : (ports ^ held) & members;
      const [first = lowest] = [changed & stayed, changed].filter((each) => each !== NO_PORTS);
      const decisive = first & -first;
      const alike = (ports & decisive) === NO_PORTS ? ports & ~members : ports | members;
      if (alike !== ports) values[list] = formatPortList(alike);
    }
    if (Object.keys(values).length > 0) changedRows.set(key, { ...row, ...values });
  }
  if (changedRows.size === 0) return configuration;
  return configuration.withRows(object, [...new Map<string, Values>([...rows, ...changedRows]).values()]);
}
