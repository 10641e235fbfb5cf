import type { Message } from '../values/message.ts';
import type { ErrorCode } from './error-code.ts';

/** A value as it travels and as it is kept: 64-bit counters, addresses and lists are text. */
export type Value = string | number;

/** Column values by column name. */
export type Values = Readonly<Record<string, Value>>;

/** RowStatus values that a CommonSet may carry (RFC 2579). */
export const RowStatus = { createAndGo: 4, destroy: 6 } as const;

/** The names that a call's parameters reserve; everything beside them is an object's column. */
export const reservedParameters: ReadonlySet<string> = new Set([
  'Template',
  'RowStatus',
  'Force',
  'DryRun',
  'WebAuthenRequestState',
  'Known',
  'Proof',
]);

/** One remote call on an object: its `Template` beside the columns (docs/specification/protocol.md, "Remote calls"). */
export interface ObjectCall {
  readonly method: 'CommonGet' | 'CommonSet' | 'CommonDelAll';
  readonly params: Readonly<Record<string, Value>> & { readonly Template: string };
  /** Of a CommonSet: columns as the caller knows them. One that somebody else has changed since is not set (8712). */
  readonly was?: Values;
}

/** Begins the `FuncName` of what the setup wizard writes. */
export const SETUP_WIZARD = 'Setup wizard: ';

/** Several calls that take effect together or not at all; `FuncName` says what for and goes to the log. */
export interface BatchCall {
  readonly method: 'BatchPost';
  readonly params: {
    readonly FuncName: string;
    readonly calls: readonly ObjectCall[];
    readonly Force?: 1;
    /** The password, encrypted as a login encrypts it, for what grants access (8711). A single call has it beside its columns. */
    readonly Proof?: string;
    /** Answers what the calls would change, a `DryRunResult`, and changes nothing. */
    readonly DryRun?: 1;
  };
}

/**
 * Contents of a CommonGet, several times over: the reads travel together, and each has its own answer. A repeated read
 * may contain the former answer's mark with `Known`, and then gets only the changes (see `ReadAnswer`).
 */
export interface BatchRead {
  readonly method: 'BatchGet';
  readonly params: { readonly reads: readonly ObjectCall['params'][] };
}

/** Requests of a remote call to the device. */
export type RemoteCall = ObjectCall | BatchCall | BatchRead;

/** How a call went; code 0 is success. */
export interface AnswerError extends Partial<Message> {
  readonly code: ErrorCode;
  /** The sentence in English; the same as the source text `text` with its `values`, which the console words again. */
  readonly message: string;
  /** The object, row (its index columns) and column at fault, where it is one: for putting the message under its control. */
  readonly object?: string;
  readonly row?: Values;
  readonly column?: string;
  /** Of a call that can be forced (8710): nothing reverts it then. */
  readonly final?: 1;
}

/** How the device answers every call. */
export interface Answer<Result = unknown> {
  readonly id: 0;
  readonly error: AnswerError;
  readonly result?: Result;
}

/** How the device answers each read of a `BatchRead`, in their order. */
export interface ReadAnswer extends Omit<Answer, 'id'> {
  /** Names this result, for a read that carries `Known`; where that is its name already, the result is left out. */
  readonly tag?: string;
}

/** How the device answers a login. */
export interface LoginAnswer {
  readonly error: AnswerError;
  readonly gambit?: string;
  /** Of right credentials while all sessions are taken: one that a repeated login can end by naming it as `end`. */
  readonly longestIdle?: {
    readonly session: string;
    readonly remoteAddress: string;
    /** Seconds since its last call. */
    readonly idle: number;
  };
}
