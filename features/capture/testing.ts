/** A block of a pcapng file. */
export interface Block {
  readonly type: number;
  readonly body: Uint8Array;
}

/** For tests: the blocks of a pcapng file; throws where lengths do not fit. */
export function blocksOf(file: Uint8Array): readonly Block[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const blocks: Block[] = [];
  for (let at = 0; at < file.length; ) {
    const length = view.getUint32(at + 4, true);
    if (length % 4 !== 0 || view.getUint32(at + length - 4, true) !== length) throw new Error(`broken block at ${at}`);
    blocks.push({ type: view.getUint32(at, true), body: file.subarray(at + 8, at + length - 4) });
    at += length;
  }
  return blocks;
}

/** For tests: the frames of a file with the place of their interface and their direction: 1 inbound, 2 outbound. */
export function framesOf(file: Uint8Array) {
  return blocksOf(file).flatMap(({ type, body }) => {
    if (type !== 6) return [];
    const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    const kept = view.getUint32(12, true);
    const options = 20 + ((kept + 3) & ~3);
    return [
      {
        place: view.getUint32(0, true),
        time: Number((BigInt(view.getUint32(4, true)) << 32n) | BigInt(view.getUint32(8, true))),
        frame: body.slice(20, 20 + kept),
        length: view.getUint32(16, true),
        direction: view.getUint16(options, true) === 2 ? view.getUint32(options + 4, true) : 0,
      },
    ];
  });
}
