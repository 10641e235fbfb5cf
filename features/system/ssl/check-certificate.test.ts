import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../../datapath/virtual/scenario/random.ts';
import type { KeyPair } from '../../../device/console-settings.ts';
import { createCertificate } from '../../../device/http/certificate.ts';
import { SpokenError } from '../../../model/values/spoken-error.ts';
import { framesToTry, patience, seed } from '../../../protocols/random-frames.ts';
import { checkedPair } from './check-certificate.ts';

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
  test('with its key, and that opened by its passphrase', () => {
    expect(check().certificate).toContain('BEGIN CERTIFICATE');
    expect(check({ key: sealed('word'), passphrase: 'word' }).key).toBe(own.key);
  });

  test('out of a file that says more, with the octets of other systems', () => {
    const certificate = `Bag Attributes\r\n${own.certificate.replaceAll('\n', '\r\n')}`;
    expect(check({ certificate, key: `junk\n${own.key}` }).key).toBe(own.key);
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
    ['The passphrase does not open the key.', () => ({ key: sealed('word'), passphrase: 'other' })],
    [
      'Certificate 2 of the file did not issue certificate 1.',
      () => ({ certificate: own.certificate + other.certificate }),
    ],
    ['The file holds more than 8 certificates.', () => ({ certificate: own.certificate.repeat(9) })],
    [
      'The key must be an RSA key of 2048 to 4096 bits, or an EC key of P-256, P-384 or P-521.',
      () => ({ key: rsa(1024) }),
    ],
  ])('%s', (words, change) => {
    expect(() => check(change())).toThrow(words);
  });

  test('one that has expired, by the date that it did', () => {
    const later = Date.now() + 500 * 86_400_000;
    expect(() => check({}, later)).toThrow(/^The certificate expired on \d{4}-\d\d-\d\d\.$/);
  });
});

test(
  `no file makes anything but a sentence of it, FACEPLATE_SEED=${seed}`,
  () => {
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
        check({ certificate, key, passphrase: random() < 0.5 ? 'word' : '' });
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
