import * as v from 'valibot';
import { type Message, readMessage } from '../../model/values/message.ts';

/** Characters of a frame at most, either way: a configuration of the largest switch is one. */
export const LONGEST_FRAME = 4 * 1024 * 1024;

/** Paths for claiming, and for connecting claimed switches. */
export const CLAIM_PATH = '/claim';
export const SIGN_IN_PATH = '/sign-in';
export const SWITCH_PATH = '/switch';

/** Codes of errors that JSON-RPC 2.0 itself knows (its section 5.1). */
export const RpcErrorCode = {
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  serverError: -32000,
} as const;

/** The id of a request, chosen by its sender. */
export const requestId = v.union([v.pipe(v.string(), v.maxLength(64)), v.pipe(v.number(), v.safeInteger())]);

export type RequestId = v.InferOutput<typeof requestId>;

/** The greatest revision: the next one can still be counted. */
const LAST_REVISION = 2 ** 52;

/** Counts up with each configuration that the cloud wants; 0 for a switch that was given none yet. */
export const revision = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LAST_REVISION));

/** A name of bounded length. */
export const shortText = (longest: number) => v.pipe(v.string(), v.maxLength(longest));

/** SHA-256 in hexadecimal digits. */
export const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** Something said, apart from any language. */
export const message = v.pipe(
  v.unknown(),
  v.transform((json) => readMessage(json)),
  v.custom<Message>((read) => read !== undefined),
);

/** Reads JSON of bounded length by a schema; undefined for what does not fit. Never throws. */
export function readText<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.InferOutput<Schema> | undefined {
  const json = jsonOf(text);
  if (json === undefined) return undefined;
  const result = v.safeParse(schema, json, { abortEarly: true });
  return result.success ? result.output : undefined;
}

/** JSON of bounded length; undefined for what is none. */
export function jsonOf(text: string): unknown {
  if (text.length > LONGEST_FRAME) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
