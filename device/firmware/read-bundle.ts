import { createHash, type KeyObject, verify } from 'node:crypto';
import { BUNDLE_MARK, HEAD_SIZE, readBundleHead } from '../../model/firmware/bundle-head.ts';
import { type BundledFile, type BundleManifest, parseManifest } from '../../model/firmware/bundle-manifest.ts';
import { say } from '../../model/values/message.ts';
import { SpokenError } from '../../model/values/spoken-error.ts';

/** Why a bundle is not taken, in one sentence. */
export class BundleFault extends SpokenError {}

/** The octets of a bundle, from its beginning. */
export type BundlePieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Callbacks for reading a bundle. */
interface BundleVisitor {
  /** Its manifest, with a trusted signature; nothing behind it was read. An error thrown here ends the reading. */
  manifest?(manifest: BundleManifest): void | Promise<void>;
  /**
   * One of its files; has to read `pieces` to their end. Its hash is checked behind that: an octet of it is worth nothing before.
   */
  file?(file: BundledFile, pieces: AsyncIterable<Uint8Array>): Promise<void>;
}

/**
 * Reads a whole bundle: checks the signature before anything else of it is trusted, then each file against the
 * manifest, and that nothing follows the last one. Holds one piece and the manifest in memory. Rejects with a
 * `BundleFault` for a bundle that is invalid, damaged, or not signed by one of `trusted`; and with what the visitor
 * throws.
 */
export async function readBundle(
  pieces: BundlePieces,
  trusted: readonly KeyObject[],
  visitor: BundleVisitor = {},
): Promise<BundleManifest> {
  const source = new PieceReader(pieces);
  try {
    const manifest = await signedManifest(source, trusted);
    await visitor.manifest?.(manifest);
    for (const file of manifest.files) await readFile(source, file, visitor);
    if ((await source.upTo(1)).length > 0) throw damaged();
    return manifest;
  } finally {
    await source.close();
  }
}

async function signedManifest(source: PieceReader, trusted: readonly KeyObject[]): Promise<BundleManifest> {
  const head = readBundleHead(await source.upTo(HEAD_SIZE));
  if (!head) throw new BundleFault(say('The file is not a firmware image.'));
  const octets = await source.upTo(head.manifestSize);
  if (octets.length < head.manifestSize) throw damaged();
  const signed = Buffer.concat([BUNDLE_MARK, octets]);
  if (!trusted.some((key) => verify(null, signed, key, head.signature))) {
    throw new BundleFault(
      trusted.length > 0
        ? say('The image is damaged, or its signature is not trusted.')
        : say('No firmware is trusted yet: there is no public key.'),
    );
  }
  const manifest = parseManifest(octets);
  if (!manifest) throw damaged();
  return manifest;
}

async function readFile(source: PieceReader, file: BundledFile, { file: take }: BundleVisitor): Promise<void> {
  const hash = createHash('sha256');
  let left = file.size;
  const pieces = async function* () {
    for await (const piece of source.next(file.size)) {
      hash.update(piece);
      left -= piece.length;
      yield piece;
    }
  };
  if (take) await take(file, pieces());
  else for await (const _ of pieces());
  if (left > 0 || hash.digest('hex') !== file.sha256) throw damaged();
}

function damaged(): BundleFault {
  return new BundleFault(say('The image is damaged.'));
}

/** Reads pieces of whatever sizes as pieces of wanted sizes. */
class PieceReader {
  readonly #pieces: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(pieces: BundlePieces) {
    this.#pieces = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  /** The next `size` octets as one; fewer at the end. */
  async upTo(size: number): Promise<Uint8Array> {
    const taken: Uint8Array[] = [];
    for await (const piece of this.next(size)) taken.push(piece);
    return Buffer.concat(taken);
  }

  /** The next `size` octets piece by piece; fewer at the end. */
  async *next(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) {
        const { done, value } = await this.#pieces.next();
        if (done) return;
        this.#rest = value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      if (piece.length > 0) yield piece;
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
