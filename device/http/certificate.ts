// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createSecureContext } from 'node:tls';
import * as x509 from '@peculiar/x509';
import { type Message, say } from '../../model/values/message.ts';
import type { KeyPair } from '../console-settings.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import { privateKeyText } from './private-key-text.ts';

const DAY = 86_400_000;
/** Browsers and operating systems refuse server certificates that are valid for longer (CA/Browser Forum, 6.3.2). */
const VALIDITY = 397 * DAY;

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

/** Makes a self-signed certificate (ECDSA P-256) for these addresses and names. */
export async function createCertificate(names: readonly string[], now: number = Date.now()): Promise<KeyPair> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: Buffer.from(crypto.getRandomValues(new Uint8Array(8)))
      .toString('hex')
      .replace(/^[89a-f]/, '7'),
    name: 'CN=Faceplate switch',
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + VALIDITY),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(alternativeNames(names)),
    ],
  });
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: await privateKeyText(keys.privateKey),
  };
}

function alternativeNames(names: readonly string[]): x509.JsonGeneralName[] {
  return [...new Set(names)]
    .filter((name) => name !== '0.0.0.0' && name !== '::')
    .map((value) => ({ type: isIP(value) ? 'ip' : 'dns', value }));
}

function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ scopeid }) => !scopeid).map(({ address }) => address),
  );
}

function isUsable(pem: string, address: string): boolean {
  try {
    const certificate = new x509.X509Certificate(pem);
    const soon = Date.now() + 30 * DAY;
    if (certificate.notAfter.getTime() < soon) return false;
    const names = certificate.getExtension(x509.SubjectAlternativeNameExtension)?.names.toJSON() ?? [];
    return address === '0.0.0.0' || address === '::' || names.some(({ value }) => value === address);
  } catch {
    return false;
  }
}
