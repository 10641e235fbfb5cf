import type { KeyObject } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type BundledFile, type BundleManifest, sizeOf } from '../../model/firmware/bundle-manifest.ts';
import { say } from '../../model/values/message.ts';
import type { FirmwareFiles } from './firmware-files.ts';
import type { FirmwarePlaces, SlotNumber } from './image.ts';
import { BundleFault, type BundlePieces, readBundle } from './read-bundle.ts';
import { areWhole, readSeal, type Seal, writeSeal } from './seal.ts';

/** The steps of putting a bundle into a slot (docs/specification/system.md, "Firmware Upgrade status"). */
export type InstallStep = 'checking' | 'erasing' | 'writing' | 'verifying';

/** Parameters of installing a bundle. */
export interface Installation {
  readonly files: FirmwareFiles;
  readonly places: FirmwarePlaces;
  /** The signer of the bundle has to be among them. */
  readonly trusted: readonly KeyObject[];
  /** Throws where the bundle is right, and not wanted all the same. */
  wanted(manifest: BundleManifest): void;
  /** The step under way, and how many octets of all it has done. */
  progress(step: InstallStep, done: number, total: number): void;
}

/** Octets that are left to everything else on the flash. */
const RESERVE = 1024 * 1024;

/**
 * Checks a bundle whole, then puts it into a slot, reads it back, and seals the slot. Nothing on flash changes before the
 * bundle was found right in every octet; from then on the slot is empty until it is sealed, whatever ends the work. Rejects
 * with a `BundleFault`, or with the system's error.
 *
 * @param open gives the bundle from its beginning; called twice.
 */
export async function install(
  { files, places, trusted, wanted, progress }: Installation,
  slot: SlotNumber,
  open: () => BundlePieces,
  about: Omit<Seal, 'manifest'>,
): Promise<BundleManifest> {
  let total = 0;
  const manifest = await readBundle(open(), trusted, {
    manifest(found) {
      wanted(found);
      total = sizeOf(found.files);
      progress('checking', 0, total);
    },
    file: (_, pieces) =>
      consume(
        pieces,
        counted(progress, 'checking', () => total),
      ),
  });
  await files.makeFolder(places.directory);
  await refuseWithoutRoom(files, places, slot, total);
  progress('erasing', 0, total);
  await eraseSlot(files, places, slot);
  const folder = places.folder(slot);
  const folders = foldersOf(folder, manifest.files);
  for (const path of folders) await files.makeFolder(path);
  const written = counted(progress, 'writing', () => total);
  // Its hash is looked at once more: the file may have changed since.
  await readBundle(open(), trusted, {
    file: (file, pieces) => files.writePieces(join(folder, file.name), passing(pieces, written)),
  });
  for (const path of [...folders].reverse()) await files.syncFolder(path);
  if (
    !(await areWhole(
      files,
      folder,
      manifest.files,
      counted(progress, 'verifying', () => total),
    ))
  ) {
    throw new BundleFault(say('The data written to the flash differ when read back.'));
  }
  await writeSeal(files, places, slot, { ...about, manifest });
  return manifest;
}

/** Empties a slot. Its seal goes first, so that half of an image is never taken for one. Rejects with the system's error. */
export async function eraseSlot(files: FirmwareFiles, places: FirmwarePlaces, slot: SlotNumber): Promise<void> {
  await files.remove(places.seal(slot));
  await files.syncFolder(places.directory);
  await files.remove(places.folder(slot));
  await files.syncFolder(places.directory);
}

async function refuseWithoutRoom(
  files: FirmwareFiles,
  places: FirmwarePlaces,
  slot: SlotNumber,
  total: number,
): Promise<void> {
  const room = await files.room(places.directory);
  if (room === undefined) return;
  const present = await readSeal(files, places, slot);
  const freed = present.kind === 'sealed' ? sizeOf(present.seal.manifest.files) : 0;
  if (room + freed < total + RESERVE) throw new BundleFault(notEnoughFlash);
}

/** The refusal of an image that does not fit (docs/specification/system.md, "Firmware Upgrade"). */
export const notEnoughFlash = say('Not enough flash.');

/** The folders that hold files, each behind those above it. */
function foldersOf(folder: string, files: readonly BundledFile[]): readonly string[] {
  const found = new Set([folder]);
  for (const { name } of files) {
    const above: string[] = [];
    for (let part = dirname(name); part !== '.'; part = dirname(part)) above.unshift(join(folder, part));
    for (const path of above) found.add(path);
  }
  return [...found];
}

function counted(progress: Installation['progress'], step: InstallStep, total: () => number) {
  let done = 0;
  return (octets: number) => {
    done += octets;
    progress(step, done, total());
  };
}

async function consume(pieces: AsyncIterable<Uint8Array>, count: (octets: number) => void): Promise<void> {
  for await (const piece of pieces) count(piece.length);
}

async function* passing(pieces: AsyncIterable<Uint8Array>, count: (octets: number) => void) {
  for await (const piece of pieces) {
    count(piece.length);
    yield piece;
  }
}
