/** Left rotations of each round, by position modulo 4 (RFC 1320 3.4). */
const ROTATIONS = [
  [3, 7, 11, 19],
  [3, 5, 9, 13],
  [3, 9, 11, 15],
] as const;

/** The order in which each round takes the sixteen words of a block. */
const ORDERS = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
  [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
] as const;

const CONSTANTS = [0, 0x5a827999, 0x6ed9eba1] as const;

const MIXES: readonly ((x: number, y: number, z: number) => number)[] = [
  (x, y, z) => (x & y) | (~x & z),
  (x, y, z) => (x & y) | (x & z) | (y & z),
  (x, y, z) => x ^ y ^ z,
];

const BLOCK = 64;

/**
 * The MD4 digest (RFC 1320), 16 octets. MSCHAPv2 is defined by it and OpenSSL 3 no longer has it; it is broken and serves
 * nothing else.
 */
export function md4(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, (message.length * 8) >>> 0, true);
  view.setUint32(padded.length - 4, Math.floor(message.length / 2 ** 29), true);
  let state: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let at = 0; at < padded.length; at += BLOCK) {
    const next = compressed(state, view, at);
    state = state.map((word, index) => (word + (next[index] ?? 0)) | 0);
  }
  const digest = new DataView(new ArrayBuffer(16));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word, true);
  return new Uint8Array(digest.buffer);
}

function compressed(state: readonly number[], block: DataView, at: number): readonly number[] {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  for (const [round, order] of ORDERS.entries()) {
    for (const [step, word] of order.entries()) {
      const mixed = MIXES[round]?.(b, c, d) ?? 0;
      const sum = (a + mixed + block.getUint32(at + word * 4, true) + (CONSTANTS[round] ?? 0)) | 0;
      const rotation = ROTATIONS[round]?.[step % 4] ?? 0;
      [a, b, c, d] = [d, (sum << rotation) | (sum >>> (32 - rotation)), b, c];
    }
  }
  return [a, b, c, d];
}
