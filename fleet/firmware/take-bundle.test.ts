import { createHash, generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import type { FleetCaller, FleetContext } from '../../cloud/fleet/fleet-feature.ts';
import { FIRMWARE_PIECE } from '../../cloud/store/firmware-images.ts';
import { writeBundle } from '../../device/firmware/write-bundle.ts';
import { START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { type Message, wordsOf } from '../../model/values/message.ts';
import { FIRMWARE_KEPT } from './objects.ts';
import { takeBundle } from './take-bundle.ts';

const maker = generateKeyPairSync('ed25519');
const content = new Uint8Array(FIRMWARE_PIECE * 2);
const bundle = writeBundle({ models: ['X'], version: '1.0', files: [{ name: START_FILE, content }] }, maker.privateKey);

/** Given to the store with the pieces. */
let described: object;
let trail: string[];

/** Pieces given to the store, if it has so many bundles already. */
async function taken(present: number): Promise<readonly Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  trail = [];
  const firmware = {
    list: async () => Array.from({ length: present }, (_, each) => ({ digest: String(each) })),
    async put(kept: object, given: AsyncIterable<Uint8Array>) {
      described = kept;
      for await (const piece of given) pieces.push(piece);
    },
  };
  const context = { store: { firmware }, wallClock: { now: () => 0 }, trustedKeys: async () => [maker.publicKey] };
  const file = {
    name: 'f',
    size: bundle.length,
    async *chunks() {
      for (let at = 0; at < bundle.length; at += 70_000) yield bundle.subarray(at, at + 70_000);
    },
  };
  const caller = {
    user: { name: 'admin', tenant: 'own' },
    did: async (said: Message) => void trail.push(wordsOf(said)),
  };
  await takeBundle(context as unknown as FleetContext, file, caller as unknown as FleetCaller);
  return pieces;
}

it('hands a bundle on in whole pieces, as it was sent', async () => {
  const pieces = await taken(FIRMWARE_KEPT - 1);
  expect(pieces.slice(0, -1).every(({ length }) => length === FIRMWARE_PIECE)).toBe(true);
  expect(Buffer.compare(Buffer.concat(pieces), bundle)).toBe(0);
  const digest = createHash('sha256').update(bundle).digest('hex');
  const whose = { tenant: 'own', by: 'admin', at: 0 };
  expect(described).toEqual({ ...whose, digest, version: '1.0', models: ['X'], size: bundle.length });
  expect(trail).toEqual(['Uploaded firmware 1.0 for X.']);
});

it('takes no more than there is room for', async () => {
  await expect(taken(FIRMWARE_KEPT)).rejects.toThrow(`The cloud stores at most ${FIRMWARE_KEPT} images.`);
});
