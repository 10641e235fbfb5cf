import * as v from 'valibot';

/** Characters of a frame at most, either way. */
export const LONGEST_FRAME = 1024 * 1024;

/** Where a switch asks to be taken, and where one that was taken is connected. */
export const CLAIM_PATH = '/claim';
export const SIGN_IN_PATH = '/sign-in';
export const SWITCH_PATH = '/switch';

/** What a switch says of itself when it connects, and whenever that changes. */
export interface SwitchReport {
  readonly model: string;
  readonly version: string;
  readonly name: string;
  /** SHA-256 of the configuration, in hexadecimal digits: by it the cloud sees drift. */
  readonly hash: string;
  readonly owner: 'local' | 'cloud';
}

const pem = v.pipe(v.string(), v.maxLength(16_384), v.startsWith('-----BEGIN CERTIFICATE-----'));

/** A cloud's answer to a claim that it grants. */
const granted = v.object({ certificate: pem, authority: pem });

/** A cloud's answer to an account that it knows. */
const signedIn = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) });

const identifier = v.union([v.pipe(v.string(), v.maxLength(64)), v.number()]);

/** What a cloud sends to a switch: JSON-RPC 2.0, a request, a notification, or an answer. */
const fromCloud = v.union([
  v.object({ jsonrpc: v.literal('2.0'), id: v.literal('connect'), result: v.record(v.string(), v.unknown()) }),
  v.object({ jsonrpc: v.literal('2.0'), id: v.literal('renew'), result: granted }),
  v.object({ jsonrpc: v.literal('2.0'), id: v.literal('connect'), error: v.object({ message: v.string() }) }),
  v.object({
    jsonrpc: v.literal('2.0'),
    id: identifier,
    method: v.literal('call'),
    params: v.object({
      user: v.pipe(v.string(), v.maxLength(64)),
      rpc: v.pipe(v.string(), v.maxLength(LONGEST_FRAME)),
    }),
  }),
  v.object({ jsonrpc: v.literal('2.0'), id: identifier, method: v.literal('ping') }),
  v.object({
    jsonrpc: v.literal('2.0'),
    method: v.literal('restarting'),
    params: v.object({ spread: v.pipe(v.number(), v.minValue(0)) }),
  }),
]);

/** What a cloud says over the line. */
export type CloudMessage = v.InferOutput<typeof fromCloud>;

/** Reads a frame of a cloud; undefined for what is none. */
export function readCloudMessage(frame: string): CloudMessage | undefined {
  return read(fromCloud, frame);
}

/** Reads the answer to a claim that was granted; undefined for what is none. */
export function readGranted(body: string): v.InferOutput<typeof granted> | undefined {
  return read(granted, body);
}

/** Reads the answer to a sign-in that was granted; undefined for what is none. */
export function readSignedIn(body: string): v.InferOutput<typeof signedIn> | undefined {
  return read(signedIn, body);
}

function read<Schema extends v.GenericSchema>(schema: Schema, text: string): v.InferOutput<Schema> | undefined {
  if (text.length > LONGEST_FRAME) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const result = v.safeParse(schema, json);
  return result.success ? result.output : undefined;
}
