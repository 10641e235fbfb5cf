// Must come before @peculiar/x509, whose dependency injection needs it.
import 'reflect-metadata';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../datapath/virtual/scenario/random.ts';
import type { KeyPair } from '../../../device/console-settings.ts';
import { createCertificate } from '../../../device/http/certificate.ts';
import { privateKeyText } from '../../../device/http/private-key-text.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { framesToTry, patience, seed } from '../../../protocols/random-frames.ts';
import { checkedPair } from './check-certificate.ts';
import { handshakeFault } from './try-handshake.ts';

const DAY = 86_400_000;

/** Files that are tried. */
const COUNT = framesToTry(2000);

let own: KeyPair;
let other: KeyPair;

beforeAll(async () => {
  own = await createCertificate(['192.0.2.1']);
  other = await createCertificate(['192.0.2.2']);
});

const check = (change: Partial<Parameters<typeof checkedPair>[0]> = {}, now = Date.now()) =>
  checkedPair({ certificate: own.certificate, key: own.key, passphrase: '', ...change }, now);

const sealed = (passphrase: string) =>
  String(createPrivateKey(own.key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase }));

const rsa = (modulusLength: number) =>
  String(generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ type: 'pkcs8', format: 'pem' }));

describe('a certificate is taken', () => {
  test('with its key, and that opened by its passphrase', async () => {
    expect((await check()).certificate).toContain('BEGIN CERTIFICATE');
    expect((await check({ key: sealed('word'), passphrase: 'word' })).key).toBe(own.key);
  });

  test('out of a file that says more, with the octets of other systems', async () => {
    const certificate = `Bag Attributes\r\n${own.certificate.replaceAll('\n', '\r\n')}`;
    expect((await check({ certificate, key: `junk\n${own.key}` })).key).toBe(own.key);
  });

  test('with as many behind it as a chain may have', async () => {
    const usages = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign;
    const issuer = await issued({ isAuthority: true, usages });
    const { certificate } = await check({ ...issuer, certificate: issuer.certificate.repeat(8) });
    expect(certificate.match(/BEGIN CERTIFICATE/g)).toHaveLength(8);
  });

  test('from the second on at which it becomes valid', async () => {
    const notBefore = Math.floor(Date.now() / 1000) * 1000;
    const now = await issued({ notBefore });
    expect((await check(now, notBefore)).key).toContain('PRIVATE KEY');
    await expect(check(now, notBefore - 1)).rejects.toThrow('is not valid before');
  });
});

describe('in one sentence is refused', () => {
  test.each<readonly [string, () => Parameters<typeof check>[0]]>([
    ['The key does not belong to the certificate.', () => ({ key: other.key })],
    ['The file is not a PEM certificate.', () => ({ certificate: '' })],
    ['The file is not a PEM certificate.', () => ({ certificate: own.key })],
    ['The file is not a PEM certificate.', () => ({ certificate: own.certificate.replace(/MI[A-Z]/, 'AAA') })],
    ['The file is not a PEM key.', () => ({ key: own.certificate })],
    ['The file is not a PEM key.', () => ({ key: own.key.replace(/MI[A-Z]/, 'AAA') })],
    ['The key needs its passphrase.', () => ({ key: sealed('word') })],
    ['The passphrase does not decrypt the key.', () => ({ key: sealed('word'), passphrase: 'other' })],
    [
      'Certificate 2 of the file did not issue certificate 1.',
      () => ({ certificate: own.certificate + other.certificate }),
    ],
    ['The file holds more than 8 certificates.', () => ({ certificate: own.certificate.repeat(9) })],
    ['The key must be an RSA key of 2048 to 4096 bits, or an EC key of P-256 or P-384.', () => ({ key: rsa(1024) })],
  ])('%s', async (words, change) => {
    await expect(check(change())).rejects.toThrow(words);
  });

  test('one that has expired, by the date that it did', async () => {
    const later = Date.now() + 500 * DAY;
    await expect(check({}, later)).rejects.toThrow(/^The certificate expired on \d{4}-\d\d-\d\d\.$/);
  });

  test('one whose time has not come, where the clock was set', async () => {
    const tomorrow = await issued({ notBefore: Date.now() + DAY });
    const words = /^The certificate is not valid before \d{4}-\d\d-\d\d, and the clock of the switch shows /;
    await expect(check(tomorrow)).rejects.toThrow(words);
    expect((await check(tomorrow, 90 * DAY)).key).toContain('PRIVATE KEY');
  });
});

describe('what a certificate may be used for', () => {
  const { KeyUsageFlags: usage, ExtendedKeyUsage: extended } = x509;
  const noSignature = 'The key usage of the certificate must include digital signature.';
  const noServer = 'The extended key usage of the certificate must include server authentication.';

  test.each<readonly [string, Issue, string | undefined]>([
    ['anything', {}, undefined],
    ['signatures', { usages: usage.digitalSignature }, undefined],
    ['signatures and encrypted keys', { usages: usage.digitalSignature | usage.keyEncipherment }, undefined],
    ['encrypted keys alone', { usages: usage.keyEncipherment }, noSignature],
    ['certificates alone', { usages: usage.keyCertSign }, noSignature],
    ['key agreement alone', { usages: usage.keyAgreement }, noSignature],
    ['servers', { extended: [extended.serverAuth] }, undefined],
    ['servers and clients', { extended: [extended.serverAuth, extended.clientAuth] }, undefined],
    ['clients alone', { extended: [extended.clientAuth] }, noServer],
    ['code alone', { extended: [extended.codeSigning] }, noServer],
    ['an authority', { isAuthority: true }, undefined],
    ['something critical that nobody knows', { unknown: true }, 'No browser accepts this certificate ('],
  ])('%s', async (_name, issue, words) => {
    const asked = check(await issued(issue));
    await (words === undefined ? expect(asked).resolves.toBeDefined() : expect(asked).rejects.toThrow(words));
  });

  test.each(['P-256', 'P-384'])('by a key of %s', async (namedCurve) => {
    await expect(check(await issued({ namedCurve }))).resolves.toBeDefined();
  });

  test('not by one of P-521, whose signatures Chromium does not verify', async () => {
    const pair = await issued({ namedCurve: 'P-521' });
    expect(await handshakeFault(pair, pair.certificate)).toMatch(/NO_SUITABLE_SIGNATURE_ALGORITHM|HANDSHAKE_FAILURE/);
    await expect(check(pair)).rejects.toThrow('P-256 or P-384');
  });
});

interface Issue {
  readonly usages?: x509.KeyUsageFlags;
  readonly extended?: readonly string[];
  readonly isAuthority?: boolean;
  readonly unknown?: boolean;
  readonly notBefore?: number;
  readonly namedCurve?: string;
}

/** A self-signed certificate and its key. */
async function issued({ usages, extended, isAuthority, unknown, notBefore, namedCurve = 'P-256' }: Issue) {
  const algorithm = { name: 'ECDSA', namedCurve, hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '07',
    name: 'CN=switch.example',
    notBefore: new Date(notBefore ?? Date.now() - DAY),
    notAfter: new Date(Date.now() + 30 * DAY),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      ...(usages === undefined ? [] : [new x509.KeyUsagesExtension(usages, true)]),
      ...(extended ? [new x509.ExtendedKeyUsageExtension([...extended])] : []),
      ...(isAuthority ? [new x509.BasicConstraintsExtension(true, undefined, true)] : []),
      ...(unknown ? [new x509.Extension('1.3.6.1.4.1.99999.1', true, new Uint8Array([5, 0]))] : []),
    ],
  });
  return { certificate: `${certificate.toString('pem')}\n`, key: await privateKeyText(keys.privateKey) };
}

test(
  `no file makes anything but a sentence of it, FACEPLATE_SEED=${seed}`,
  async () => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const damaged = (text: string) => {
      const octets = Buffer.from(text, 'latin1');
      for (let times = 1 + below(4); times > 0; times -= 1) octets[below(octets.length)] = below(256);
      const spelt = octets.toString('latin1');
      return random() < 0.2 ? spelt.slice(0, below(spelt.length)) : spelt;
    };
    for (let times = 0; times < COUNT; times += 1) {
      const certificate = random() < 0.7 ? damaged(own.certificate) : own.certificate;
      const key = random() < 0.7 ? damaged(random() < 0.3 ? sealedOnce() : own.key) : own.key;
      try {
        await check({ certificate, key, passphrase: random() < 0.5 ? 'word' : '' });
      } catch (error) {
        expect(error).toBeInstanceOf(SpokenError);
      }
    }
  },
  patience(COUNT),
);

let sealedKey: string | undefined;
function sealedOnce(): string {
  sealedKey ??= sealed('word');
  return sealedKey;
}
