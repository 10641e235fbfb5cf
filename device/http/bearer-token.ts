import type { IncomingMessage } from 'node:http';

/** Characters of a token at most; nothing longer is one. */
const LONGEST = 256;

/**
 * The token of a program (RFC 6750 2.1); undefined without one. One that cannot be a token is "", which is none. Credentials of
 * another scheme are not meant for the switch: a proxy that asks for a password passes them on with every call of the console.
 */
export function bearerToken({ headers }: IncomingMessage): string | undefined {
  const given = headers.authorization;
  if (given === undefined || !/^Bearer(?: |$)/i.test(given)) return undefined;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(given)?.[1] ?? '';
  return token.length > LONGEST ? '' : token;
}
