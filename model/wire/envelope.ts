import * as v from 'valibot';
import { type Message, say } from '../values/message.ts';
import type { BatchCall, BatchRead, ObjectCall, RemoteCall } from './call.ts';
import { ErrorCode } from './error-code.ts';

/** Limits of a remote call. */
export const callLimits = {
  /** Characters of the whole call. */
  text: 4_194_304,
  /** Columns beside the Template. */
  columns: 256,
  /** Characters of a column's name. */
  name: 64,
  /** Characters of a value. */
  value: 65_536,
  /** Characters of an encrypted password. */
  proof: 1024,
  /** Calls of one batch. */
  calls: 8192,
  /** Reads of one batch: more than any page shows. */
  reads: 64,
} as const;

/** A remote call out of untrusted text, or the error to answer with. */
export type CallReading =
  | { readonly ok: true; readonly call: RemoteCall }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: Message };

/** Names that would reach an object's prototype instead of its own properties. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const value = v.union(
  [
    v.pipe(v.string(), v.maxLength(callLimits.value, `a value is longer than ${callLimits.value} characters`)),
    v.pipe(v.number(), v.finite()),
  ],
  'a value is neither text nor a number',
);

const columnName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'a parameter name is not letters, digits and underscores'),
  v.maxLength(callLimits.name, `a parameter name is longer than ${callLimits.name} characters`),
);

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(callLimits.name));

/** A plain object none of whose own names reaches a prototype. */
const ownNames = v.custom<Record<string, unknown>>(
  (input) =>
    typeof input === 'object' &&
    input !== null &&
    !Array.isArray(input) &&
    !Object.keys(input).some((key) => PROTOTYPE_NAMES.has(key)),
  'this must be an object without reserved names',
);

const objectParameters = v.pipe(
  ownNames,
  v.check((input) => typeof input.Template === 'string' && input.Template !== '', 'params.Template is missing'),
  v.check(
    (input) => Object.keys(input).length <= callLimits.columns,
    `there are more than ${callLimits.columns} parameters`,
  ),
  v.record(columnName, value),
  v.transform((input): ObjectCall['params'] => ({ ...input, Template: String(input.Template) })),
);

const was = v.optional(v.pipe(ownNames, v.record(columnName, value)));

const objectMethods = ['CommonGet', 'CommonSet', 'CommonDelAll'] as const;

/** Says what is wrong with the names of an object: one too many, one too few. */
function nameMessage(issue: v.StrictObjectIssue): string {
  if (issue.expected === 'never') return 'this name is not known';
  return issue.expected === 'Object' ? 'this must be an object' : `${issue.expected} is missing`;
}

/** A call within a batch. */
const objectCall = v.strictObject(
  {
    method: v.picklist(objectMethods, 'a call of a batch must be CommonGet, CommonSet or CommonDelAll'),
    params: objectParameters,
    was,
  },
  nameMessage,
);

const id = v.optional(v.literal(0, 'id must be 0'), 0);

const batch = v.pipe(
  v.strictObject(
    {
      method: v.literal('BatchPost'),
      id,
      params: v.pipe(
        ownNames,
        v.strictObject(
          {
            FuncName: v.pipe(name, v.regex(/^[\x20-\x7e]+$/, 'FuncName has a character that is not allowed')),
            calls: v.pipe(
              v.array(objectCall, 'params.calls must be a list'),
              v.maxLength(callLimits.calls, `a batch holds more than ${callLimits.calls} calls`),
              v.check(
                (calls) => calls.filter(({ method }) => method === 'CommonGet').length <= callLimits.reads,
                `a batch holds more than ${callLimits.reads} reads`,
              ),
            ),
            Proof: v.optional(v.pipe(v.string(), v.maxLength(callLimits.proof, 'Proof is too long'))),
            Force: v.optional(v.literal(1, 'Force must be 1')),
            DryRun: v.optional(v.literal(1, 'DryRun must be 1')),
          },
          nameMessage,
        ),
      ),
    },
    nameMessage,
  ),
  v.transform(
    ({ method, params: { Force, DryRun, Proof, ...params } }): BatchCall => ({
      method,
      params: { ...params, ...(Force && { Force }), ...(DryRun && { DryRun }), ...(Proof !== undefined && { Proof }) },
    }),
  ),
);

const batchRead = v.pipe(
  v.strictObject(
    {
      method: v.literal('BatchGet'),
      id,
      params: v.pipe(
        ownNames,
        v.strictObject(
          {
            reads: v.pipe(
              v.array(objectParameters, 'params.reads must be a list'),
              v.maxLength(callLimits.reads, `a batch holds more than ${callLimits.reads} reads`),
            ),
          },
          nameMessage,
        ),
      ),
    },
    nameMessage,
  ),
  v.transform(({ method, params }): BatchRead => ({ method, params })),
);

const single = v.pipe(
  v.strictObject(
    {
      method: v.picklist(objectMethods, 'the method must be CommonGet, CommonSet, CommonDelAll, BatchGet or BatchPost'),
      id,
      params: objectParameters,
      was,
    },
    nameMessage,
  ),
  v.transform(({ id: _, ...call }): ObjectCall => call),
);

/**
 * Reads the `RPC` field of a remote call (docs/specification/protocol.md, "Remote calls"). Any text has a result: a
 * call whose names are plain and whose values are flat, or one sentence about the error.
 */
export function readRemoteCall(text: string): CallReading {
  if (text.length > callLimits.text) {
    return wrong(
      say('The request is longer than {{max}} characters.', { max: callLimits.text }),
      ErrorCode.resourceUnavailable,
    );
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return wrong(say('The request is not valid JSON.'));
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return wrong(say('The request must be an object with a method and its params.'));
  }
  const reading = v.safeParse(shapeOf(json), json, { abortEarly: true });
  return reading.success ? { ok: true, call: reading.output } : wrong(sentence(reading.issues[0]));
}

function shapeOf(json: object) {
  const method = 'method' in json ? json.method : undefined;
  if (method === 'BatchPost') return batch;
  return method === 'BatchGet' ? batchRead : single;
}

function sentence(issue: v.BaseIssue<unknown>): Message {
  // The place quotes the request, which may be long.
  const place = v.getDotPath(issue)?.slice(0, 100);
  const problem = issue.message;
  return place
    ? say('The request is not understood at {{place}}: {{problem}}.', { place, problem })
    : say('The request is not understood: {{problem}}.', { problem });
}

function wrong(message: Message, code: ErrorCode = ErrorCode.genErr): CallReading {
  return { ok: false, code, message };
}
