import type { IncomingMessage } from 'node:http';

/** Characters of a token at most; nothing longer is one. */
const LONGEST = 256;

/** The token of a program (RFC 6750 2.1); undefined without one. One that cannot be a token is "", which is none. */
export function bearerToken({ headers }: IncomingMessage): string | undefined {
  const given = headers.authorization;
  if (given === undefined) return undefined;
  const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(given)?.[1] ?? '';
  return token.length > LONGEST ? '' : token;
}
