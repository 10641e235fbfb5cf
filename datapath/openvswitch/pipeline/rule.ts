import type { Action } from '../openflow/action.ts';
import { Field } from '../openflow/field.ts';
import type { Flow } from '../openflow/flow.ts';
import { equals, type FieldMatch, type Match, macValue, masked, TAG_PRESENT } from '../openflow/match.ts';
import { Table, type TableName } from './layout.ts';

/** A rule of a table, in the order that it is read in. `tag` is the low half of its cookie. */
export function rule(table: TableName, priority: number, match: Match, actions: readonly Action[], tag = 0): Flow {
  return { table: Table[table], priority, match, actions, tag };
}

/** The same rules, which hold only as long as the agent lives: see `FlowTable.renew`. */
export function leased(flows: readonly Flow[]): Flow[] {
  return flows.map((flow) => ({ ...flow, isLeased: true }));
}

/** The low half of a rule's cookie: what its counters count, plus the port. */
export const Tag = {
  inUnicast: 0x1000,
  inMulticast: 0x1100,
  inBroadcast: 0x1200,
  outUnicast: 0x1400,
  outMulticast: 0x1500,
  outBroadcast: 0x1600,
  unknownSource: 0x1800,
  /** Without a port. */
  secureSource: 0x1900,
  /** Plus the shape's place among all of them. */
  attack: 0x1a00,
  /** Plus the class: hands frames to the agent. */
  punt: 0x1_0000,
} as const;

/** The class whose rule handed a frame to the agent, by the low half of the rule's cookie. */
export function classOfTag(tag: number): number {
  return tag - Tag.punt;
}

const GROUP_BIT = macValue('01-00-00-00-00-00');

/** Frames to group addresses, broadcast among them. */
export const TO_GROUP: FieldMatch = masked(Field.ethDestination, GROUP_BIT, GROUP_BIT);

/** Frames that claim to come from a group. */
export const FROM_GROUP: FieldMatch = masked(Field.ethSource, GROUP_BIT, GROUP_BIT);

export const BROADCAST: FieldMatch = equals(Field.ethDestination, macValue('FF-FF-FF-FF-FF-FF'));

/** Frames that carry a tag, as the actions that change or take off a tag ask their rules to say. */
export const TAGGED: FieldMatch = masked(Field.vlanTci, TAG_PRESENT, TAG_PRESENT);

/** Frames to a MAC address. */
export function to(mac: string): FieldMatch {
  return equals(Field.ethDestination, macValue(mac));
}

/** Frames from a MAC address. */
export function from(mac: string): FieldMatch {
  return equals(Field.ethSource, macValue(mac));
}
