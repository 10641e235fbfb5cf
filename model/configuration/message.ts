import { type Message, type MessageValue, say } from '../values/message.ts';

/*
 * Sentences that several features refuse a change with (docs/specification/network.md 0.4). Each names what is at fault.
 */

/** A row ("VLAN 20") cannot go, or change so, while `user` refers to it. */
export function inUse(row: Message, user: Message): Message {
  return say('{{row}} is in use by {{user}}.', { row, user });
}

/** A setting refers to a row ("VLAN 20") that is not there. */
export function missing(row: Message): Message {
  return say('{{row}} does not exist.', { row });
}

/** A setting needs a port to be in a row's list ("VLAN 20"). */
export function notMember(port: number, row: Message): Message {
  return say('Port {{port}} is not a member of {{row}}.', { port, row });
}

/** A port is part of a trunk, and only that can be named here. */
export function inTrunk(port: number, trunk: number): Message {
  return say('Port {{port}} is a member of trunk {{trunk}}.', { port, trunk });
}

/** A port is where mirrored frames go and nothing else. */
export function mirrorTarget(port: number): Message {
  return say('Port {{port}} is a mirroring target port.', { port });
}

/** The port, or the datapath under it, cannot do what the setting asks. */
export function unsupported(port: number): Message {
  return say('This setting is not supported on port {{port}}.', { port });
}

/** `feature` works only on top of `other`. */
export function needs(feature: Message, other: Message): Message {
  return say('{{feature}} requires {{other}} to be enabled first.', { feature, other });
}

/** A number lies outside of its range (docs/specification/product.md 5). */
export function outOfRange(min: number, max: number): Message {
  return say('Please enter an integer between {{min}} ~ {{max}}', { min, max });
}

/** The table holds `max` rows already. */
export function tableFull(max: number): Message {
  return say('The table is full (maximum {{max}} entries).', { max });
}

/** The error of a field, for a place where the field is not visible. */
export function ofField(label: string, problem: Message): Message {
  const field = say(label);
  return says(problem, field.text) ? problem : say('{{field}}: {{problem}}', { field, problem });
}

/** Whether the message names `label` by one of its values. */
function says({ values }: Message, label: string): boolean {
  const isLabel = (value: MessageValue) => typeof value === 'object' && 'text' in value && value.text === label;
  return Object.values(values ?? {}).some(isLabel);
}

/** An entry with the same key, or the same exclusive use, is there. */
export const entryExists: Message = say('The entry already exists.');

/** The entry that was to be read or changed is not there. */
export const entryGone: Message = say('The entry no longer exists.');

/** The device could not do what it was asked, for a reason of its own. */
export const notCarriedOut: Message = say('The device could not carry out the request.');
