import { type Message, MessageType } from './message.ts';
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

function isBarrier({ type }: Message): boolean {
  return type === MessageType.barrierReply;
}
