import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { KeyPair } from '../../device/console-settings.ts';
import { wordsOfError } from '../../model/values/error-words.ts';

/** The files of a certificate (PEM, with its chain) and its key. */
export interface PairFiles {
  readonly certificate: string;
  readonly key: string;
}

/**
 * Reads a certificate and its key. Rejects with one sentence where a file cannot be read, the two do not belong together, or TLS takes
 * them for too weak or damaged: a chain that is still being written, for instance.
 */
export async function readPair(files: PairFiles): Promise<KeyPair> {
  const [certificate, key] = await Promise.all([files.certificate, files.key].map(textOf));
  if (certificate === undefined || key === undefined) throw new Error('A certificate needs its key.');
  let belongs: boolean;
  try {
    belongs = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    throw new Error(`${files.certificate} and ${files.key} must be a certificate and a key without password, in PEM.`);
  }
  if (!belongs) throw new Error(`The key ${files.key} is not that of the certificate ${files.certificate}.`);
  try {
    createSecureContext({ cert: certificate, key });
  } catch (error) {
    const reason = wordsOfError(error);
    throw new Error(`${files.certificate} and ${files.key} cannot be used: ${reason}.`);
  }
  return { certificate, key };
}

/** Whether the files hold another pair than `present` now; half a change, or a damaged one, is no change yet. */
export async function changedPair(files: PairFiles, present: KeyPair): Promise<KeyPair | undefined> {
  const next = await readPair(files).catch(() => undefined);
  const isSame = next?.certificate === present.certificate && next.key === present.key;
  return isSame ? undefined : next;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new Error(`The file ${path} cannot be read.`);
  }
}
