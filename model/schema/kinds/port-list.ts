import { portList as portListSyntax } from '../../smi/syntax.ts';
import { say } from '../../values/message.ts';
import { formatPortList, largestPort, PORT_LIST_MAXIMUM, parsePortList, portsOf } from '../../values/port-list.ts';
import { type Access, accept, accessOf, compareNumbers, type Field, type FieldOptions, refuse } from '../field.ts';

interface PortListOptions<A extends Access> extends FieldOptions<string, A> {
  /** The largest accepted port number; default 64. A rule checks the ports that the switch really has. */
  readonly maximum?: number;
  /** Whether at least one port is wanted. */
  readonly required?: boolean;
  /** See `Limits`. */
  readonly all?: 'every' | 'none';
}

/** A set of ports; canonical "1-3,5", "" for none. */
export function portList<const A extends Access = 'rw'>(options: PortListOptions<A>): Field<string, NoInfer<A>> {
  const { maximum = PORT_LIST_MAXIMUM, required = false, all, ...text } = options;
  const label = say(options.label);
  const malformed = say('{{label}} must be port numbers and ranges from 1 to {{max}}, such as "1-3,5".', {
    label,
    max: maximum,
  });
  return {
    ...text,
    kind: 'portList',
    syntax: portListSyntax,
    access: accessOf(options, 'rw'),
    default: options.default ?? '',
    limits: { min: 1, max: maximum, characters: /[0-9,-]/, optional: !required, ...(all && { all }) },
    read(input) {
      const spelt = typeof input === 'number' ? String(input) : input;
      const list = typeof spelt === 'string' ? parsePortList(spelt.trim()) : undefined;
      if (list === undefined || largestPort(list) > maximum) {
        return refuse(malformed);
      }
      if (required && list === 0n) return refuse(say('{{label}} must contain at least one port.', { label }));
      return accept(formatPortList(list));
    },
    show: (value) => value,
    names: { what: 'port', of: (value) => portsOf(parsePortList(value) ?? 0n) },
    compare: (a, b) => compareNumbers(firstNumber(a), firstNumber(b)) || a.length - b.length,
  };
}

/** Lists are ordered by their first number; the empty one comes first. */
function firstNumber(list: string): number {
  return Number.parseInt(list, 10) || 0;
}
