import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Random, seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { firmwarePlaces, type ImageId } from '../../device/firmware/image.ts';
import { install } from '../../device/firmware/install.ts';
import { isWholeSlot, readSeal } from '../../device/firmware/seal.ts';
import { beginStart, choosing, readChoice, serving, writeChoice } from '../../device/firmware/start-choice.ts';
import { writeBundle } from '../../device/firmware/write-bundle.ts';
import { START_FILE } from '../../model/firmware/bundle-manifest.ts';
import { seed } from '../../protocols/random-frames.ts';
import { type Cut, ModelFiles } from './model-files.ts';
import { at, countOf, sampled, TIME } from './scenes.ts';

const keys = generateKeyPairSync('ed25519');
const places = firmwarePlaces('/agent/firmware');
const cuts: readonly Cut[] = ['kill', 'killHalfway', 'power', 'powerHalfway'];

function bundleOf(version: string): Uint8Array {
  const text = (words: string) => new TextEncoder().encode(`${words} ${version}`);
  const files = [START_FILE, 'package.json', 'dist/console/assets/a.js'].map((name) => ({ name, content: text(name) }));
  return writeBundle({ models: ['TPE-082WS'], version, files }, keys.privateKey);
}

/** Puts a version into a slot and lets the next start begin with it, as an upgrade does. */
async function upgrade(files: ModelFiles, slot: 1 | 2, version: string): Promise<void> {
  await install(
    { files, places, trusted: [keys.publicKey], wanted() {}, progress() {} },
    slot,
    () => [bundleOf(version)],
    { installedAt: 1, user: 'admin', from: '' },
  );
  const { choice } = await readChoice(files, places.choice);
  await writeChoice(files, places.choice, choosing(choice, slot));
}

/** What the boot program does; the version that starts, which then serves. */
async function boot(files: ModelFiles): Promise<string> {
  const { choice: before } = await readChoice(files, places.choice);
  const whole = new Set<ImageId>([0]);
  for (const slot of [1, 2] as const) if (await isWholeSlot(files, places, slot)) whole.add(slot);
  const { image, choice } = beginStart(before, (one) => whole.has(one));
  if (choice !== before) await writeChoice(files, places.choice, choice);
  if (choice.trial) await writeChoice(files, places.choice, serving(image));
  if (image === 0) return 'installed';
  const found = await readSeal(files, places, image);
  return found.kind === 'sealed' ? found.seal.manifest.version : 'none';
}

/** A life with three upgrades, each followed by a start; returns which versions a start may find from now on. */
async function live(files: ModelFiles, expect: (...versions: string[]) => void): Promise<void> {
  expect('installed');
  await files.makeFolder(places.directory);
  const steps = [
    [1, '1.0'],
    [2, '2.0'],
    [1, '3.0'],
  ] as const;
  let present = 'installed';
  for (const [slot, version] of steps) {
    expect(present, version);
    await upgrade(files, slot, version);
    expect(version);
    present = await boot(files);
  }
}

const fresh = (random: Random) => new ModelFiles(random, new Map([['/agent', undefined]]));

test(
  'the end of the process or of the power at any operation of an upgrade leaves a firmware that starts',
  async () => {
    const random = seededRandom(seed);
    const whole = fresh(random);
    void whole.follow({});
    await live(whole, () => {});
    expect(await boot(whole)).toBe('3.0');
    const points = Array.from({ length: whole.operations }, (_, before) => before + 1).flatMap((operation) =>
      cuts.map((how) => ({ operation, how })),
    );
    const count = countOf({ sample: 200, full: Math.max(points.length, 2_000) });
    for (const { operation, how } of sampled('firmware', points, count, random)) {
      await at(`${how} at operation ${operation} of ${whole.operations}`, async () => {
        const files = fresh(random);
        let possible: readonly string[] = [];
        const cut = files.follow({ cut: { at: operation, how } });
        await Promise.race([
          cut,
          live(files, (...versions) => {
            possible = versions;
          }),
        ]);
        const after = new ModelFiles(random, files.survivors(how));
        void after.follow({});
        expect(possible).toContain(await boot(after));
        // And it takes the next one.
        await after.makeFolder(places.directory);
        await upgrade(after, 2, '4.0');
        expect(await boot(after)).toBe('4.0');
      });
    }
  },
  TIME,
);

test(
  'an error at any operation of an upgrade leaves a firmware that starts',
  async () => {
    const random = seededRandom(seed);
    const whole = fresh(random);
    void whole.follow({});
    await live(whole, () => {});
    const { operations } = whole;
    const points = Array.from({ length: operations }, (_, before) => before + 1).flatMap((operation) =>
      (['ENOSPC', 'EIO'] as const).map((code) => ({ operation, code })),
    );
    for (const { operation, code } of sampled(
      'firmware errors',
      points,
      countOf({ sample: 150, full: points.length }),
      random,
    )) {
      await at(`${code} at operation ${operation} of ${operations}`, async () => {
        const files = fresh(random);
        let possible: readonly string[] = [];
        void files.follow({ error: (now) => (now === operation ? code : undefined) });
        await live(files, (...versions) => {
          possible = versions;
        }).catch((error: unknown) => {
          if (!(error instanceof Error)) throw error;
        });
        const after = new ModelFiles(random, files.image());
        void after.follow({});
        // Where the error struck the boot program itself the version is proven or the one before; both start.
        const found = await boot(after);
        expect(['installed', '1.0', '2.0', '3.0', ...possible]).toContain(found);
      });
    }
  },
  TIME,
);
