import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { Rule } from '../../model/configuration/rule.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { wholeProblems } from '../configuration/check-rules.ts';
import { type Log, Severity } from '../log/log.ts';
import type { WallClock } from '../wall-clock.ts';
import type { DeviceKey } from './device-key.ts';
import { reasonOf } from './failure-reason.ts';
import type { SlotId, SlotState } from './flash-control.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';
import { openedConfiguration, sealedConfiguration } from './sealed-configuration.ts';
import { areNone, noChanges } from './slot-changes.ts';
import { type Beside, formatSlot, readSlot, type SlotHeader, type SlotReading, slotHeader } from './slot-file.ts';
import { changesLost, slotDamaged, slotOfOtherFormat, slotOfOtherModel } from './slot-message.ts';
import { type PreparedSave, readBeside, SlotWriter } from './slot-writer.ts';
import { type RestoredConfiguration, restoreConfiguration, type StoredConfiguration } from './stored-configuration.ts';

/** Dependencies of the slots. */
export interface SlotSurroundings {
  readonly files: FlashFiles;
  /** The folder of the slots; it exists. */
  readonly directory: string;
  /** The key of secrets. */
  readonly key: DeviceKey;
  readonly objects: readonly ObjectDeclaration[];
  readonly rules: readonly Rule[];
  readonly hardware: Hardware;
  readonly log: Log;
  readonly wallClock: WallClock;
  /** The object that holds the account: it is kept when nothing else of a slot can be read. */
  readonly account: ObjectDeclaration | undefined;
  /** Puts in what neither factory nor file says: the hash of the initial password. */
  complete(configuration: Configuration): Configuration;
}

interface Slot {
  readonly size: number;
  /** Undefined where the file is damaged. */
  readonly header: SlotHeader | undefined;
}

/** Contents of a slot, as far as this switch can have it. */
interface SavedConfiguration extends RestoredConfiguration {
  /** That it was saved by. */
  readonly model: string;
  /** The slot as it is, if its secrets are in clear text. */
  readonly clear?: { readonly header: SlotHeader; readonly stored: StoredConfiguration };
  /** It is an earlier save: the changes beside it cannot be used. */
  readonly lost?: Message;
}

/** Why a slot's file cannot be used. */
interface Unread {
  readonly reason: Message;
  /** Its format, if that is one which this software does not read; `name` as `slotOfOtherFormat` takes it. */
  readonly otherFormat?: { readonly name: number | string | undefined };
}

/** What a slot's files hold, the configuration not completed. */
interface SlotContents {
  readonly reading: SlotReading;
  readonly saved: SavedConfiguration | Unread;
}

/** Settings that are named in the log, when a slot is read, at most. */
const TOLD = 16;

/** The slots that there are. */
export const SLOTS: readonly SlotId[] = [1, 2];

/** The files of the slots, and what is known of them. */
export class Slots {
  readonly #around: SlotSurroundings;
  readonly #known = new Map<SlotId, Slot>();
  readonly #writer: SlotWriter;
  /** What is in files with these contents, read ahead of time. */
  #ahead: { readonly content: string; readonly beside: Beside; readonly contents: Promise<SlotContents> } | undefined;
  /** Contents of a slot in another format, as the last start found it. */
  #otherFormat: StoredConfiguration | undefined;

  constructor(around: SlotSurroundings) {
    this.#around = around;
    this.#writer = new SlotWriter({
      ...around,
      path: (slot) => this.path(slot),
      pathBeside: (slot) => this.pathBeside(slot),
    });
  }

  get otherFormat(): StoredConfiguration | undefined {
    return this.#otherFormat;
  }

  /** Whether nothing is in any slot. */
  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  /** Whether whatever is kept is what the switch was delivered with, or reset to. */
  get isDefault(): boolean {
    return ![...this.#known.values()].some(({ header }) => !header?.asDefault);
  }

  /** Whether there is something in a slot, be it damaged. */
  has(slot: SlotId): boolean {
    return this.#known.has(slot);
  }

  /** What is written beside the configuration in a slot; undefined where there is none, or it cannot be read. */
  header(slot: SlotId): SlotHeader | undefined {
    return this.#known.get(slot)?.header;
  }

  /** This is in a slot now. */
  put(slot: SlotId, written: Slot): void {
    this.#known.set(slot, written);
  }

  /** A slot is empty now; all are where none is named. */
  drop(slot?: SlotId): void {
    if (slot === undefined) this.#known.clear();
    else this.#known.delete(slot);
  }

  /** Every slot as it is. */
  states(): readonly SlotState[] {
    return SLOTS.map((id) => {
      const slot = this.#known.get(id);
      return { id, size: slot?.size ?? 0, savedAt: slot?.header?.savedAt, user: slot?.header?.user ?? '' };
    });
  }

  /** Brings a configuration back that is kept elsewhere, as one out of a slot. Rejects with `Unusable`. */
  async restored(stored: StoredConfiguration): Promise<RestoredConfiguration> {
    const restored = await this.#broughtBack(stored);
    return { ...restored, configuration: this.#around.complete(restored.configuration) };
  }

  #broughtBack(stored: StoredConfiguration): Promise<RestoredConfiguration> {
    const { objects, hardware } = this.#around;
    return restoreConfiguration(objects, stored, hardware, (whole) => wholeProblems(this.#around, whole));
  }

  /** Prepares a save of this configuration into a slot, in which the next start would find `present`, if that is known. */
  prepare(
    slot: SlotId,
    configuration: Configuration,
    header: SlotHeader,
    present: Configuration | undefined,
  ): Promise<PreparedSave> {
    return this.#writer.prepare(slot, configuration, header, present);
  }

  /** What is written beside a configuration that is saved now. */
  headerOf(user: string, asDefault: boolean): SlotHeader {
    const { hardware, wallClock } = this.#around;
    return slotHeader({ model: hardware.modelName, savedAt: wallClock.now(), user, asDefault });
  }

  /** Encrypts the secrets of a slot that an earlier version kept in clear; where that fails, the next start tries again. */
  async #seal(slot: SlotId, header: SlotHeader, stored: StoredConfiguration): Promise<void> {
    const { files, objects, key, log } = this.#around;
    try {
      await key.keep();
      const content = formatSlot(sealedConfiguration(objects, stored, key), header);
      await replaceFile(files, this.path(slot), content);
      this.#known.set(slot, slotOf(content));
    } catch (error) {
      log.write(
        Severity.error,
        say('The secrets of configuration {{slot}} could not be encrypted, because {{reason}}.', {
          slot,
          reason: reasonOf(error),
        }),
      );
    }
  }

  /** The configuration in a slot, with complaints in the log; undefined for an empty or damaged one. */
  async load(slot: SlotId): Promise<Configuration | undefined> {
    const { log } = this.#around;
    const reading = await this.read(slot);
    if (!reading) return undefined;
    if ('reason' in reading) {
      log.write(Severity.critical, unreadSlot(slot, reading));
      return undefined;
    }
    const { model, clear, lost } = reading;
    if (lost) log.write(Severity.critical, changesLost(slot, lost));
    if (clear && this.#around.key.sealsAtStart) await this.#seal(slot, clear.header, clear.stored);
    if (model !== this.#around.hardware.modelName) log.write(Severity.warning, slotOfOtherModel(slot, model));
    for (const name of reading.leftOut.slice(0, TOLD)) {
      log.write(
        Severity.warning,
        say('The setting {{name}} of configuration {{slot}} was skipped: this device does not have it.', {
          name,
          slot,
        }),
      );
    }
    for (const fault of reading.faults.slice(0, TOLD)) {
      log.write(Severity.error, say('Configuration {{slot}}: {{fault}}', { slot, fault }));
    }
    const more = Math.max(0, reading.leftOut.length - TOLD) + Math.max(0, reading.faults.length - TOLD);
    if (more > 0) log.write(Severity.error, say('Configuration {{slot}}: and {{more}} more settings.', { slot, more }));
    return reading.configuration;
  }

  /** What is in a slot; undefined for an empty one. */
  async read(slot: SlotId): Promise<SavedConfiguration | Unread | undefined> {
    const { files } = this.#around;
    let content: string | undefined;
    try {
      content = await files.read(this.path(slot));
    } catch (error) {
      this.#known.set(slot, { size: 0, header: undefined });
      return { reason: reasonOf(error) };
    }
    if (content === undefined) {
      this.#known.delete(slot);
      return undefined;
    }
    const beside = await readBeside(files, slot, this.pathBeside(slot));
    const { reading, saved } = await this.#contents(content, beside);
    this.#known.set(slot, slotOf(content, reading, beside));
    if (!reading.ok && reading.otherFormat) this.#otherFormat ??= reading.otherFormat.stored;
    return 'reason' in saved ? saved : { ...saved, configuration: this.#around.complete(saved.configuration) };
  }

  /** Begins to read what is in a slot; the next `read` goes on with it, if the files are the same then. Changes and says nothing. */
  async readAhead(slot: SlotId): Promise<void> {
    const { files } = this.#around;
    // `read` says what is wrong.
    const content = await files.read(this.path(slot)).catch(() => undefined);
    if (content === undefined) return;
    const beside = await readBeside(files, slot, this.pathBeside(slot));
    const contents = this.#contentsOf(content, beside);
    this.#ahead = { content, beside, contents };
    await contents;
  }

  /** What files with these contents hold, if need be as it was read ahead. */
  #contents(content: string, beside: Beside): Promise<SlotContents> {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const isSame = ahead?.content === content && isDeepStrictEqual(ahead.beside, beside);
    return isSame ? ahead.contents : this.#contentsOf(content, beside);
  }

  /** Never rejects. */
  async #contentsOf(content: string, beside: Beside): Promise<SlotContents> {
    const reading = readSlot(content, beside);
    if (!reading.ok) {
      const { reason, otherFormat } = reading;
      return { reading, saved: { reason, ...(otherFormat && { otherFormat }) } };
    }
    const { header, stored, lost } = reading;
    const { objects, key } = this.#around;
    const opened = openedConfiguration(objects, stored, key);
    try {
      const restored = await this.#broughtBack(opened.stored);
      const saved = {
        ...restored,
        faults: [...opened.faults, ...restored.faults],
        model: header.model,
        ...(opened.wasClear && { clear: { header, stored } }),
        ...(lost && { lost }),
      };
      return { reading, saved };
    } catch (error) {
      return { reading, saved: { reason: reasonOf(error) } };
    }
  }

  /** The file of a slot, or of the mark of the startup one. */
  path(name: SlotId | 'start-up'): string {
    return join(this.#around.directory, name === 'start-up' ? 'start-up.json' : `configuration-${name}.json`);
  }

  /** The file with the changes beside that of a slot. */
  pathBeside(slot: SlotId): string {
    return join(this.#around.directory, `configuration-${slot}.changes`);
  }
}

/** State of a slot whose file has this content. */
function slotOf(content: string, reading = readSlot(content), beside?: Beside): Slot {
  if (!reading.ok) return { size: Buffer.byteLength(content), header: undefined };
  const { header, changes = noChanges } = reading;
  const octets = areNone(changes) || typeof beside?.text !== 'string' ? 0 : Buffer.byteLength(beside.text);
  return { size: Buffer.byteLength(content) + octets, header };
}

/** Why a slot's file cannot be used, for the log. */
export function unreadSlot(slot: SlotId, { reason, otherFormat }: Unread): Message {
  return otherFormat ? slotOfOtherFormat(slot, otherFormat.name) : slotDamaged(slot, reason);
}
