import type { Action } from './action.ts';
import { writeActions } from './action-octets.ts';
import type { Flow } from './flow.ts';
import { type Match, writeMatch, writeMatchOf } from './match.ts';
import { OctetWriter } from './octet-writer.ts';
import type { ReportedRule } from './reported-rule.ts';

/** Rules whose cookies are `value` where `mask` has a bit. */
export interface CookieMask {
  readonly value: bigint;
  readonly mask: bigint;
}

/** Rules, whatever their priority: those that fit all that is named. */
export interface FlowSelection {
  /** Undefined for every table. */
  readonly table?: number;
  /** Rules that look at these fields in just this way, or closer. */
  readonly match?: Match;
  readonly cookie?: CookieMask;
}

const Command = { add: 0, delete: 3, deleteStrict: 4 } as const;

const EVERY_TABLE = 0xff;
const ANY = 0xffff_ffff;
const EVERY_BIT = 0xffff_ffff_ffff_ffffn;
const ANY_COOKIE = { value: 0n, mask: 0n };

/** The body of the flow-mod that adds a rule, or takes the place of the one of its name and goes on with its counts. */
export function addFlow(flow: Flow, cookie: bigint, hardTimeout = 0): Uint8Array {
  const writer = begin(Command.add, flow.table, flow.priority, { value: cookie, mask: EVERY_BIT }, hardTimeout);
  writeMatch(writer, flow.match);
  writeInstructions(writer, flow.actions);
  return writer.finish();
}

/** The body of the flow-mod that deletes just the rule of this name. */
export function deleteFlow({ table, priority, match }: Pick<Flow, 'table' | 'priority' | 'match'>): Uint8Array {
  const writer = begin(Command.deleteStrict, table, priority, ANY_COOKIE);
  writeMatch(writer, match);
  return writer.finish();
}

/** The same of a rule as the switch reported it, which may look at fields that are unknown here. */
export function deleteReported({ table, priority, fields }: ReportedRule): Uint8Array {
  const writer = begin(Command.deleteStrict, table, priority, ANY_COOKIE);
  writeMatchOf(writer, fields);
  return writer.finish();
}

/** The body of the flow-mod that deletes all rules of a selection. */
export function deleteFlows({ table = EVERY_TABLE, match = [], cookie = ANY_COOKIE }: FlowSelection): Uint8Array {
  const writer = begin(Command.delete, table, 0, cookie);
  writeMatch(writer, match);
  return writer.finish();
}

/** Of one body at a time: each is written and copied before the next one begins. */
const body = new OctetWriter();

/** OpenFlow 1.4, 7.3.4.1, up to the match. */
function begin(command: number, table: number, priority: number, cookie: CookieMask, hardTimeout = 0): OctetWriter {
  return body
    .restart()
    .number(cookie.value, 8)
    .number(command === Command.add ? 0n : cookie.mask, 8)
    .uint8(table)
    .uint8(command)
    .uint16(0)
    .uint16(hardTimeout)
    .uint16(priority)
    .uint32(ANY)
    .uint32(ANY)
    .uint32(ANY)
    .uint16(0)
    .uint16(0);
}

const Instruction = { gotoTable: 1, applyActions: 4, meter: 6 } as const;

/** A meter before and a table after all else are instructions; actions in between are applied (7.2.3). */
function writeInstructions(writer: OctetWriter, actions: readonly Action[]): void {
  const first = actions[0];
  const last = actions.at(-1);
  const from = first?.type === 'meter' ? 1 : 0;
  const to = last?.type === 'gotoTable' ? actions.length - 1 : actions.length;
  if (first?.type === 'meter') writer.uint16(Instruction.meter).uint16(8).uint32(first.meter);
  if (to > from) {
    const start = writer.length;
    writer.uint16(Instruction.applyActions).uint16(0).zeros(4);
    writeActions(writer, actions.slice(from, to));
    writer.patchUint16(start + 2, writer.length - start);
  }
  if (last?.type === 'gotoTable') writer.uint16(Instruction.gotoTable).uint16(8).uint8(last.table).zeros(3);
}
