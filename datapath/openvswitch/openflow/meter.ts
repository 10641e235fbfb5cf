import { type Message, MessageType } from './message.ts';
import { isLastPart, MULTIPART_HEADER } from './multipart.ts';
import { OctetWriter } from './octet-writer.ts';
import type { OpenFlowConnection } from './openflow-connection.ts';
import { OpenFlowError } from './openflow-error.ts';

/** Lets so much pass a second and drops the rest (OpenFlow 1.4, 5.7). */
export interface Meter {
  /** From 1. */
  readonly number: number;
  readonly unit: 'packets' | 'kilobits';
  /** Of the unit, a second. */
  readonly rate: number;
  /** Of the unit, at once. */
  readonly burst: number;
}

const Command = { add: 0, modify: 1 } as const;
const Flag = { kilobits: 1, packets: 2, burst: 4 } as const;
const DROP = 1;
const DROP_LENGTH = 16;

/** Makes a meter, or changes the one of its number. Rejects with an OpenFlowError where the switch has no such meters. */
export async function setMeter(connection: OpenFlowConnection, meter: Meter): Promise<void> {
  try {
    await order(connection, Command.add, meter);
  } catch (error) {
    if (!(error instanceof OpenFlowError)) throw error;
    await order(connection, Command.modify, meter);
  }
}

async function order(connection: OpenFlowConnection, command: number, meter: Meter): Promise<void> {
  const barrier = { type: MessageType.barrierRequest, body: new Uint8Array(0) };
  await connection.ask([{ type: MessageType.meterMod, body: meterMod(command, meter) }, barrier], isBarrier);
}

/** The body of a meter-mod (OpenFlow 1.4, 7.3.4.4). */
function meterMod(command: number, { number, unit, rate, burst }: Meter): Uint8Array {
  return new OctetWriter()
    .uint16(command)
    .uint16(Flag[unit] | Flag.burst)
    .uint32(number)
    .uint16(DROP)
    .uint16(DROP_LENGTH)
    .uint32(rate)
    .uint32(burst)
    .zeros(4)
    .finish();
}

const METER_STATISTICS = 9;
const EVERY_METER = 0xffff_ffff;
/** The header before the figures of the bands. */
const METER_HEADER = 40;
const STATISTICS_OF_ALL = new OctetWriter().uint16(METER_STATISTICS).zeros(6).uint32(EVERY_METER).zeros(4).finish();

/** How many packets each meter has dropped since it was made, by its number (OpenFlow 1.4, 7.3.5.13). */
export async function meterDrops(connection: OpenFlowConnection): Promise<ReadonlyMap<number, bigint>> {
  const drops = new Map<number, bigint>();
  const request = { type: MessageType.multipartRequest, body: STATISTICS_OF_ALL };
  await connection.ask([request], isLastPart, ({ type, body }) => {
    if (type === MessageType.multipartReply) readDrops(body, drops);
  });
  return drops;
}

function readDrops(body: Uint8Array, drops: Map<number, bigint>): void {
  const view = viewOf(body);
  for (let at = MULTIPART_HEADER; at + METER_HEADER <= body.length; ) {
    const length = view.getUint16(at + 4);
    if (length < METER_HEADER || at + length > body.length) return;
    // Its one band is the one that drops.
    drops.set(view.getUint32(at), length < METER_HEADER + 16 ? 0n : view.getBigUint64(at + METER_HEADER));
    at += length;
  }
}

function viewOf(octets: Uint8Array): DataView {
  return new DataView(octets.buffer, octets.byteOffset, octets.byteLength);
}

function isBarrier({ type }: Message): boolean {
  return type === MessageType.barrierReply;
}
