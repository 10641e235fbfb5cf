import * as v from 'valibot';
import { isRecord } from '../../model/values/json-record.ts';
import { announcedChange, changeAnswer, configuration, confirmation, confirmed, document } from './change.ts';
import { health, logLine, switchReport } from './report.ts';
import {
  fetchAnswer,
  fetching,
  readAnswer,
  reading,
  receiveAnswer,
  receiving,
  sendAnswer,
  sending,
  writing,
} from './transfer.ts';
import { upgradeAnswer, upgrading } from './upgrade.ts';
import {
  hash,
  jsonOf,
  LONGEST_FRAME,
  type RequestId,
  RpcErrorCode,
  readText,
  requestId,
  revision,
  shortText,
} from './wire.ts';

const pem = v.pipe(v.string(), v.maxLength(16_384), v.startsWith('-----BEGIN CERTIFICATE-----'));

/** A cloud's answer to a claim that it grants. */
const granted = v.object({ certificate: pem, authority: pem });

/** A cloud's answer to an account that it knows. */
const signedIn = v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(4096)) });

const version = { jsonrpc: v.literal('2.0') };

/** Requests of a cloud to a switch, by method. */
const asked = {
  /** A remote call on behalf of a user. One that may change something announces that; without it the switch is only read. */
  call: v.object({
    user: shortText(64),
    /** Belongs to one session of a user and to no other. */
    session: v.optional(shortText(64)),
    rpc: shortText(LONGEST_FRAME),
    /** He has shown the cloud his password lately: what grants access to the switch takes that. */
    proved: v.optional(v.boolean()),
    change: v.optional(announcedChange),
  }),
  configure: configuration,
  confirm: confirmation,
  /** The configuration in force, as `configure` takes it. */
  configuration: v.optional(v.object({})),
  /**
   * Globals of the console's page about the switch before its first call (docs/specification/protocol.md, "Endpoints").
   */
  globals: v.optional(v.object({})),
  /** Its state: the next report, even if nothing has changed since the last one. */
  report: v.optional(v.object({})),
  reboot: v.object({ user: shortText(64) }),
  upgrade: upgrading,
  fetch: fetching,
  read: reading,
  send: sending,
  write: writing,
  receive: receiving,
  ping: v.optional(v.object({})),
} as const;

type Asked = typeof asked;

/** A request of a cloud. */
export type CloudRequest = {
  [Method in keyof Asked]: {
    readonly id: RequestId;
    readonly method: Method;
    readonly params: v.InferOutput<Asked[Method]>;
  };
}[keyof Asked];

/** Messages of a cloud that are not requests: answers to the switch's requests, and its restart. */
const told = v.union([
  v.object({ ...version, id: v.literal('connect'), result: v.record(v.string(), v.unknown()) }),
  v.object({ ...version, id: v.literal('connect'), error: v.object({ message: v.string() }) }),
  v.object({ ...version, id: v.literal('renew'), result: granted }),
  v.object({ ...version, id: v.literal('renew'), error: v.object({ message: v.string() }) }),
  v.object({
    ...version,
    method: v.literal('restarting'),
    params: v.object({ spread: v.pipe(v.number(), v.minValue(0)) }),
  }),
]);

/** A request that is none of those a switch knows, or not as they are: what it is answered. */
interface WrongRequest {
  readonly id: RequestId;
  readonly wrong: { readonly code: number; readonly message: string };
}

/** Messages of a cloud. */
export type CloudMessage = CloudRequest | WrongRequest | v.InferOutput<typeof told>;

const requestHead = v.object({ ...version, id: requestId, method: v.string(), params: v.optional(v.unknown()) });

/** Reads a frame of a cloud; undefined for what is none. Never throws. */
export function readCloudMessage(frame: string): CloudMessage | undefined {
  const json = jsonOf(frame);
  const head = v.safeParse(requestHead, json);
  if (head.success) return readRequest(head.output);
  const result = v.safeParse(told, json);
  return result.success ? result.output : undefined;
}

function readRequest({ id, method, params }: v.InferOutput<typeof requestHead>): CloudRequest | WrongRequest {
  if (!isMethod(method)) return wrong(id, RpcErrorCode.methodNotFound, 'This switch does not know the method.');
  const result = v.safeParse(asked[method], params, { abortEarly: true });
  // That method and parameters belong together is what was just read.
  if (result.success) return { id, method, params: result.output } as CloudRequest;
  const [issue] = result.issues;
  return wrong(id, RpcErrorCode.invalidParams, `${v.getDotPath(issue) ?? 'params'}: ${issue.message}`.slice(0, 200));
}

function isMethod(method: string): method is keyof Asked {
  return Object.hasOwn(asked, method);
}

function wrong(id: RequestId, code: number, message: string): WrongRequest {
  return { id, wrong: { code, message } };
}

/** Messages of a switch to a cloud: JSON-RPC 2.0, a request, a notification, or an answer. */
const fromSwitch = v.union([
  v.object({ ...version, id: v.literal('connect'), method: v.literal('connect'), params: switchReport }),
  v.object({ ...version, id: v.literal('renew'), method: v.literal('renew') }),
  v.object({ ...version, method: v.literal('state'), params: switchReport }),
  v.object({ ...version, method: v.literal('healthcheck'), params: health }),
  v.object({ ...version, method: v.literal('log'), params: logLine }),
  v.object({ ...version, id: requestId, result: v.unknown() }),
  v.object({
    ...version,
    id: requestId,
    error: v.object({ code: v.number(), message: shortText(4096) }),
  }),
]);

/** Messages of a switch. */
export type SwitchMessage = v.InferOutput<typeof fromSwitch>;

/** Reads a frame of a switch; undefined for what is none. Never throws. */
export function readSwitchMessage(frame: string): SwitchMessage | undefined {
  const json = jsonOf(frame);
  // A schema that knows nothing of the result would take what lacks it.
  if (!isRecord(json) || (json.method === undefined && json.result === undefined && json.error === undefined)) {
    return undefined;
  }
  const result = v.safeParse(fromSwitch, json);
  return result.success ? result.output : undefined;
}

const longText = shortText(LONGEST_FRAME);

/** Maximum number of characters that the console's page is given before its first call. */
const LONGEST_GLOBALS = 64 * 1024;

/** Answers of a switch, by request. `globals` and the call's `answer` are JSON texts of the console's own wire. */
const answers = {
  call: v.object({ answer: longText, change: v.optional(changeAnswer) }),
  configure: changeAnswer,
  confirm: confirmed,
  configuration: v.object({ revision, hash, configuration: document }),
  globals: v.object({ globals: shortText(LONGEST_GLOBALS) }),
  report: v.object({}),
  reboot: v.object({}),
  upgrade: upgradeAnswer,
  fetch: fetchAnswer,
  read: readAnswer,
  send: sendAnswer,
  write: v.object({}),
  receive: receiveAnswer,
  ping: v.object({}),
} as const satisfies Record<keyof Asked, v.GenericSchema>;

/** The answer of a switch to a request. */
export type SwitchAnswer<Method extends keyof Asked> = v.InferOutput<(typeof answers)[Method]>;

/** Reads the result that a switch answered a request with; undefined for what is none of that method. Never throws. */
export function readSwitchAnswer<Method extends keyof Asked>(
  method: Method,
  result: unknown,
): SwitchAnswer<Method> | undefined {
  const reading = v.safeParse(answers[method], result, { abortEarly: true });
  return reading.success ? (reading.output as SwitchAnswer<Method>) : undefined;
}

/** Reads the answer to a claim that was granted; undefined for what is none. */
export function readGranted(body: string): v.InferOutput<typeof granted> | undefined {
  return readText(granted, body);
}

/** Reads the answer to a sign-in that was granted; undefined for what is none. */
export function readSignedIn(body: string): v.InferOutput<typeof signedIn> | undefined {
  return readText(signedIn, body);
}
