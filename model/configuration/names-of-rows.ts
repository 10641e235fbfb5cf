import { trunkNumber } from '../values/interface-index.ts';
import { type Message, type MessageValue, say } from '../values/message.ts';
import { formatNumberRanges } from '../values/port-list.ts';

/** Rows that their name distinguishes by one number, and the name of several of them. */
const several: ReadonlyMap<string, (numbers: MessageValue) => Message> = new Map([
  ['port {{port}}', (ports) => say('ports {{ports}}', { ports })],
  ['source port {{port}}', (ports) => say('source ports {{ports}}', { ports })],
  ['the PVID of port {{port}}', (ports) => say('the PVIDs of ports {{ports}}', { ports })],
  ['VLAN {{vlan}}', (vlans) => say('VLANs {{vlans}}', { vlans })],
]);

/** The number that distinguishes a row of this name from others of its kind; undefined if they have no common name. */
export function numberIn({ text, values = {} }: Message): number | undefined {
  const [number] = Object.values(values);
  return several.has(text) && typeof number === 'number' ? number : undefined;
}

/** Common name of rows whose names are like `first` and have these numbers: "ports 1-4, Trunk 1", "VLANs 10-20". */
export function nameTogether(first: Message, given: readonly number[]): Message {
  const numbers = given.toSorted((a, b) => a - b);
  const trunks = numbers.flatMap((number) => {
    const trunk = trunkNumber(number);
    return trunk === undefined ? [] : [say('Trunk {{trunk}}', { trunk })];
  });
  const [trunk] = trunks;
  if (numbers.length < 2) return trunk ?? first;
  const others = formatNumberRanges(numbers.filter((number) => trunkNumber(number) === undefined));
  return several.get(first.text)?.([...(others === '' ? [] : [others]), ...trunks]) ?? first;
}
