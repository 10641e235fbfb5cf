// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';
import { privateKeyText } from '../../../device/http/private-key-text.ts';
import type { KeptCertificate } from './kept-certificate.ts';

/** Makes a new key (ECDSA P-256) and a request (PKCS #10) to sign it for these names, the first of which is the common name. */
export async function createRequest(names: readonly string[]): Promise<NonNullable<KeptCertificate['request']>> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const [commonName = ''] = names;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    // As a list of attributes: nothing in the name is read as one.
    name: [{ CN: [commonName] }],
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        [...new Set(names)].map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  });
  return {
    text: `${request.toString('pem')}\n`,
    key: await privateKeyText(keys.privateKey),
  };
}
