import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { KeyPair } from '../../../device/console-settings.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';

/** What was uploaded. */
export interface Offer {
  /** The certificate, and those that issued it behind it, each by the next one. */
  readonly certificate: string;
  readonly key: string;
  /** Of the key; "" for none. */
  readonly passphrase: string;
}

/** Certificates in a chain at most. */
const CHAIN = 8;

/** Bits of an RSA key: fewer can be broken, more cost a handshake so much that strangers could hold the switch up. */
const RSA_BITS = { least: 2048, most: 4096 };

const CURVES: readonly (string | undefined)[] = ['prime256v1', 'secp384r1', 'secp521r1'];

const refuse = (message: Message) => new SpokenError(message);

/**
 * Reads a certificate and its key, both in PEM, and gives them back as they are answered with: the key without its passphrase.
 * Throws a `SpokenError` that names what is wrong, so that what is in force stays. `now` is in milliseconds since 1970.
 */
export function checkedPair(offer: Offer, now: number): KeyPair {
  const chain = certificatesIn(offer.certificate);
  const key = privateKeyIn(offer.key, offer.passphrase);
  const [own] = chain;
  if (!own) throw refuse(say('The file is not a PEM certificate.'));
  checkKind(key);
  if (!own.checkPrivateKey(key)) throw refuse(say('The key does not belong to the certificate.'));
  for (const [at, certificate] of chain.entries()) {
    const issuer = chain[at + 1];
    if (issuer && !isIssuedBy(certificate, issuer)) {
      throw refuse(
        say('Certificate {{next}} of the file did not issue certificate {{number}}.', { next: at + 2, number: at + 1 }),
      );
    }
  }
  const until = Date.parse(own.validTo);
  if (!(until > now)) throw refuse(say('The certificate expired on {{date}}.', { date: dayOf(until) }));
  const pair = {
    certificate: chain.map((one) => one.toString()).join(''),
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  };
  try {
    createSecureContext({ cert: pair.certificate, key: pair.key });
  } catch {
    throw refuse(say('No connection can be secured by this certificate.'));
  }
  return pair;
}

function certificatesIn(text: string): X509Certificate[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length > CHAIN) {
    throw refuse(say('The file holds more than {{number}} certificates.', { number: CHAIN }));
  }
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw refuse(say('The file is not a PEM certificate.'));
  }
}

function privateKeyIn(text: string, passphrase: string): KeyObject {
  const isSealed = /ENCRYPTED/.test(text);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) throw refuse(say('The file is not a PEM key.'));
  if (isSealed && passphrase === '') throw refuse(say('The key needs its passphrase.'));
  try {
    return createPrivateKey({ key: text, format: 'pem', ...(isSealed && { passphrase }) });
  } catch {
    throw refuse(isSealed ? say('The passphrase does not open the key.') : say('The file is not a PEM key.'));
  }
}

function checkKind({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): void {
  const bits = details?.modulusLength ?? 0;
  const isRsa = asymmetricKeyType === 'rsa' && bits >= RSA_BITS.least && bits <= RSA_BITS.most;
  const isEc = asymmetricKeyType === 'ec' && CURVES.includes(details?.namedCurve);
  if (!isRsa && !isEc) {
    throw refuse(
      say('The key must be an RSA key of {{least}} to {{most}} bits, or an EC key of P-256, P-384 or P-521.', RSA_BITS),
    );
  }
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function dayOf(time: number): string {
  return Number.isNaN(time) ? '?' : new Date(time).toISOString().slice(0, 10);
}
