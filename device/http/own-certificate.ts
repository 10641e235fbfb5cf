import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import { type Message, say } from '../../model/values/message.ts';
import type { KeyPair } from '../console-settings.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { endsSoon } from './own-certificate-end.ts';

/** A certificate to use, and what to report about it. */
export interface OwnCertificate {
  readonly pair: KeyPair;
  readonly said?: Message;
}

const FORMAT = 'faceplate-certificate';

const renewed = (fault: Message) => say('The certificate {{fault}}; a new one was generated.', { fault });

/**
 * The device's own certificate: the one stored at `path` with its key, in one file, so that they always belong
 * together; or a new one if there is no usable one, it expires within a month, it does not name `address`, or another
 * one is wanted (`anew`). Never rejects because of the flash: one that cannot be stored is used until the end.
 */
export async function ownCertificate(
  files: FlashFiles,
  path: string,
  address: string,
  anew = false,
): Promise<OwnCertificate> {
  const found = await readCheckedFile(files, path, FORMAT);
  const kept = found.kind === 'whole' ? readPair(found.body) : undefined;
  if (kept && !anew && isUsable(kept.certificate, address)) return { pair: kept };
  // What makes one takes longer to load than all the rest of a start: most starts find one.
  const { createCertificate } = await import('./certificate.ts');
  const pair = await createCertificate([address, ...hostAddresses(), '127.0.0.1', '::1', 'localhost']);
  if (found.kind === 'unreadable') {
    const { reason } = found;
    return { pair, said: say('The certificate cannot be read, because {{reason}}; another one is used.', { reason }) };
  }
  try {
    await writeCheckedFile(files, path, FORMAT, `${JSON.stringify(pair)}\n`);
  } catch (error) {
    return { pair, said: say('The certificate could not be saved, because {{reason}}.', { reason: reasonOf(error) }) };
  }
  return { pair, ...(found.kind === 'damaged' && { said: renewed(found.fault) }) };
}

/** Undefined for what is no certificate with its own key. */
function readPair(body: string): KeyPair | undefined {
  try {
    const json: unknown = JSON.parse(body);
    if (typeof json !== 'object' || json === null || !('certificate' in json) || !('key' in json)) return undefined;
    const { certificate, key } = json;
    if (typeof certificate !== 'string' || typeof key !== 'string') return undefined;
    createSecureContext({ cert: certificate, key });
    return { certificate, key };
  } catch {
    return undefined;
  }
}

function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ scopeid }) => !scopeid).map(({ address }) => address),
  );
}

function isUsable(pem: string, address: string): boolean {
  try {
    const certificate = new X509Certificate(pem);
    if (endsSoon(pem)) return false;
    if (address === '0.0.0.0' || address === '::') return true;
    return (isIP(address) ? certificate.checkIP(address) : certificate.checkHost(address)) !== undefined;
  } catch {
    return false;
  }
}
