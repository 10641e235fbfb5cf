import { type ChangeWords, describeChange } from '../../../model/configuration/change.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { formatPortList, NO_PORTS, type PortList, parsePortList } from '../../../model/values/port-list.ts';
import type { Translate } from '../../../model/values/translate.ts';
import type { ObjectCall } from '../../../model/wire/call.ts';
import { privateVlanPortEntry } from './objects.ts';

type SourcePort = RowOf<typeof privateVlanPortEntry>;

/** For each source port the ports it may reach. */
export type ForwardingMasks = ReadonlyMap<number, PortList>;

/** The masks as the device has them. */
export function masksOf(rows: readonly SourcePort[]): ForwardingMasks {
  return new Map(
    rows.map((row) => [row.privateVlanSourcePort, parsePortList(row.privateVlanForwardPorts) ?? NO_PORTS]),
  );
}

/** The calls and the words of going from the device's masks to those drawn. */
export function maskChanges(rows: readonly SourcePort[], drawn: ForwardingMasks, t: Translate) {
  const calls: ObjectCall[] = [];
  const words: ChangeWords[] = [];
  for (const { privateVlanSourcePort: port, privateVlanForwardPorts: from } of rows) {
    const to = formatPortList(drawn.get(port) ?? parsePortList(from) ?? NO_PORTS);
    if (to === from) continue;
    const row = { privateVlanSourcePort: port, privateVlanForwardPorts: to };
    calls.push({ method: 'CommonSet', params: { Template: privateVlanPortEntry.name, ...row } });
    const change = {
      object: privateVlanPortEntry,
      kind: 'value',
      row,
      column: 'privateVlanForwardPorts',
      from,
      to,
    } as const;
    words.push(describeChange(change, t));
  }
  return { calls, words };
}
