import * as v from 'valibot';
import { isRecord } from '../../model/values/json-record.ts';
import { hash, message, revision, shortText } from './wire.ts';

/**
 * Seconds in which a cloud confirms a change, where it names none, and the range of those that it may name
 * (docs/specification/cloud.md 5).
 */
export const CONFIRM_WINDOW = { usual: 120, shortest: 30, longest: 3600 } as const;

/** Names a change from afar; no two of a switch share one. */
const changeId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** Common fields of every cloud change. */
const announced = {
  id: changeId,
  /** The revision of the switch once the change is confirmed; greater than any that it has been given. */
  revision: v.pipe(revision, v.minValue(1)),
  /** Seconds. */
  window: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(CONFIRM_WINDOW.shortest), v.maxValue(CONFIRM_WINDOW.longest)),
    CONFIRM_WINDOW.usual,
  ),
};

/**
 * A change that a call makes. Without a revision the switch stays at the one it is at, and what the call changed is drift until
 * the cloud adopts it: by a `configure` of the configuration as it is then, which changes nothing and needs no confirmation.
 */
export const announcedChange = v.object({ ...announced, revision: v.optional(announced.revision) });

/** A value as it is kept. */
const value = v.union([v.string(), v.pipe(v.number(), v.finite())]);

// A list counts as a record otherwise.
const values = v.pipe(v.custom<Record<string, unknown>>(isRecord), v.record(v.string(), value));

/**
 * A configuration, by object and column names. An object that is not in it stays as it is, and so does a column of a group or of
 * a row that is there, and a row that is always there; of a table that is in it every other row goes that the list does not have.
 * It holds no secrets.
 */
export const document = v.object({ objects: v.record(v.string(), v.union([v.array(values), values])) });

export type ConfigurationDocument = v.InferOutput<typeof document>;

export type AnnouncedChange = v.InferOutput<typeof announcedChange>;

/** The content of `configure`: a configuration, or remote calls that are carried out together. */
export const configuration = v.union([
  v.strictObject({ ...announced, user: shortText(64), configuration: document }),
  v.strictObject({
    ...announced,
    user: shortText(64),
    /** As those of a `BatchPost`. */
    calls: v.pipe(v.array(v.record(v.string(), v.unknown())), v.minLength(1), v.maxLength(8192)),
  }),
]);

export type Configure = v.InferOutput<typeof configuration>;

/** Asks the switch to keep a change: this cloud is reached while it is in force. */
export const confirmation = v.object({ id: changeId });

/**
 * The switch's answer to a confirmation; `unknown` for a change that is not pending, `stale` over a connection from
 * before it.
 */
export const confirmed = v.object({ id: changeId, status: v.picklist(['committed', 'unknown', 'stale']) });

export type Confirmed = v.InferOutput<typeof confirmed>;

/** A change that waits for its confirmation. */
export const waiting = v.object({
  id: changeId,
  revision,
  secondsLeft: v.pipe(v.number(), v.minValue(0), v.maxValue(CONFIRM_WINDOW.longest)),
});

/** Why a change was not made: nothing is otherwise than before. */
const refusalCause = v.picklist([
  /** Another change waits for its confirmation; to be asked again. */
  'busy',
  /** The switch is managed locally. */
  'local',
  /** Its revision is not greater than all that the switch was given, those that came back among them. */
  'outdated',
  /** Its request is refused; the same one is refused again. */
  'invalid',
]);

export type RefusalCause = v.InferOutput<typeof refusalCause>;

/** The place of the fault in the configuration, and the fault, by the numbers and names of the remote calls. */
const fault = v.object({
  code: v.number(),
  message: shortText(4096),
  said: v.optional(message),
  object: v.optional(shortText(64)),
  row: v.optional(values),
  column: v.optional(shortText(64)),
});

/** The switch's answer to a change. If it is `pending`, the next reports say how it ended. */
export const changeAnswer = v.variant('status', [
  v.object({ status: v.literal('pending'), ...waiting.entries }),
  /** In force and kept; also where it changed nothing, and of one that is sent again. The hash is that of all that is in force. */
  v.object({ status: v.literal('committed'), id: changeId, revision, hash: v.optional(hash) }),
  /** In force for a while, and gone: see the report's `last`. */
  v.object({ status: v.literal('reverted'), id: changeId, revision }),
  v.object({ status: v.literal('refused'), id: changeId, revision, cause: refusalCause, fault }),
]);

export type ChangeAnswer = v.InferOutput<typeof changeAnswer>;

/** Why a former configuration is back. */
const returnCause = v.picklist([
  /** It was not confirmed in time. */
  'deadline',
  /** The switch restarted before it was confirmed. */
  'restart',
  /** Somebody at the switch took it back, or took local control. */
  'local',
  /** It was confirmed, and the cloud was lost for long before it counted as safe. */
  'cloudLost',
]);

export type ReturnCause = v.InferOutput<typeof returnCause>;

/** How the last change from afar ended. */
export const outcome = v.variant('status', [
  v.object({ status: v.literal('committed'), id: changeId, revision }),
  v.object({ status: v.literal('reverted'), id: changeId, revision, cause: returnCause, reason: message }),
]);

export type Outcome = v.InferOutput<typeof outcome>;
