import type { BundleManifest } from './bundle-manifest.ts';
import { parseManifest } from './bundle-manifest.ts';

/**
 * The first octets of a firmware bundle. They are followed, without gaps, by: the length of the manifest (4 octets, big
 * endian), an Ed25519 signature (RFC 8032) over the mark and the manifest, the manifest as JSON in UTF-8, and the files
 * one after another, verbatim, in the manifest's order.
 */
export const BUNDLE_MARK: Uint8Array = new TextEncoder().encode('FACEPLATE FIRMWARE 1\n');

/** Octets of an Ed25519 signature (RFC 8032 5.1.6). */
const SIGNATURE_SIZE = 64;

/** Octets before the manifest. */
export const HEAD_SIZE: number = BUNDLE_MARK.length + 4 + SIGNATURE_SIZE;

/** Octets of a manifest at most. */
export const MANIFEST_MAXIMUM: number = 1024 * 1024;

/** Octets of a bundle at most (docs/specification/system.md, "Firmware Upgrade"). */
export const BUNDLE_MAXIMUM: number = 64 * 1024 * 1024;

/** Contents of the first `HEAD_SIZE` octets. */
export interface BundleHead {
  readonly manifestSize: number;
  readonly signature: Uint8Array;
}

/** Reads the first `HEAD_SIZE` octets of a file; undefined where it is no bundle. Never throws. */
export function readBundleHead(octets: Uint8Array): BundleHead | undefined {
  if (octets.length < HEAD_SIZE || BUNDLE_MARK.some((octet, at) => octets[at] !== octet)) return undefined;
  const manifestSize = new DataView(octets.buffer, octets.byteOffset).getUint32(BUNDLE_MARK.length);
  if (manifestSize === 0 || manifestSize > MANIFEST_MAXIMUM) return undefined;
  return { manifestSize, signature: octets.slice(BUNDLE_MARK.length + 4, HEAD_SIZE) };
}

/**
 * Description of a chosen file, for a user who is about to send it: only its form is checked. Undefined for anything
 * but a bundle. Rejects if the file cannot be read.
 */
export async function glanceAtBundle(file: Blob): Promise<BundleManifest | undefined> {
  const part = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  const head = readBundleHead(await part(0, HEAD_SIZE));
  return head && parseManifest(await part(HEAD_SIZE, HEAD_SIZE + head.manifestSize));
}
