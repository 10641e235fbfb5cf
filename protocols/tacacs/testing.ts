/** The body of a REPLY (RFC 8907 5.2). */
export function replyBody(status: number, message: string): Uint8Array {
  const text = new TextEncoder().encode(message);
  return Uint8Array.from([status, 0, text.length >>> 8, text.length & 0xff, 0, 0, ...text]);
}
