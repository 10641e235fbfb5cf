import * as v from 'valibot';
import { outcome, waiting } from './change.ts';
import { upgradeReport } from './upgrade.ts';
import { hash, message, revision, shortText } from './wire.ts';

/** Maximum number of lines of drift in a report, and of reverted revisions. */
export const DRIFT_LINES = 50;
export const BAD_REVISIONS = 32;

/** One difference in words. */
const difference = v.object({ what: message, from: v.optional(message), to: v.optional(message) });

/** A switch's report when it connects, and whenever it changes. */
export const switchReport = v.object({
  model: shortText(64),
  version: shortText(64),
  name: shortText(255),
  /** The address that the line comes from; "" where it is not known. */
  address: v.optional(shortText(64), ''),
  /** Seconds since its start. */
  upTime: v.optional(v.pipe(v.number(), v.minValue(0)), 0),
  owner: v.picklist(['local', 'cloud']),
  /** It is managed locally only until its setup wizard is finished. */
  awaitsSetup: v.optional(v.boolean()),
  /** Of the configuration in force (docs/specification/cloud.md 2): SHA-256 of its canonical JSON. */
  hash,
  /** The revision that the switch is at, and its hash: if that differs from `hash`, there is drift. */
  revision,
  revisionHash: v.optional(hash),
  /** The revision that it returns to if the cloud is lost. */
  safeRevision: revision,
  /** Those that came back, the latest last. */
  badRevisions: v.pipe(v.array(revision), v.maxLength(BAD_REVISIONS)),
  /** A change that is in force and waits for its confirmation. */
  pending: v.optional(waiting),
  /** How the last one ended. */
  last: v.optional(outcome),
  /** Firmware that the cloud asked it to take, until it restarts. */
  upgrade: v.optional(upgradeReport),
  /** Differences from the wanted configuration, in words, as far as there is room; and the number of lines. */
  drift: v.pipe(v.array(difference), v.maxLength(DRIFT_LINES)),
  driftLines: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});

export type SwitchReport = v.InferOutput<typeof switchReport>;

/** A line of the switch's log that somebody should see: warnings and what is worse. */
export const logLine = v.object({
  /** RFC 5424. */
  severity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
  /** Milliseconds since 1970, by the clock of the switch. */
  time: v.number(),
  said: message,
});

export type LogLine = v.InferOutput<typeof logLine>;

/** A condition that lasts until it is over. */
const standingAlarm = v.object({
  /** Distinguishes it from others of the switch. */
  mark: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  kind: v.picklist(['power', 'loop', 'silent', 'load', 'heat', 'hardware']),
  /** RFC 5424. */
  severity: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(7)),
  said: message,
});

export type StandingAlarm = v.InferOutput<typeof standingAlarm>;

/** How well it is. */
export const health = v.object({
  /** 100 where nothing is wrong (uCentral). */
  sanity: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
  /** All present faults: a fault that is missing is over. */
  alarms: v.pipe(v.array(standingAlarm), v.maxLength(64)),
});

export type Health = v.InferOutput<typeof health>;
