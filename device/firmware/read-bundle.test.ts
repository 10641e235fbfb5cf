import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { BUNDLE_MARK, glanceAtBundle, HEAD_SIZE, MANIFEST_MAXIMUM } from '../../model/firmware/bundle-head.ts';
import { START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { framesToTry, patience, seed } from '../../protocols/random-frames.ts';
import { BundleFault, readBundle } from './read-bundle.ts';
import { assemble, writeBundle } from './write-bundle.ts';

const maker = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const count = framesToTry(3000);

const start = { name: START_FILE, content: new TextEncoder().encode('console.log(1)\n') };
const parts = {
  models: ['TEG-082WS'],
  version: '1.2.3',
  files: [
    start,
    { name: 'package.json', content: new TextEncoder().encode('{}') },
    { name: 'dist/console/empty.js', content: new Uint8Array() },
    { name: 'dist/console/assets/a.js.br', content: new Uint8Array(5000).fill(7) },
  ],
};
const bundle = writeBundle(parts, maker.privateKey);

/** Why a bundle is not taken; undefined where it is. */
async function faultOf(octets: Uint8Array, trusted: readonly KeyObject[] = [maker.publicKey], size = 777) {
  const pieces = function* () {
    for (let at = 0; at < octets.length; at += size) yield octets.subarray(at, at + size);
  };
  return readBundle(pieces(), trusted).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof BundleFault) return error.message;
      throw error;
    },
  );
}

const digest = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/** A bundle that its maker signed, whatever its manifest says. */
function signed(manifest: object, contents: readonly Uint8Array[] = [start.content]): Uint8Array {
  return assemble(new TextEncoder().encode(JSON.stringify(manifest)), maker.privateKey, contents);
}

const listed = (name: string, content = start.content) => ({ name, size: content.length, sha256: digest(content) });

describe('a bundle', () => {
  test.each([1, 100, 777, 1_000_000])('is read whole in pieces of %i octets, file by file', async (size) => {
    expect(await faultOf(bundle, [other.publicKey, maker.publicKey], size)).toBeUndefined();
    const read = new Map<string, Uint8Array>();
    const manifest = await readBundle([bundle], [maker.publicKey], {
      async file({ name }, pieces) {
        const taken: Uint8Array[] = [];
        for await (const piece of pieces) taken.push(piece);
        read.set(name, Buffer.concat(taken));
      },
    });
    expect(manifest).toMatchObject({ models: ['TEG-082WS'], version: '1.2.3' });
    expect([...read.keys()]).toEqual(parts.files.map(({ name }) => name));
    for (const { name, content } of parts.files) expect(Buffer.compare(read.get(name) ?? bundle, content)).toBe(0);
  });

  test('says what it is before it is sent', async () => {
    expect(await glanceAtBundle(new Blob([Buffer.from(bundle)]))).toMatchObject({ version: '1.2.3' });
    expect(await glanceAtBundle(new Blob(['GIF89a']))).toBeUndefined();
  });

  test(
    `with a flipped bit anywhere is refused (${count} bits, FACEPLATE_SEED=${seed})`,
    async () => {
      const random = seededRandom(seed);
      // Every octet of the head and of the manifest's beginning, and others by chance.
      for (let tried = 0; tried < count; tried += 1) {
        const at = tried < HEAD_SIZE * 2 ? tried : Math.floor(random() * bundle.length);
        const damaged = Uint8Array.from(bundle);
        damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8));
        const fault = await faultOf(damaged);
        if (fault === undefined) throw new Error(`A flipped bit in octet ${at} was not noticed.`);
      }
    },
    patience(count),
  );

  test(
    `that is cut off, goes on, or is not one at all is refused (FACEPLATE_SEED=${seed})`,
    async () => {
      const random = seededRandom(seed);
      for (let tried = 0; tried < count / 10; tried += 1) {
        expect(await faultOf(bundle.subarray(0, Math.floor(random() * bundle.length)))).toBeDefined();
        const noise = Uint8Array.from({ length: Math.floor(random() * 400) }, () => Math.floor(random() * 256));
        expect(await faultOf(noise)).toBe('The file is not a firmware image.');
        expect(await faultOf(Buffer.concat([BUNDLE_MARK, noise]))).toBeDefined();
        if (noise.length > 0) expect(await faultOf(Buffer.concat([bundle, noise]))).toBe('The image is damaged.');
      }
    },
    patience(count),
  );

  test('that somebody else signed is refused, and any where nobody is trusted', async () => {
    const theirs = writeBundle(parts, other.privateKey);
    expect(await faultOf(theirs)).toContain('its signature is not trusted');
    expect(await faultOf(bundle, [])).toContain('there is no public key');
  });

  test('never has more of it read than its manifest says before it is signed right', async () => {
    let taken = 0;
    const pieces = function* () {
      yield writeBundle(parts, other.privateKey).subarray(0, HEAD_SIZE);
      for (; ; taken += 1) yield new Uint8Array(64 * 1024);
    };
    await expect(readBundle(pieces(), [maker.publicKey])).rejects.toThrow(BundleFault);
    expect(taken).toBeLessThan(MANIFEST_MAXIMUM / 65_536);
  });
});

describe('a manifest that its maker signed', () => {
  const good = { models: [], version: '1.0', files: [listed(START_FILE)] };

  test('is taken as it is meant', async () => {
    expect(await faultOf(signed(good))).toBeUndefined();
  });

  test.each([
    '../main.cjs',
    'dist/../../x',
    '/etc/passwd',
    'dist//x',
    'dist/./x',
    'dist/.hidden',
    'dist\\x',
    'dist/x\0',
    'dist/ü',
    '',
    'x/',
    'a'.repeat(201),
    'DIST/device/MAIN.cjs',
    'dist/device',
    `${START_FILE}/x`,
    START_FILE,
  ])('must not name %j', async (name) => {
    const files = [...good.files, listed(name, new Uint8Array())];
    expect(await faultOf(signed({ ...good, files }))).toBe('The image is damaged.');
  });

  test.each([
    ['a version that is none', { ...good, version: 'latest' }],
    ['no start', { ...good, files: [listed('package.json')] }],
    ['no files', { ...good, files: [] }],
    ['no list', { ...good, files: {} }],
    ['a negative size', { ...good, files: [{ ...listed(START_FILE), size: -1 }] }],
    ['a huge size', { ...good, files: [{ ...listed(START_FILE), size: 1e300 }] }],
    ['a size that is none', { ...good, files: [{ ...listed(START_FILE), size: '15' }] }],
    ['a broken hash', { ...good, files: [{ ...listed(START_FILE), sha256: 'ab' }] }],
    ['a model that is a path', { ...good, models: ['../x'] }],
    ['null', null],
  ])('must not have %s', async (_what, manifest) => {
    expect(await faultOf(signed(Object(manifest)))).toBe('The image is damaged.');
  });

  test('must not name more files, or more octets, than a slot may hold', async () => {
    const many = Array.from({ length: 4096 }, (_, at) => listed(`f${at}`, new Uint8Array()));
    expect(await faultOf(signed({ ...good, files: [...good.files, ...many] }))).toBe('The image is damaged.');
    const half = { ...listed('a'), size: 40 * 1024 * 1024 };
    const large = { ...good, files: [...good.files, half, { ...half, name: 'b' }] };
    expect(await faultOf(signed(large))).toBe('The image is damaged.');
  });
});
