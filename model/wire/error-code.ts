/**
 * Codes that the device answers a call with (docs/specification/protocol.md; docs/specification/system.md 0.4, after RFC 3416
 * error-status). 0 is success; 8701 and the gambit error end the session in the browser.
 */
export const ErrorCode = {
  success: 0,
  noSuchName: 2,
  genErr: 5,
  wrongLength: 8,
  wrongValue: 10,
  noCreation: 11,
  inconsistentValue: 12,
  resourceUnavailable: 13,
  commitFailed: 14,
  notWritable: 17,
  inconsistentName: 18,
  webTimeout: 8701,
  badCredentials: 8702,
  sourceLocked: 8703,
  tooManySessions: 8704,
  /** The change would cut this session off; repeat with `Force: 1` to apply it provisionally. */
  managementLoss: 8710,
  /** The change grants access: repeat it with `Proof`, the password encrypted as a login encrypts it. */
  proofRequired: 8711,
  /** A column is no longer what the caller's `was` says: read it again, decide, and repeat. */
  changedMeanwhile: 8712,
  /** The session token is not valid. */
  gambit: 4294967295,
} as const;

/** One of the values of `ErrorCode`. */
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
