import { parsePortList, portsOf } from '../../model/values/port-list.ts';

/** The ports that a query names by a list or a range: "5-8", "ports 5-8,12"; undefined if it names none or one alone. */
export function portRange(query: string, ports: readonly number[]): readonly number[] | undefined {
  const [, text] = /^(?:ports?\s*)?(\d[\d\s,-]*)$/i.exec(query) ?? [];
  const list = text === undefined ? undefined : parsePortList(text.replaceAll(/\s/g, '').replace(/[,-]$/, ''));
  if (list === undefined) return undefined;
  const named = portsOf(list);
  return named.length > 1 && named.every((port) => ports.includes(port)) ? named : undefined;
}

/** What a query asks for at some ports: "storm control 1-24", "mirror port 9", "trunk 11,13"; undefined if it names no ports. */
export function wordsWithPorts(
  query: string,
  ports: readonly number[],
): { readonly words: string; readonly ports: readonly number[] } | undefined {
  const [, words = '', text = ''] = /^(.*\p{L}\S*)\s+(\d[\d\s,-]*)$/u.exec(query) ?? [];
  const subject = words.replace(/(?:^|\s+)ports?$/i, '');
  const list = parsePortList(text.replaceAll(/\s/g, '').replace(/[,-]$/, ''));
  if (list === undefined || subject === '' || /^vlans?$/i.test(subject)) return undefined;
  const named = portsOf(list);
  return named.length > 0 && named.every((port) => ports.includes(port)) ? { words: subject, ports: named } : undefined;
}

/** The VLAN that a query names: "vlan 20", "vlan20"; undefined if it names none. */
export function vlanNumber(query: string): number | undefined {
  const [, digits] = /^vlan\s*(\d{1,4})$/i.exec(query) ?? [];
  const vlan = Number(digits);
  return vlan >= 1 && vlan <= 4094 ? vlan : undefined;
}

/** The part of a VLAN's name that a query looks for: "vlan office"; undefined if it looks for none. */
export function vlanName(query: string): string | undefined {
  return /^vlan\s+(\D.*)$/i.exec(query)?.[1];
}
