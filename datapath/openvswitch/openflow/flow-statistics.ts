import type { Load } from './action.ts';
import { parseLoads } from './action-octets.ts';
import type { FlowSelection } from './flow-mod.ts';
import { type Match, parseFields, writeFields } from './match.ts';
import { type Message, MessageType } from './message.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';

/** A rule as the switch reports it. */
export interface FlowStatistics {
  readonly table: number;
  readonly priority: number;
  readonly cookie: bigint;
  /** Seconds since it was made. */
  readonly duration: number;
  /** Seconds after its last change that it goes; 0 for never. */
  readonly hardTimeout: number;
  /** Seconds since it was made or recreated, at most 65,534: OpenFlow 1.4 does not report it. */
  readonly hardAge: number;
  readonly packets: bigint;
  /** Its match, as far as the fields are known here. */
  readonly match: Match;
  /** Those of its actions that load a register. */
  readonly loads: readonly Load[];
}

const NICIRA = 0x0000_2320;
const EXPERIMENTER = 0xffff;
const FLOW = 0;
const AGGREGATE = 1;
const EVERY_TABLE = 0xff;
const NO_PORT = 0xffff;
/** NXM_NX_COOKIE, with a mask. */
const COOKIE_HEADER = 0x0001_3d10;
const MORE_FOLLOWS = 1;
/** The header of Nicira's statistics in a request and in a reply. */
const REPLY_HEADER = 16;
const ENTRY_HEADER = 48;

/**
 * Asks for the rules of a selection with their statistics, over a connection of OpenFlow 1.0 (Nicira's extended
 * statistics), and reads them as they come, `read` leaving out what it returns nothing for.
 */
export async function flowStatistics<Row>(
  connection: OpenFlowConnection,
  selection: FlowSelection,
  read: (flow: FlowStatistics) => Row | undefined,
): Promise<Row[]> {
  const rows: Row[] = [];
  await connection.ask([request(FLOW, selection)], isLastReply, ({ type, body }) => {
    if (type !== MessageType.statsReply10) return;
    for (const flow of parseFlows(body)) {
      const row = read(flow);
      if (row !== undefined) rows.push(row);
    }
  });
  return rows;
}

/** How many rules the selections have, added up; over a connection of OpenFlow 1.0. */
export async function countFlows(
  connection: OpenFlowConnection,
  selections: readonly FlowSelection[],
): Promise<number> {
  const replies = await Promise.all(
    selections.map((selection) => connection.ask([request(AGGREGATE, selection)], isLastReply)),
  );
  return replies.reduce((sum, { body }) => sum + (body.length < 36 ? 0 : viewOf(body).getUint32(32)), 0);
}

function request(kind: number, { table = EVERY_TABLE, match = [], cookie }: FlowSelection) {
  const fields = new OctetWriter();
  writeFields(fields, match);
  if (cookie) fields.uint32(COOKIE_HEADER).number(cookie.value, 8).number(cookie.mask, 8);
  const body = new OctetWriter()
    .uint16(EXPERIMENTER)
    .uint16(0)
    .uint32(NICIRA)
    .uint32(kind)
    .zeros(4)
    .uint16(NO_PORT)
    .uint16(fields.length)
    .uint8(table)
    .zeros(3)
    .octets(fields.finish())
    .pad8()
    .finish();
  return { type: MessageType.statsRequest10, body };
}

function isLastReply({ type, body }: Message): boolean {
  return type === MessageType.statsReply10 && (body.length < 4 || (viewOf(body).getUint16(2) & MORE_FOLLOWS) === 0);
}

function parseFlows(body: Uint8Array): FlowStatistics[] {
  const flows: FlowStatistics[] = [];
  const view = viewOf(body);
  for (let at = REPLY_HEADER; at + ENTRY_HEADER <= body.length; ) {
    const end = at + view.getUint16(at);
    const matchEnd = at + ENTRY_HEADER + view.getUint16(at + 18);
    const actionsAt = at + ENTRY_HEADER + Math.ceil((matchEnd - at - ENTRY_HEADER) / 8) * 8;
    if (end < at + ENTRY_HEADER || end > body.length || actionsAt > end) break;
    const duration = view.getUint32(at + 4);
    const age = view.getUint16(at + 22);
    flows.push({
      table: view.getUint8(at + 2),
      priority: view.getUint16(at + 12),
      cookie: view.getBigUint64(at + 24),
      duration,
      hardTimeout: view.getUint16(at + 16),
      // Noted plus one, 0 for unknown.
      hardAge: age === 0 ? duration : age - 1,
      packets: view.getBigUint64(at + 32),
      match: parseFields(body.subarray(at + ENTRY_HEADER, matchEnd)),
      loads: parseLoads(body.subarray(actionsAt, end)),
    });
    at = end;
  }
  return flows;
}

function viewOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}
