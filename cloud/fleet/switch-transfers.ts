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
  for await (const chunk of octets) {
    for (let from = 0; from < chunk.length; from += FILE_PIECE) {
      const piece = Buffer.from(chunk.subarray(from, from + FILE_PIECE));
      const answer = readSwitchAnswer('write', await ask('write', { id, at, octets: piece.toString('base64') }));
      if (!answer) throw strange();
      at += piece.length;
    }
  }
}

/** What a switch says that is no answer. */
export const strange = () => new Refusal(ErrorCode.genErr, say('The switch answered something that is no answer.'));
