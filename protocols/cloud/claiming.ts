import * as v from 'valibot';
import { readText } from './wire.ts';

/** A switch's request to be accepted by the cloud. */
const claiming = v.object({
  serial: v.pipe(v.string(), v.regex(/^[0-9A-Za-z-]{1,32}$/)),
  model: v.pipe(v.string(), v.maxLength(64), v.regex(/^[^\p{Cc}]*$/u)),
  /** Result of a login; without one the claim code has to have been entered. */
  token: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(4096))),
});

const signingIn = v.object({
  account: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
});

/** Reads the body of a claim; undefined for what is none. Never throws. */
export function readClaiming(body: string): v.InferOutput<typeof claiming> | undefined {
  return readText(claiming, body);
}

/** Reads the body of a sign-in; undefined for what is none. Never throws. */
export function readSigningIn(body: string): v.InferOutput<typeof signingIn> | undefined {
  return readText(signingIn, body);
}
