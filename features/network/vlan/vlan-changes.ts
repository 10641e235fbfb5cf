import { type Change, type ChangeWords, changesBetween, describeChange } from '../../../model/configuration/change.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { formatPortList, portListOf } from '../../../model/values/port-list.ts';
import type { Translate } from '../../../model/values/translate.ts';
import type { ObjectCall, Value } from '../../../model/wire/call.ts';
import { dot1qPortVlanEntry, dot1qVlanStaticEntry } from './objects.ts';

/** What goes along with drawing one VLAN: changes of other VLANs and of ports. */
export interface AlongWith {
  readonly calls: readonly ObjectCall[];
  readonly changes: readonly ChangeWords[];
}

/** Everything but VLAN `vlan` itself that differs between two states of the VLANs and ports. */
export function alongWith(vlan: number, before: Configuration, after: Configuration, t: Translate): AlongWith {
  const changes = changesBetween([dot1qVlanStaticEntry, dot1qPortVlanEntry], before, after).filter(
    ({ object, row }) => object !== dot1qVlanStaticEntry || row?.dot1qVlanIndex !== vlan,
  );
  const others = changes.filter(({ object }) => object === dot1qVlanStaticEntry);
  return {
    calls: callsOf(changes),
    changes: [...others.map((change) => describeChange(change, t)), ...pvidWords(changes, t)],
  };
}

/** One call a row, with the columns that changed. */
function callsOf(changes: readonly Change[]): ObjectCall[] {
  const calls = new Map<unknown, Record<string, Value> & { readonly Template: string }>();
  for (const { object, row, column, to } of changes) {
    if (object.shape !== 'table' || !row || column === undefined || to === undefined) continue;
    const index = Object.fromEntries(Object.keys(object.index).map((name) => [name, row[name] ?? '']));
    const params = calls.get(row) ?? { Template: object.name, ...index };
    calls.set(row, { ...params, [column]: to });
  }
  return [...calls.values()].map((params) => ({ method: 'CommonSet', params }));
}

/** Ports whose PVID changes alike share a line. */
function pvidWords(changes: readonly Change[], t: Translate): ChangeWords[] {
  const alike = new Map<string, { readonly from: string; readonly to: string; readonly ports: number[] }>();
  for (const { object, row, from, to } of changes) {
    if (object !== dot1qPortVlanEntry) continue;
    const key = `${from} ${to}`;
    const group = alike.get(key) ?? { from: String(from), to: String(to), ports: [] };
    group.ports.push(Number(row?.dot1dBasePort));
    alike.set(key, group);
  }
  return [...alike.values()].map(({ from, to, ports }) => {
    const list = formatPortList(portListOf(ports));
    const what =
      ports.length === 1 ? t('PVID of port {{ports}}', { ports: list }) : t('PVID of ports {{ports}}', { ports: list });
    return { what, from, to };
  });
}
