import type { ChangeMessage } from '../../model/values/change-message.ts';
import type { Message, MessageValue } from '../../model/values/message.ts';
import { NO_PORTS, type PortList, parsePortList } from '../../model/values/port-list.ts';

/** The places of a text at which ports stand: "port 3", "ports 5-8". */
const places: ReadonlySet<string> = new Set(['port', 'ports']);

/** The ports that changes in words speak of. */
export function portsInWords(lines: readonly ChangeMessage[]): PortList {
  return lines.reduce((ports, { what, from, to }) => {
    const said = [what, from, to].filter((message) => message !== undefined);
    return said.reduce((soFar, message) => soFar | portsOfMessage(message), ports);
  }, NO_PORTS);
}

function portsOfMessage({ values = {} }: Message): PortList {
  return Object.entries(values).reduce(
    (ports, [name, value]) => ports | portsOfValue(value, places.has(name)),
    NO_PORTS,
  );
}

function portsOfValue(value: MessageValue, isPort: boolean): PortList {
  if (typeof value === 'string' || typeof value === 'number') {
    return (isPort ? parsePortList(String(value)) : undefined) ?? NO_PORTS;
  }
  if ('text' in value) return portsOfMessage(value);
  return value.reduce<PortList>((ports, one) => ports | portsOfValue(one, isPort), NO_PORTS);
}
