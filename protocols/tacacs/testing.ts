/** The body of a REPLY (RFC 8907 5.2). */
export function replyBody(status: number, message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  return Uint8Array.from([status, 0, text.length >>> 8, text.length & 0xff, 0, 0, ...text]);
}

/** The body of what an authorization is answered with (RFC 8907 6.2). */
export function authorizationReplyBody(status: number, given: readonly string[]): Uint8Array {
  const fields = given.map((text) => new TextEncoder().encode(text));
  const lengths = fields.map(({ length }) => length);
  return Uint8Array.from([status, fields.length, 0, 0, 0, 0, ...lengths, ...fields.flatMap((field) => [...field])]);
}
