import { join } from 'node:path';

/** A slot that firmware is put into. */
export type SlotNumber = 1 | 2;

/** A startable image: 0 is the program as it was installed, which no upgrade touches. */
export type ImageId = 0 | SlotNumber;

/** Both slots. */
export const slotNumbers: readonly SlotNumber[] = [1, 2];

/** The image that a value from outside names; undefined for anything else. */
export function imageOf(value: unknown): ImageId | undefined {
  const all: readonly ImageId[] = [0, ...slotNumbers];
  return all.find((image) => image === value);
}

/** Paths of the firmware in an agent's folder. A factory reset keeps it. */
export function firmwarePlaces(directory: string) {
  return {
    directory,
    /** Which image the next start begins with. */
    choice: join(directory, 'start'),
    /** A bundle that is fetched. */
    download: join(directory, 'download'),
    /** Public keys that the owner trusts beside those of the program. */
    trusted: join(directory, 'firmware.pub'),
    folder: (slot: SlotNumber) => join(directory, `slot-${slot}`),
    /** Describes the contents of a slot; a slot without it is empty. */
    seal: (slot: SlotNumber) => join(directory, `slot-${slot}.json`),
  };
}

/** The places that `firmwarePlaces` names. */
export type FirmwarePlaces = ReturnType<typeof firmwarePlaces>;
