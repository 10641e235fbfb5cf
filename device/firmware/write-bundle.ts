import { createHash, type KeyObject, sign } from 'node:crypto';
import { BUNDLE_MARK } from '../../model/firmware/bundle-head.ts';
import { formatManifest } from '../../model/firmware/bundle-manifest.ts';

/** Parts of a bundle. */
export interface BundleParts {
  readonly models: readonly string[];
  /** "1.2.3" */
  readonly version: string;
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
}

/** Makes a bundle, signed with an Ed25519 private key. Its contents are not checked: the switch does that. */
export function writeBundle({ models, version, files }: BundleParts, key: KeyObject): Uint8Array {
  const listed = files.map(({ name, content }) => {
    return { name, size: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  });
  const manifest = formatManifest({ models, version, files: listed });
  return assemble(
    manifest,
    key,
    files.map(({ content }) => content),
  );
}

/** The same with the octets of a manifest as they are. */
export function assemble(manifest: Uint8Array, key: KeyObject, contents: readonly Uint8Array[]): Uint8Array {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, manifest.length);
  const signature = sign(null, Buffer.concat([BUNDLE_MARK, manifest]), key);
  return Buffer.concat([BUNDLE_MARK, size, signature, manifest, ...contents]);
}
