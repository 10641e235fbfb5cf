// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';
import type { KeyPair } from '../console-settings.ts';
import { privateKeyText } from './private-key-text.ts';

const DAY = 86_400_000;
/** Browsers and operating systems refuse server certificates that are valid for longer (CA/Browser Forum, 6.3.2). */
const VALIDITY = 397 * DAY;

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
