// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import * as x509 from '@peculiar/x509';
import { type FlashFiles, makeFolder, replaceFile } from '../flash/flash-files.ts';

/** A certificate and its private key, both in PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const DAY = 86_400_000;
/** Browsers and operating systems refuse server certificates that are valid for longer (CA/Browser Forum, 6.3.2). */
const VALIDITY = 397 * DAY;

/**
 * The device's own certificate: the one kept in `directory`, or a new one where there is none, it expires within a month,
 * or it does not name `address`.
 */
export async function ownCertificate(files: FlashFiles, directory: string, address: string): Promise<KeyPair> {
  await makeFolder(directory);
  const place = { certificate: join(directory, 'certificate.pem'), key: join(directory, 'certificate-key.pem') };
  const [certificate, key] = [await files.read(place.certificate), await files.read(place.key)];
  if (certificate !== undefined && key !== undefined && isUsable(certificate, address)) return { certificate, key };
  const made = await createCertificate([address, ...hostAddresses(), '127.0.0.1', '::1', 'localhost']);
  await replaceFile(files, place.key, made.key);
  await replaceFile(files, place.certificate, made.certificate);
  return made;
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
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  const lines = key.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`,
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
