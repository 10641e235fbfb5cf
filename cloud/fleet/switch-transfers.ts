import { Refusal } from '../../device/refusal.ts';
import { say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { readSwitchAnswer, type SwitchAnswer } from '../../protocols/cloud/messages.ts';
import { FILE_PIECE } from '../../protocols/cloud/transfer.ts';
import type { BusValue } from '../bus/bus.ts';

/** Asks a switch; rejects with a `Refusal` where it does not answer. */
export type AskSwitch = (
  method: 'fetch' | 'read' | 'send' | 'write' | 'receive',
  params: { readonly [name: string]: BusValue },
) => Promise<BusValue>;

/** The octets of a file that a switch has made ready: as many as it said, or it rejects with a `Refusal`. */
export async function* fileFrom(
  ask: AskSwitch,
  { id, size }: Extract<SwitchAnswer<'fetch'>, { id: string }>,
): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const piece = readSwitchAnswer('read', await ask('read', { id, at }));
    const octets = Buffer.from(piece?.octets ?? '', 'base64');
    if (octets.length === 0 || at + octets.length > size) throw strange();
    at += octets.length;
    yield octets;
  }
}

/** Sends the octets of a file to a switch that has made a place for it. Rejects with a `Refusal`. */
export async function fileTo(ask: AskSwitch, id: string, octets: AsyncIterable<Uint8Array>): Promise<void> {
  let at = 0;
  for await (const piece of wholePieces(octets)) {
    const answer = readSwitchAnswer('write', await ask('write', { id, at, octets: piece.toString('base64') }));
    if (!answer) throw strange();
    at += piece.length;
  }
}

/** The same octets in pieces as long as they may be: for each of them the switch answers, and it may not say too much at once. */
async function* wholePieces(octets: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of octets) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= FILE_PIECE; rest = rest.subarray(FILE_PIECE)) yield rest.subarray(0, FILE_PIECE);
  }
  if (rest.length > 0) yield rest;
}

/** Refusal for anything from a switch that is no answer. */
export const strange = () => new Refusal(ErrorCode.genErr, say('The switch sent an invalid answer.'));
