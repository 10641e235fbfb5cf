import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type BundledFile, type BundleManifest, readManifest } from '../../model/firmware/bundle-manifest.ts';
import { isRecord } from '../../model/values/json-record.ts';
import { readCheckedFile, writeCheckedFile } from '../flash/checked-file.ts';
import type { FlashFiles } from '../flash/flash-files.ts';
import type { FirmwareFiles } from './firmware-files.ts';
import type { FirmwarePlaces, SlotNumber } from './image.ts';

/** The contents of a slot, who installed them, and when. */
export interface Seal {
  readonly manifest: BundleManifest;
  /** Milliseconds since 1970. */
  readonly installedAt: number;
  readonly user: string;
  /** The address that it came from; "" if unknown. */
  readonly from: string;
}

/** State of a slot. */
export type SealedSlot =
  | { readonly kind: 'empty' }
  /** Its seal is damaged or cannot be read. */
  | { readonly kind: 'bad' }
  | { readonly kind: 'sealed'; readonly seal: Seal };

const FORMAT = 'faceplate-firmware';

/** The contents of a slot according to its seal; the files are not checked. Never rejects. */
export async function readSeal(files: FlashFiles, places: FirmwarePlaces, slot: SlotNumber): Promise<SealedSlot> {
  const found = await readCheckedFile(files, places.seal(slot), FORMAT);
  if (found.kind === 'none') return { kind: 'empty' };
  const seal = found.kind === 'whole' ? parsed(found.body) : undefined;
  return seal ? { kind: 'sealed', seal } : { kind: 'bad' };
}

/** Says that a slot is whole from now on. Rejects as `replaceFile` does. */
export function writeSeal(files: FlashFiles, places: FirmwarePlaces, slot: SlotNumber, seal: Seal): Promise<void> {
  return writeCheckedFile(files, places.seal(slot), FORMAT, `${JSON.stringify(seal)}\n`);
}

/** Whether a slot is sealed and every file of it is what the seal says. Never rejects. */
export async function isWholeSlot(files: FirmwareFiles, places: FirmwarePlaces, slot: SlotNumber): Promise<boolean> {
  const found = await readSeal(files, places, slot);
  if (found.kind !== 'sealed') return false;
  return areWhole(files, places.folder(slot), found.seal.manifest.files);
}

/** Whether files below a folder have the content that a manifest says. Never rejects. */
export async function areWhole(
  files: FirmwareFiles,
  folder: string,
  wanted: readonly BundledFile[],
  progress: (octets: number) => void = () => {},
): Promise<boolean> {
  try {
    for (const { name, size, sha256 } of wanted) {
      const hash = createHash('sha256');
      let length = 0;
      for await (const piece of files.pieces(join(folder, name))) {
        hash.update(piece);
        length += piece.length;
        progress(piece.length);
      }
      if (length !== size || hash.digest('hex') !== sha256) return false;
    }
    return true;
  } catch {
    return false;
  }
}

function parsed(text: string): Seal | undefined {
  try {
    const json: unknown = JSON.parse(text);
    if (!isRecord(json)) return undefined;
    const manifest = readManifest(json.manifest);
    const { installedAt, user, from } = json;
    if (!manifest || typeof installedAt !== 'number' || typeof user !== 'string' || typeof from !== 'string') {
      return undefined;
    }
    return { manifest, installedAt, user, from };
  } catch {
    return undefined;
  }
}
