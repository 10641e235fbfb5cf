/** How far `to` is ahead of `from` in the circle of 32-bit sequence numbers; negative where it is behind (RFC 9293 3.4). */
export function ahead(from: number, to: number): number {
  return (to - from) | 0;
}

/** The sequence number `count` behind `from`. */
export function advanced(from: number, count: number): number {
  return (from + count) >>> 0;
}
