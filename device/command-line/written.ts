import type { Writable } from 'node:stream';

/** Writes, and resolves when more may be written, or the reader is gone. */
export function written(stream: Writable, text: string | Uint8Array): Promise<void> {
  if (stream.destroyed || stream.writableEnded || stream.write(text)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.on('drain', done);
    stream.on('close', done);
  });
}
