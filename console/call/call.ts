import { isRecord } from '../../model/values/json-record.ts';
import { type Message, readMessage } from '../../model/values/message.ts';
import type { RemoteCall, Value, Values } from '../../model/wire/call.ts';
import { Endpoint } from '../../model/wire/endpoints.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { session } from '../session/session.ts';
import { fetchTextsIn } from '../translations/said-texts.ts';
import { noteAnswer, noteNoAnswer } from './connection.ts';
import { CallRefused, type FaultPlace, NoAnswer, StrangeAnswer } from './failure.ts';
import { request } from './http.ts';

/** How one call is made. */
export interface CallOptions {
  /** Milliseconds; default 20000, see `RequestTimeout`. */
  readonly timeout?: number;
}

/**
 * Makes a remote call (docs/specification/product.md 7, call 1) and answers its result; what grants access is repeated with the
 * password, which the administrator is asked for. Throws `CallRefused` for a non-zero code, `NoAnswer` where none came,
 * `StrangeAnswer` for anything else. Says nothing to the administrator: see `report`.
 */
export async function call(remoteCall: RemoteCall, options: CallOptions = {}): Promise<unknown> {
  try {
    return await callOnce(remoteCall, options);
  } catch (failure) {
    if (!(failure instanceof CallRefused) || failure.code !== ErrorCode.proofRequired) throw failure;
    const { proveCall } = await import('./proved-call.ts');
    return proveCall(remoteCall, failure, (proved) => callOnce(proved, options));
  }
}

async function callOnce(remoteCall: RemoteCall, options: CallOptions): Promise<unknown> {
  const rpc = JSON.stringify({ ...remoteCall, id: 0 });
  const text = await send(new URLSearchParams({ Gambit: session.gambit, RPC: rpc }).toString(), options);
  return resultOf(text);
}

async function send(body: string, options: CallOptions): Promise<string> {
  try {
    const { text } = await request(Endpoint.remoteCall, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
      ...options,
    });
    noteAnswer();
    await fetchTextsIn(text);
    return text;
  } catch (failure) {
    if (failure instanceof NoAnswer) noteNoAnswer(Date.now());
    throw failure;
  }
}

/** The result in the text of an answer; throws as `call` does. Uploads are answered in the same shape. */
export function resultOf(text: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new StrangeAnswer('The device answered something that is not JSON.');
  }
  return resultIn(answer);
}

/** The result in an answer, also in that to one of several reads; throws as `call` does. */
export function resultIn(answer: unknown): unknown {
  if (!isRecord(answer) || !isRecord(answer.error) || typeof answer.error.code !== 'number') {
    throw new StrangeAnswer('The device answered without an error code.');
  }
  const { code, message } = answer.error;
  // A device that says a plain sentence is shown as it speaks.
  const said: Message = readMessage(answer.error) ?? { text: typeof message === 'string' ? message : '' };
  if (code !== ErrorCode.success) {
    throw new CallRefused(code, said, placeIn(answer.error), answer.error.final === 1);
  }
  return answer.result;
}

function placeIn({ object, row, column }: Readonly<Record<string, unknown>>): FaultPlace {
  return {
    ...(typeof object === 'string' && { object }),
    ...(isRecord(row) && { row: valuesOf(row) }),
    ...(typeof column === 'string' && { column }),
  };
}

function valuesOf(row: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(
    Object.entries(row).filter(
      (entry): entry is [string, Value] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );
}
