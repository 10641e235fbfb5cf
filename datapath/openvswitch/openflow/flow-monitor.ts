import { type Message, MessageType } from './message.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';
import type { ReportedRule } from './reported-rule.ts';

const FLOW_MONITOR = 16;
const ANY = 0xffff_ffff;
const ADD_COMMAND = 0;
const Flag = { add: 2, removed: 4, modify: 8 } as const;
const EMPTY_MATCH = new OctetWriter().uint16(1).uint16(4).zeros(4).finish();

/**
 * Asks for notifications when others change rules of `tables` (OpenFlow 1.4, 7.3.5.17): changes over the connection
 * itself are reported only in brief.
 */
export async function monitorFlows(connection: OpenFlowConnection, tables: readonly number[]): Promise<void> {
  const body = new OctetWriter().uint16(FLOW_MONITOR).zeros(6);
  for (const table of tables) {
    body
      .uint32(table + 1)
      .uint32(ANY)
      .uint32(ANY)
      .uint16(Flag.add | Flag.removed | Flag.modify)
      .uint8(table)
      .uint8(ADD_COMMAND)
      .octets(EMPTY_MATCH);
  }
  await connection.ask([{ type: MessageType.multipartRequest, body: body.finish() }], isReply);
}

function isReply({ type }: Message): boolean {
  return type === MessageType.multipartReply;
}

const HEADER = 8;
/** The length of an entry up to the match, whose own header is 4 octets (7.3.5.17.2). */
const ENTRY = 24;
const MATCH_HEADER = 4;
const Event = { added: 1, removed: 2, modified: 3, paused: 5 } as const;
const EXPIRED = 1;

/** What others changed. */
export interface ForeignChanges {
  /** The rules that they added, removed or changed. */
  readonly rules: readonly ReportedRule[];
  /** Whether these are all of them. */
  readonly areAll: boolean;
}

/** What a message reports of changes that others made; undefined for nothing. Expired rules do not count. */
export function foreignChanges({ type, body }: Message): ForeignChanges | undefined {
  if (type !== MessageType.multipartReply || body.length < HEADER) return undefined;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (view.getUint16(0) !== FLOW_MONITOR) return undefined;
  const rules: ReportedRule[] = [];
  let areAll = true;
  for (let at = HEADER; at + 4 <= body.length; ) {
    const length = view.getUint16(at);
    // What cannot be read may have been anything.
    if (length < 4 || at + length > body.length) {
      areAll = false;
      break;
    }
    const event = view.getUint16(at + 2);
    if (event === Event.paused) areAll = false;
    else if (event === Event.added || event === Event.modified || event === Event.removed) {
      const entry = body.subarray(at, at + length);
      if (event !== Event.removed || entry[5] !== EXPIRED) {
        const rule = ruleIn(entry);
        if (rule) rules.push(rule);
        else areAll = false;
      }
    }
    at += length;
  }
  return areAll && rules.length === 0 ? undefined : { rules, areAll };
}

function ruleIn(entry: Uint8Array): ReportedRule | undefined {
  if (entry.length < ENTRY + MATCH_HEADER) return undefined;
  const view = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
  const end = ENTRY + view.getUint16(ENTRY + 2);
  if (end < ENTRY + MATCH_HEADER || end > entry.length) return undefined;
  return {
    table: view.getUint8(4),
    priority: view.getUint16(10),
    fields: entry.slice(ENTRY + MATCH_HEADER, end),
  };
}
