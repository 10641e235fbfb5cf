import { join } from 'node:path';
import { breath } from '../../datapath/breath.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import type { Problem, Rule } from '../../model/configuration/rule.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { allProblems } from '../configuration/check-rules.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { WallClock } from '../wall-clock.ts';
import { reasonOf } from './failure-reason.ts';
import { type FlashControl, FlashStatus, type SlotId, type SlotState } from './flash-control.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';
import { formatSlot, readSlot, type SlotHeader } from './slot-file.ts';
import { slotDamaged, slotEmpty } from './slot-message.ts';
import {
  type RestoredConfiguration,
  restoreConfiguration,
  type StoredConfiguration,
  storeConfiguration,
} from './stored-configuration.ts';

/** What the flash needs of the device around it. */
export interface FlashSurroundings {
  readonly files: FlashFiles;
  /** The folder of the slots; it exists. */
  readonly directory: string;
  /** Folders and files that a factory reset removes beside the slots. */
  readonly resetPaths: readonly string[];
  readonly objects: readonly ObjectDeclaration[];
  readonly rules: readonly Rule[];
  readonly hardware: Hardware;
  readonly log: Log;
  readonly wallClock: WallClock;
  running(): Configuration;
  /** Puts in what neither factory nor file says: the hash of the initial password. */
  complete(configuration: Configuration): Configuration;
  wizardDone(): boolean;
  /** Why the running configuration cannot be saved now; undefined where it can. */
  unsavable(): Message | undefined;
}

interface Slot {
  readonly size: number;
  /** Undefined where the file is damaged. */
  readonly header: SlotHeader | undefined;
}

/** Settings that are named in the log, when a slot is read, at most. */
const TOLD = 16;

const SLOTS: readonly SlotId[] = [1, 2];

/** The two places that configurations are kept in, as files: replaced whole or not at all, each with its checksum. */
export class Flash implements FlashControl {
  readonly #around: FlashSurroundings;
  readonly #slots = new Map<SlotId, Slot>();
  #startUpSlot: SlotId = 1;
  #startup: Configuration;
  #status: FlashStatus = FlashStatus.idle;
  #operationSlot: SlotId = 1;
  #operation: Promise<void> | undefined;

  constructor(around: FlashSurroundings) {
    this.#around = around;
    this.#startup = this.#factory();
  }

  get startUpSlot(): SlotId {
    return this.#startUpSlot;
  }

  get status(): FlashStatus {
    return this.#status;
  }

  get operationSlot(): SlotId {
    return this.#operationSlot;
  }

  /** The startup configuration: what the next start will begin with. */
  get startup(): Configuration {
    return this.#startup;
  }

  /** Looks at what is kept, and gives back the configurations to start with, the preferred one first. */
  async load(): Promise<readonly Configuration[]> {
    const { log } = this.#around;
    this.#startUpSlot = await this.#readStartUpSlot();
    const other: SlotId = this.#startUpSlot === 1 ? 2 : 1;
    const candidates: Configuration[] = [];
    const preferred = await this.#load(this.#startUpSlot);
    const fallback = await this.#load(other);
    if (preferred) candidates.push(preferred);
    if (this.#slots.has(this.#startUpSlot) && fallback) {
      candidates.push(fallback);
      if (!preferred) log.write(Severity.critical, say('Configuration {{slot}} is used instead.', { slot: other }));
    }
    candidates.push(this.#factory());
    this.#startup = candidates[0] ?? this.#factory();
    return candidates;
  }

  slots(): readonly SlotState[] {
    return SLOTS.map((id) => {
      const slot = this.#slots.get(id);
      return { id, size: slot?.size ?? 0, savedAt: slot?.header?.savedAt, user: slot?.header?.user ?? '' };
    });
  }

  save(slot: SlotId, user: string): void {
    this.refuseUnsavable();
    void this.#begin(slot, () => this.#write(slot, this.#around.running(), user, false)).catch(() => {});
  }

  async settled(): Promise<void> {
    await this.#operation?.catch(() => {});
  }

  async setStartUp(slot: SlotId): Promise<void> {
    await this.#begin(slot, async () => {
      const configuration = await this.read(slot);
      if (!configuration) throw new Refusal(ErrorCode.inconsistentValue, slotEmpty(slot));
      await replaceFile(this.#around.files, this.#path('start-up'), `${JSON.stringify({ startUp: slot })}\n`);
      this.#startUpSlot = slot;
      this.#startup = configuration;
    });
  }

  async erase(slot: SlotId): Promise<void> {
    if (slot === this.#startUpSlot) {
      throw new Refusal(ErrorCode.inconsistentValue, say('The start-up configuration cannot be erased.'));
    }
    await this.#begin(slot, async () => {
      await this.#around.files.remove(this.#path(slot));
      await this.#around.files.syncFolder(this.#around.directory);
      this.#slots.delete(slot);
    });
  }

  async read(slot: SlotId): Promise<Configuration | undefined> {
    const reading = await this.#read(slot);
    if (!reading) return undefined;
    if ('reason' in reading) {
      throw new Refusal(ErrorCode.genErr, slotDamaged(slot, reading.reason));
    }
    return reading.configuration;
  }

  /** Brings a configuration back that is kept elsewhere, as one out of a slot. Rejects with `Unusable`. */
  async restored(stored: StoredConfiguration): Promise<RestoredConfiguration> {
    const { objects, hardware, complete } = this.#around;
    const restored = await restoreConfiguration(objects, stored, hardware, (whole) => this.#problemsOf(whole));
    return { ...restored, configuration: complete(restored.configuration) };
  }

  /** Makes what was confirmed the startup configuration, as `write` does; not refused while it counts as waiting still. */
  async writeConfirmed(configuration: Configuration, user: string): Promise<void> {
    const slot = this.#startUpSlot;
    await this.#begin(slot, () => this.#write(slot, configuration, user, false));
  }

  refuseUnsavable(): void {
    const reason = this.#around.unsavable();
    if (reason) throw new Refusal(ErrorCode.inconsistentValue, reason);
  }

  async write(configuration: Configuration, user: string, options?: { readonly asDefault?: boolean }): Promise<void> {
    this.refuseUnsavable();
    const slot = this.#startUpSlot;
    await this.#begin(slot, () => this.#write(slot, configuration, user, options?.asDefault === true));
  }

  async factoryReset(): Promise<void> {
    const { files, resetPaths, directory } = this.#around;
    await this.#begin(this.#startUpSlot, async () => {
      for (const path of [...SLOTS.map((id) => this.#path(id)), this.#path('start-up'), ...resetPaths]) {
        await files.remove(path);
      }
      await files.syncFolder(directory);
      this.#slots.clear();
      this.#startUpSlot = 1;
      this.#startup = this.#factory();
    });
  }

  isDefault(): boolean {
    return ![...this.#slots.values()].some(({ header }) => !header?.asDefault) && !this.#around.wizardDone();
  }

  /** Runs one operation; `status` tells how it goes. Throws a `Refusal` (13) while another one runs. */
  #begin(slot: SlotId, operation: () => Promise<void>): Promise<void> {
    if (this.#operation) throw new Refusal(ErrorCode.resourceUnavailable, say('A save is already running.'));
    this.#operationSlot = slot;
    this.#status = FlashStatus.writing;
    const running = (async () => {
      try {
        await operation();
        this.#status = FlashStatus.success;
      } catch (error) {
        this.#status = FlashStatus.failure;
        if (error instanceof Refusal) throw error;
        this.#around.log.write(
          Severity.error,
          say('Configuration {{slot}} could not be written, because {{reason}}.', { slot, reason: reasonOf(error) }),
        );
        throw new Refusal(ErrorCode.commitFailed, say('The configuration could not be written to flash.'));
      } finally {
        this.#operation = undefined;
      }
    })();
    this.#operation = running;
    return running;
  }

  async #write(slot: SlotId, configuration: Configuration, user: string, asDefault: boolean): Promise<void> {
    const { files, objects, hardware, wallClock, log } = this.#around;
    const header = { model: hardware.modelName, savedAt: wallClock.now(), user, asDefault };
    const content = formatSlot(storeConfiguration(objects, configuration), header);
    try {
      await replaceFile(files, this.#path(slot), content, () => {
        this.#status = FlashStatus.verifying;
      });
    } catch (error) {
      await files.remove(`${this.#path(slot)}.new`).catch(() => {});
      throw error;
    }
    const reading = readSlot(content);
    this.#slots.set(slot, { size: Buffer.byteLength(content), header: reading.ok ? reading.header : undefined });
    if (slot === this.#startUpSlot) this.#startup = this.#around.complete(configuration);
    log.write(Severity.notice, say('Configuration {{slot}} saved by {{user}}.', { slot, user }));
  }

  /** The configuration in a slot, with complaints in the log; undefined for an empty or damaged one. */
  async #load(slot: SlotId): Promise<Configuration | undefined> {
    const { log } = this.#around;
    const reading = await this.#read(slot);
    if (!reading) return undefined;
    if ('reason' in reading) {
      log.write(Severity.critical, slotDamaged(slot, reading.reason));
      return undefined;
    }
    for (const name of reading.leftOut.slice(0, TOLD)) {
      log.write(
        Severity.warning,
        say('The setting {{name}} of configuration {{slot}} was left out: this device has none.', { name, slot }),
      );
    }
    for (const fault of reading.faults.slice(0, TOLD)) {
      log.write(Severity.error, say('Configuration {{slot}}: {{fault}}', { slot, fault }));
    }
    const more = Math.max(0, reading.leftOut.length - TOLD) + Math.max(0, reading.faults.length - TOLD);
    if (more > 0) log.write(Severity.error, say('Configuration {{slot}}: and {{more}} more settings.', { slot, more }));
    return reading.configuration;
  }

  async #read(slot: SlotId): Promise<RestoredConfiguration | { readonly reason: Message } | undefined> {
    const { files } = this.#around;
    let content: string | undefined;
    try {
      content = await files.read(this.#path(slot));
    } catch (error) {
      this.#slots.set(slot, { size: 0, header: undefined });
      return { reason: reasonOf(error) };
    }
    if (content === undefined) {
      this.#slots.delete(slot);
      return undefined;
    }
    const reading = readSlot(content);
    this.#slots.set(slot, { size: Buffer.byteLength(content), header: reading.ok ? reading.header : undefined });
    if (!reading.ok) return { reason: reading.reason };
    try {
      return await this.restored(reading.stored);
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  }

  /** What rules say against a configuration, every value of it looked at. */
  async #problemsOf(configuration: Configuration): Promise<readonly Problem[]> {
    const { objects, rules, hardware } = this.#around;
    const problems: Problem[] = [];
    for (const problem of allProblems(objects, rules, Configuration.empty, configuration, hardware)) {
      if (problem) problems.push(problem);
      else await breath();
    }
    return problems;
  }

  async #readStartUpSlot(): Promise<SlotId> {
    const { files, log } = this.#around;
    try {
      const content = await files.read(this.#path('start-up'));
      if (content === undefined) return 1;
      const json: unknown = JSON.parse(content);
      const slot = typeof json === 'object' && json !== null && 'startUp' in json ? json.startUp : undefined;
      if (slot === 1 || slot === 2) return slot;
    } catch {
      // Said below: whatever is wrong with the mark, configuration 1 is the start-up one.
    }
    log.write(Severity.error, say('The mark of the start-up configuration cannot be read; configuration 1 is used.'));
    return 1;
  }

  #factory(): Configuration {
    return this.#around.complete(factoryConfiguration(this.#around.objects, this.#around.hardware));
  }

  #path(name: SlotId | 'start-up'): string {
    return join(this.#around.directory, name === 'start-up' ? 'start-up.json' : `configuration-${name}.json`);
  }
}
