import { createHash, randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { breath } from '../../datapath/breath.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { DeviceKey } from './device-key.ts';
import { reasonOf, Unsettled } from './failure-reason.ts';
import type { SlotId } from './flash-control.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';
import { SLOT_VERSION } from './migrations.ts';
import { openedConfiguration, sealedConfiguration } from './sealed-configuration.ts';
import { areNone, changesFrom, noChanges, type SlotChanges, withLaterChanges } from './slot-changes.ts';
import { type Beside, formatSlot, formatSlotChanges, isWholeBeside, readSlot, type SlotHeader } from './slot-file.ts';
import { storeConfiguration } from './stored-configuration.ts';

/**
 * Octets of the changes beside a slot's file at most; with more, the file is written as a whole. A save writes this much, and the
 * history twice a file of its own (`journal-store.ts`).
 */
const LARGEST_CHANGES = 16_000;

/** The part of a slot's file that changes may have, to be worth a file of their own. */
const LARGEST_PART = 1 / 4;

/** Random octets that name a slot's file. */
const ID_LENGTH = 8;

/** Dependencies of the writer. */
export interface WriterSurroundings {
  readonly files: FlashFiles;
  readonly key: DeviceKey;
  readonly objects: readonly ObjectDeclaration[];
  /** A change of it is always written with everything else: no loss of changes brings a former password back. */
  readonly account: ObjectDeclaration | undefined;
  /** The file of a slot, and the one with the changes beside it. */
  path(slot: SlotId): string;
  pathBeside(slot: SlotId): string;
}

/** A save that is ready to be written. */
export interface PreparedSave {
  readonly header: SlotHeader;
  /** Octets of the slot with it; changes that are none count for nothing. */
  readonly size: number;
  /** Writes it, whole or not at all; calls and rejects as `replaceFile` does. */
  write(verifying: () => void): Promise<void>;
}

/** A slot's file, and the changes that are beside it. */
interface Ground {
  readonly slot: SlotId;
  readonly id: string;
  /** SHA-256 of the file. */
  readonly sum: string;
  readonly size: number;
  /** Sealed. */
  readonly changes: SlotChanges;
  /** What both come to. */
  readonly configuration: Configuration;
}

/**
 * Writes configurations into slots: the changes since its file was written into a file beside it, which is replaced whole as every
 * other; where they are many, or the file is not as it was written, the file itself (docs/decisions/016-changes-beside-a-slot.md).
 */
export class SlotWriter {
  readonly #around: WriterSurroundings;
  /** The slot that was written last. */
  #last: Ground | undefined;

  constructor(around: WriterSurroundings) {
    this.#around = around;
  }

  /**
   * Prepares a save. `present` is what the next start would find in this slot, where that is known. Full tables are 5 MB: it breathes
   * in between.
   */
  async prepare(
    slot: SlotId,
    whole: Configuration,
    header: SlotHeader,
    present: Configuration | undefined,
  ): Promise<PreparedSave> {
    const { objects, key } = this.#around;
    const configuration = keptConfiguration(objects, whole);
    await key.keep();
    await breath();
    const ground = await this.#ground(slot, present);
    const beside = ground && this.#beside(ground, configuration, header);
    return beside ?? this.#whole(slot, configuration, header);
  }

  /** The save as changes beside the present file; undefined where they are too many, or must not be there. */
  #beside(ground: Ground, configuration: Configuration, header: SlotHeader): PreparedSave | undefined {
    const { files, objects, key, account, pathBeside } = this.#around;
    const { slot, id, size, configuration: former } = ground;
    if (account && former.part(account) !== configuration.part(account)) return undefined;
    const added = changesFrom(objects, former, configuration);
    if (!added) return undefined;
    const { objects: set } = sealedConfiguration(objects, { objects: added.set }, key);
    const changes = withLaterChanges(ground.changes, { ...added, set });
    const content = formatSlotChanges(slot, id, changes, header);
    const octets = Buffer.byteLength(content);
    if (octets > Math.min(LARGEST_CHANGES, size * LARGEST_PART)) return undefined;
    const next = { ...ground, changes, configuration };
    return {
      header: { ...header, id },
      size: areNone(changes) ? size : size + octets,
      write: (verifying) => this.#written(replaceFile(files, pathBeside(slot), content, verifying), next),
    };
  }

  /** The save as a new file, under which nothing of the former changes counts any longer. */
  async #whole(slot: SlotId, configuration: Configuration, header: SlotHeader): Promise<PreparedSave> {
    const { files, objects, key, path } = this.#around;
    const id = randomBytes(ID_LENGTH).toString('hex');
    const stored = storeConfiguration(objects, configuration);
    await breath();
    const sealed = sealedConfiguration(objects, stored, key);
    await breath();
    const content = formatSlot(sealed, { ...header, id });
    await breath();
    const size = Buffer.byteLength(content);
    const next = { slot, id, sum: checksum(content), size, changes: noChanges, configuration };
    return {
      header: { ...header, id },
      size,
      write: async (verifying) => {
        await this.#makeBeside(slot, formatSlotChanges(slot, id, noChanges, header));
        await this.#written(replaceFile(files, path(slot), content, verifying), next);
      },
    };
  }

  /** Sees to it that a file with changes is there before the first file that goes with one: that it is missing is a loss from then on. */
  async #makeBeside(slot: SlotId, content: string): Promise<void> {
    const { files, pathBeside } = this.#around;
    if (isWholeBeside(await readBeside(files, slot, pathBeside(slot)))) return;
    try {
      await replaceFile(files, pathBeside(slot), content);
    } catch (error) {
      // The slot itself is as it was.
      throw error instanceof Unsettled ? error.cause : error;
    }
  }

  async #written(writing: Promise<void>, next: Ground): Promise<void> {
    try {
      await writing;
    } catch (error) {
      if (error instanceof Unsettled) this.#last = next;
      throw error;
    }
    this.#last = next;
  }

  /** The file of a slot as it is on flash, if it is whole and comes, with the changes beside it, to `present`. */
  async #ground(slot: SlotId, present: Configuration | undefined): Promise<Ground | undefined> {
    const { files, objects, key, path, pathBeside } = this.#around;
    const text = await files.read(path(slot)).catch(() => undefined);
    if (text === undefined) return undefined;
    const sum = checksum(text);
    await breath();
    if (this.#last?.slot === slot) return this.#last.sum === sum ? this.#last : undefined;
    if (!present) return undefined;
    const reading = readSlot(text, await readBeside(files, slot, pathBeside(slot)));
    if (!reading.ok || !reading.changes || reading.header.version !== SLOT_VERSION) return undefined;
    await breath();
    const { stored, faults, wasClear } = openedConfiguration(objects, reading.stored, key);
    if (faults.length > 0 || wasClear) return undefined;
    const configuration = keptConfiguration(objects, present);
    const expected = storeConfiguration(objects, configuration);
    await breath();
    // What it leaves out would change with the defaults of later software.
    if (!isDeepStrictEqual(stored, expected)) return undefined;
    const { id = '' } = reading.header;
    return { slot, id, sum, size: Buffer.byteLength(text), changes: reading.changes, configuration };
  }
}

/** What is beside the file of a slot. Never rejects. */
export async function readBeside(files: FlashFiles, slot: SlotId, path: string): Promise<Beside> {
  try {
    return { slot, text: await files.read(path) };
  } catch (error) {
    return { slot, text: { unread: reasonOf(error) } };
  }
}

function checksum(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
