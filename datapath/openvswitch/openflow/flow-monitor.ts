import { type Message, MessageType } from './message.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';

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
const Event = { added: 1, removed: 2, modified: 3, paused: 5 } as const;
const EXPIRED = 1;

/** Whether a message reports that others changed rules, or that changes went unreported. Expired rules do not count. */
export function tellsForeignChange({ type, body }: Message): boolean {
  if (type !== MessageType.multipartReply || body.length < HEADER) return false;
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (view.getUint16(0) !== FLOW_MONITOR) return false;
  for (let at = HEADER; at + 4 <= body.length; ) {
    const length = view.getUint16(at);
    if (length < 4 || at + length > body.length) return false;
    const event = view.getUint16(at + 2);
    if (event === Event.added || event === Event.modified || event === Event.paused) return true;
    if (event === Event.removed && view.getUint8(at + 5) !== EXPIRED) return true;
    at += length;
  }
  return false;
}
