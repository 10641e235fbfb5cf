import { createPublicKey, type KeyObject } from 'node:crypto';
import type { FlashFiles } from '../flash/flash-files.ts';

const PEM = /-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g;

/**
 * The Ed25519 public keys in these files, any number in each as PEM (RFC 8410). Anything else is skipped, and so is a
 * missing file. Never rejects.
 */
export async function readTrustedKeys(files: FlashFiles, paths: readonly string[]): Promise<readonly KeyObject[]> {
  const texts = await Promise.all(paths.map((path) => files.read(path).catch(() => undefined)));
  return texts.flatMap((text) => text?.match(PEM) ?? []).flatMap(keyIn);
}

function keyIn(pem: string): readonly KeyObject[] {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? [key] : [];
  } catch {
    return [];
  }
}
