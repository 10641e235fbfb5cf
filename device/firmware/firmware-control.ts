import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { type FirmwareFiles, hostFirmwareFiles } from './firmware-files.ts';
import { type FirmwarePlaces, firmwarePlaces, type ImageId } from './image.ts';

/** The firmware as features use it. */
export interface FirmwareControl {
  /** The image that runs; undefined where no boot program started the agent, which then cannot start another one. */
  readonly running: ImageId | undefined;
  readonly places: FirmwarePlaces;
  readonly files: FirmwareFiles;
  /**
   * The keys that may sign a bundle: those beside the running program, and those that the owner placed. Never rejects.
   */
  trustedKeys(): Promise<readonly KeyObject[]>;
}

/** How the agent's process was started. */
export interface StartedImage {
  /** See `FirmwareControl`. */
  readonly running: ImageId | undefined;
  /** Folder of the program. */
  readonly programDirectory: string;
}

/** The firmware below `directory`. */
export function firmwareControl(
  directory: string,
  { running, programDirectory }: StartedImage,
  files: FirmwareFiles = hostFirmwareFiles,
): FirmwareControl {
  const places = firmwarePlaces(directory);
  return {
    running,
    places,
    files,
    async trustedKeys() {
      const { readTrustedKeys } = await import('./trusted-keys.ts');
      return readTrustedKeys(files, [join(programDirectory, 'firmware.pub'), places.trusted]);
    },
  };
}
