import { duplexPair } from 'node:stream';
import { connect, createSecureContext, TLSSocket } from 'node:tls';
import type { KeyPair } from '../../../device/console-settings.ts';
import { SECURE_CIPHERS } from '../../../device/http/secure-ciphers.ts';

/** The signatures that every browser verifies: none by P-521, or with SHA-1. */
const SIGNATURES = [
  'ecdsa_secp256r1_sha256',
  'rsa_pss_rsae_sha256',
  'rsa_pkcs1_sha256',
  'ecdsa_secp384r1_sha384',
  'rsa_pss_rsae_sha384',
  'rsa_pkcs1_sha384',
  'rsa_pss_rsae_sha512',
  'rsa_pkcs1_sha512',
].join(':');

/** Errors of time, which the device checks by its own clock; this check uses the host's. */
const OF_TIME: readonly unknown[] = ['CERT_NOT_YET_VALID', 'CERT_HAS_EXPIRED'];

/**
 * Shakes hands by this certificate with a client that is as strict as a browser, and that trusts `root` (PEM). Resolves to why
 * that fails, as OpenSSL names it; undefined where it does not.
 */
export async function handshakeFault({ certificate, key }: KeyPair, root: string): Promise<string | undefined> {
  const [near, far] = duplexPair();
  const server = new TLSSocket(far, {
    isServer: true,
    secureContext: createSecureContext({ cert: certificate, key, ciphers: SECURE_CIPHERS }),
  });
  const client = connect({
    socket: near,
    ca: root,
    allowPartialTrustChain: true,
    ciphers: `${SECURE_CIPHERS}:@SECLEVEL=2`,
    sigalgs: SIGNATURES,
    ecdhCurve: 'X25519:P-256:P-384',
    rejectUnauthorized: false,
    // Names are those under which somebody asks.
    checkServerIdentity: () => undefined,
  });
  return new Promise<string | undefined>((resolve) => {
    const failed = (error: Error & { readonly code?: string }) => resolve(error.code ?? error.message);
    server.once('error', failed);
    client.once('error', failed);
    client.once('secureConnect', () => {
      const error: unknown = client.authorizationError;
      resolve(client.authorized || OF_TIME.includes(error) ? undefined : String(error));
    });
  }).finally(() => {
    client.destroy();
    server.destroy();
  });
}
