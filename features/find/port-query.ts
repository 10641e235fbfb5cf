import { parsePortList, portsOf } from '../../model/values/port-list.ts';

/** The ports that a query names by a list or a range: "5-8", "ports 5-8,12"; undefined if it names none or one alone. */
export function portRange(query: string, ports: readonly number[]): readonly number[] | undefined {
  const [, text] = /^(?:ports?\s*)?(\d[\d\s,-]*)$/i.exec(query) ?? [];
  const list = text === undefined ? undefined : parsePortList(text.replaceAll(/\s/g, '').replace(/[,-]$/, ''));
  if (list === undefined) return undefined;
  const named = portsOf(list);
  return named.length > 1 && named.every((port) => ports.includes(port)) ? named : undefined;
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

/** Ways of writing the beginning of a MAC address: "00:11:2", "00-11-22", "0011.22", and six digits or more without a mark. */
const macBeginnings =
  /^(?:[0-9a-f]{2}(?:[:-][0-9a-f]{2})*[:-][0-9a-f]{0,2}|[0-9a-f]{4}(?:\.[0-9a-f]{4})?\.[0-9a-f]{0,4}|[0-9a-f]{6,12})$/i;

/** The beginning of a MAC address that a query is, in canonical form ("00-11-2"); undefined if it is none. */
export function macBeginning(query: string): string | undefined {
  const digits = query.replaceAll(/[:.-]/g, '').toUpperCase();
  // Two numbers with a dash between them are a range of ports.
  if (!macBeginnings.test(query) || digits.length > 12 || /^\d{1,2}-\d{0,2}$/.test(query)) return undefined;
  return digits.match(/.{1,2}/g)?.join('-');
}
