import { ofField } from '../../model/configuration/message.ts';
import type { ObjectDeclaration, TableObject } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import type { Values } from '../../model/wire/call.ts';

/** A kept value is refused: it takes its default. */
export function valueRefused(object: ObjectDeclaration, column: string, problem: Message, row?: Values): Message {
  const of = row && object.shape === 'table' ? object.rowName(row) : say(object.title);
  const field = say(object.fields[column]?.label ?? column);
  return say('{{field}} of {{of}} takes its default: {{problem}}', { field, of, problem });
}

/** A kept row cannot be: it is left out, or, where it cannot go, takes its factory values. */
export function rowRefused(object: TableObject, row: Values, problem: Message, stays: boolean): Message {
  const name = object.rowName(row);
  return stays
    ? say('{{row}} takes its factory values: {{problem}}', { row: name, problem })
    : say('{{row}} is skipped: {{problem}}', { row: name, problem });
}

/** A row whose index cannot be read, and so cannot be named: it is left out. */
export function namelessRow(object: TableObject, column: string, problem: Message): Message {
  const named = ofField(object.index[column]?.label ?? column, problem);
  return say('An entry of {{object}} is skipped: {{problem}}', { object: say(object.title), problem: named });
}

/** The stored object cannot be used as a whole: it takes its factory values. */
export function objectRefused(object: ObjectDeclaration, problem: Message): Message {
  return say('{{object}} takes its factory values: {{problem}}', { object: say(object.title), problem });
}
