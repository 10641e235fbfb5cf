// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { KeyPair } from '../../../device/console-settings.ts';
import { isSet } from '../../../device/wall-clock.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { handshakeFault } from './try-handshake.ts';

/** The uploaded files. */
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

/** Those that browsers have; Chromium verifies no signature by P-521. */
const CURVES: readonly (string | undefined)[] = ['prime256v1', 'secp384r1'];

const refuse = (message: Message) => new SpokenError(message);

/**
 * Reads a certificate and its key, both in PEM, and gives them back as they are answered with: the key without its passphrase.
 * Rejects with a `SpokenError` that names what is wrong, so that what is in force stays: a certificate that no browser accepts
 * would lock everybody out. `now` is in milliseconds since 1970.
 */
export async function checkedPair(offer: Offer, now: number): Promise<KeyPair> {
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
  for (const certificate of chain) checkTime(certificate, now);
  checkUsage(own);
  const pair = {
    certificate: chain.map((one) => one.toString()).join(''),
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
  };
  const reason = await handshakeFault(pair, String(chain.at(-1))).catch((error: unknown) => String(error));
  if (reason !== undefined) throw refuse(say('No browser accepts this certificate ({{reason}}).', { reason }));
  return pair;
}

/** A clock that was never set says nothing of the future. */
function checkTime(certificate: X509Certificate, now: number): void {
  const [from, until] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  if (!(until > now)) throw refuse(say('The certificate expired on {{date}}.', { date: dayOf(until) }));
  if (!isSet(now) || from <= now) return;
  const values = { date: dayOf(from), today: dayOf(now) };
  throw refuse(
    say('The certificate is not valid before {{date}}, and the clock of the switch shows {{today}}.', values),
  );
}

/** The handshakes of today sign (RFC 8446 4.4.2.2); OpenSSL lets pass what only encrypts keys. */
function checkUsage({ raw }: X509Certificate): void {
  const read = readExtensions(raw);
  if (!read.signs) throw refuse(say('The key usage of the certificate must include digital signature.'));
  if (!read.serves) throw refuse(say('The extended key usage of the certificate must include server authentication.'));
}

/** Whether the usages that it is limited to, where it is, are those of a server. */
function readExtensions(raw: X509Certificate['raw']): { readonly signs: boolean; readonly serves: boolean } {
  try {
    const certificate = new x509.X509Certificate(Uint8Array.from(raw));
    const usages = certificate.getExtension(x509.KeyUsagesExtension)?.usages;
    const extended = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
    return {
      signs: usages === undefined || (usages & x509.KeyUsageFlags.digitalSignature) !== 0,
      serves: extended === undefined || extended.some((usage) => usage === x509.ExtendedKeyUsage.serverAuth),
    };
  } catch {
    throw refuse(say('The file is not a PEM certificate.'));
  }
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
    throw refuse(isSealed ? say('The passphrase does not decrypt the key.') : say('The file is not a PEM key.'));
  }
}

function checkKind({ asymmetricKeyType, asymmetricKeyDetails: details }: KeyObject): void {
  const bits = details?.modulusLength ?? 0;
  const isRsa = asymmetricKeyType === 'rsa' && bits >= RSA_BITS.least && bits <= RSA_BITS.most;
  const isEc = asymmetricKeyType === 'ec' && CURVES.includes(details?.namedCurve);
  if (!isRsa && !isEc) {
    throw refuse(
      say('The key must be an RSA key of {{least}} to {{most}} bits, or an EC key of P-256 or P-384.', RSA_BITS),
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
