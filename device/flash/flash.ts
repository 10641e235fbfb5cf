import { join } from 'node:path';
import { breath } from '../../datapath/breath.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import type { Problem, Rule } from '../../model/configuration/rule.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { allProblems } from '../configuration/check-rules.ts';
import { type Log, Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import type { WallClock } from '../wall-clock.ts';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';
import type { DeviceKey } from './device-key.ts';
import { beginReset, finishReset, type ResetPlaces, resetInWords } from './factory-reset.ts';
import { reasonOf, Unsettled, Unusable } from './failure-reason.ts';
import { type FlashControl, FlashStatus, type SlotId, type SlotState } from './flash-control.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';
import { openedConfiguration, sealedConfiguration } from './sealed-configuration.ts';
import { formatSlot, readSlot, type SlotHeader, slotHeader } from './slot-file.ts';
import {
  nothingSaved,
  restarting,
  slotDamaged,
  slotEmpty,
  slotOfOtherFormat,
  slotOfOtherModel,
  slotUnsettled,
  slotUnwritten,
  unsettled,
  unwritten,
} from './slot-message.ts';
import {
  type RestoredConfiguration,
  restoreConfiguration,
  type StoredConfiguration,
  storeConfiguration,
} from './stored-configuration.ts';

/** Dependencies of the flash. */
export interface FlashSurroundings {
  readonly files: FlashFiles;
  /** The folder of the slots; it exists. */
  readonly directory: string;
  readonly reset: ResetPlaces;
  /** The key of secrets. */
  readonly key: DeviceKey;
  readonly objects: readonly ObjectDeclaration[];
  readonly rules: readonly Rule[];
  readonly hardware: Hardware;
  readonly log: Log;
  readonly wallClock: WallClock;
  running(): Configuration;
  /** The object that holds the account: it is kept when nothing else of a slot can be read. */
  readonly account: ObjectDeclaration | undefined;
  /** Puts in what neither factory nor file says: the hash of the initial password. */
  complete(configuration: Configuration): Configuration;
  /** From now on the initial password is another one: the account that replaced the present one cannot be read. */
  renewInitialPassword(): Promise<void>;
  /** From now on nothing is written any longer besides the slots: a factory reset begins. */
  endKeeping(): Promise<void>;
  wizardDone(): boolean;
  /** Why the running configuration cannot be saved now; undefined where it can. */
  unsavable(): Message | undefined;
  /**
   * The startup configuration becomes another one, by writing `written`, or because its slot is chosen. What is returned is called
   * once it is. Neither rejects.
   */
  saving?(
    before: Configuration,
    after: Configuration,
    saved: Pick<SlotHeader, 'user' | 'savedAt'>,
    written: Configuration,
  ): Promise<() => Promise<void>>;
}

/** The format that the mark of the start-up slot is kept in. */
const START_UP_MARK = 'faceplate-start-up';

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
}

/** Why a slot's file cannot be used. */
interface Unread {
  readonly reason: Message;
  /** Its format, if that is one which this software does not read; `name` as `slotOfOtherFormat` takes it. */
  readonly otherFormat?: { readonly name: number | string | undefined };
}

/** Author of the initial configuration. */
const DELIVERY = 'factory';

/** Settings that are named in the log, when a slot is read, at most. */
const TOLD = 16;

const SLOTS: readonly SlotId[] = [1, 2];

/** The two places that configurations are kept in, as files: replaced whole or not at all, each with its checksum. */
export class Flash implements FlashControl {
  readonly #around: FlashSurroundings;
  readonly #slots = new Map<SlotId, Slot>();
  #startUpSlot: SlotId = 1;
  /** Contents of a slot in another format, as the last start found it. */
  #otherFormat: StoredConfiguration | undefined;
  #startup: Configuration;
  #startupSavedAt: number | undefined;
  #status: FlashStatus = FlashStatus.idle;
  #operationSlot: SlotId = 1;
  #operation: Promise<void> | undefined;
  /** A factory reset was done, and the restart follows: nothing may bring back what was erased. */
  #isReset = false;

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

  /** When the startup configuration was saved; undefined if it was never saved. */
  get startupSavedAt(): number | undefined {
    return this.#startupSavedAt;
  }

  /** Looks at what is kept, and gives back the configurations to start with, the preferred one first. */
  async load(): Promise<readonly Configuration[]> {
    const { log } = this.#around;
    const marked = await this.#readStartUpSlot();
    this.#startUpSlot = marked ?? 1;
    const other: SlotId = this.#startUpSlot === 1 ? 2 : 1;
    const candidates: Configuration[] = [];
    const preferred = await this.#load(this.#startUpSlot);
    const fallback = await this.#load(other);
    if (preferred) candidates.push(preferred);
    // Without a mark an empty startup slot means that nothing was ever saved on the device; a marked one is never
    // empty.
    const isLost = marked !== undefined && !this.#slots.has(this.#startUpSlot);
    if ((this.#slots.has(this.#startUpSlot) || isLost) && fallback) {
      candidates.push(fallback);
      if (isLost) log.write(Severity.critical, slotEmpty(this.#startUpSlot));
      if (!preferred) log.write(Severity.critical, say('Configuration {{slot}} is used instead.', { slot: other }));
    }
    if (candidates.length === 0) log.write(this.#slots.size > 0 ? Severity.critical : Severity.notice, nothingSaved);
    const isConfigured = this.#slots.has(this.#startUpSlot) || isLost;
    const factory = isConfigured ? await this.#factoryWithAccount(candidates[0]) : this.#factory();
    candidates.push(factory);
    this.#startup = candidates[0] ?? factory;
    const from = preferred ? this.#startUpSlot : candidates.length > 1 ? other : undefined;
    this.#startupSavedAt = from && this.#slots.get(from)?.header?.savedAt;
    return candidates;
  }

  /**
   * Keeps what a new switch is delivered with as the start-up configuration of a device that still counts as never configured,
   * unless there is one; to be called before `load`, which says what is wrong with it. Never rejects: a switch that cannot keep
   * it starts with the factory's settings.
   */
  async deliver(stored: StoredConfiguration): Promise<void> {
    const { files, hardware, wallClock, log, key, objects } = this.#around;
    try {
      for (const slot of SLOTS) if ((await files.read(this.#path(slot))) !== undefined) return;
      const header = { model: hardware.modelName, savedAt: wallClock.now(), user: DELIVERY, asDefault: true };
      await key.keep();
      await replaceFile(files, this.#path(1), formatSlot(sealedConfiguration(objects, stored, key), header), () => {});
      log.write(Severity.notice, say('The switch starts with its factory settings.'));
    } catch (error) {
      log.write(Severity.error, slotUnwritten(1, reasonOf(error)));
    }
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
      const header = this.#slots.get(slot)?.header;
      const taken = await this.#announced(configuration, header, configuration);
      const marking = writeCheckedFile(this.#around.files, this.#path('start-up'), START_UP_MARK, `${slot}\n`);
      await this.#whenInPlace(marking, () => {
        this.#startUpSlot = slot;
        this.#startWith(configuration, header, taken);
      });
    });
  }

  async erase(slot: SlotId): Promise<void> {
    if (slot === this.#startUpSlot) {
      throw new Refusal(ErrorCode.inconsistentValue, say('The startup configuration cannot be erased.'));
    }
    await this.#begin(slot, async () => {
      await this.#around.files.remove(this.#path(slot));
      this.#slots.delete(slot);
      await this.#around.files.syncFolder(this.#around.directory);
    });
  }

  async read(slot: SlotId): Promise<Configuration | undefined> {
    const reading = await this.#read(slot);
    if (!reading) return undefined;
    if ('reason' in reading) {
      throw new Refusal(ErrorCode.genErr, unreadSlot(slot, reading));
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
    // A save that was answered already goes on; what comes behind it takes its turn.
    await this.settled();
    const slot = this.#startUpSlot;
    await this.#begin(slot, () => this.#write(slot, configuration, user, options?.asDefault === true));
  }

  async factoryReset(kept?: { readonly configuration: Configuration; readonly user: string }): Promise<void> {
    if (kept) this.refuseUnsavable();
    const { files, reset, log, endKeeping, key } = this.#around;
    await this.#begin(this.#startUpSlot, async () => {
      const { content, written } =
        (kept && (await this.#contentOf(kept.configuration, this.#headerOf(kept.user, true)))) ?? {};
      await beginReset(files, reset, content);
      await endKeeping();
      const outcome = await finishReset(files, reset);
      const words = resetInWords(outcome);
      if (words) log.write(Severity.critical, words);
      key.renew();
      this.#slots.clear();
      if (written) this.#slots.set(1, written);
      this.#startUpSlot = 1;
      this.#startup = kept ? this.#around.complete(kept.configuration) : this.#factory();
      this.#isReset = true;
    });
  }

  isDefault(): boolean {
    return ![...this.#slots.values()].some(({ header }) => !header?.asDefault) && !this.#around.wizardDone();
  }

  /** Runs one operation; `status` shows the progress. Throws a `Refusal` (13) while another one is running. */
  #begin(slot: SlotId, operation: () => Promise<void>): Promise<void> {
    if (this.#isReset) throw new Refusal(ErrorCode.resourceUnavailable, restarting);
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
          error instanceof Unsettled ? slotUnsettled(slot, reasonOf(error)) : slotUnwritten(slot, reasonOf(error)),
        );
        throw new Refusal(ErrorCode.commitFailed, error instanceof Unsettled ? unsettled : unwritten);
      } finally {
        this.#operation = undefined;
      }
    })();
    this.#operation = running;
    return running;
  }

  async #write(slot: SlotId, configuration: Configuration, user: string, asDefault: boolean): Promise<void> {
    const { files, complete, log, objects } = this.#around;
    const header = this.#headerOf(user, asDefault);
    const startup = slot === this.#startUpSlot ? complete(keptConfiguration(objects, configuration)) : undefined;
    // Before anything else can be changed: it says what is saved.
    const announcing = startup && this.#announced(startup, header, configuration);
    const { content, written } = await this.#contentOf(configuration, header);
    const taken = await announcing;
    const writing = replaceFile(files, this.#path(slot), content, () => {
      this.#status = FlashStatus.verifying;
    });
    await this.#whenInPlace(writing, () => {
      this.#slots.set(slot, written);
      if (startup) this.#startWith(startup, written.header, taken);
    });
    log.write(Severity.notice, say('Configuration {{slot}} saved by {{user}}.', { slot, user }));
  }

  /** Says that this becomes the startup configuration. */
  async #announced(
    configuration: Configuration,
    saved: SlotHeader | undefined,
    written: Configuration,
  ): Promise<(() => Promise<void>) | undefined> {
    const { user = '', savedAt = 0 } = saved ?? {};
    return this.#around.saving?.(this.#startup, configuration, { user, savedAt }, written);
  }

  #startWith(configuration: Configuration, saved: SlotHeader | undefined, taken?: () => Promise<void>): void {
    this.#startup = configuration;
    this.#startupSavedAt = saved?.savedAt;
    void taken?.();
  }

  /** Calls `take` once what was written is what the next start finds, also where the writing fails afterwards. */
  async #whenInPlace(writing: Promise<void>, take: () => void): Promise<void> {
    try {
      await writing;
    } catch (error) {
      if (error instanceof Unsettled) take();
      throw error;
    }
    take();
  }

  /** A slot's file with this configuration, and what is known of it. Full tables are 5 MB: it breathes in between. */
  async #contentOf(
    configuration: Configuration,
    header: SlotHeader,
  ): Promise<{ readonly content: string; readonly written: Slot }> {
    const { objects, key } = this.#around;
    await key.keep();
    await breath();
    const stored = storeConfiguration(objects, configuration);
    await breath();
    const sealed = sealedConfiguration(objects, stored, key);
    await breath();
    const content = formatSlot(sealed, header);
    await breath();
    return { content, written: { size: Buffer.byteLength(content), header } };
  }

  #headerOf(user: string, asDefault: boolean): SlotHeader {
    const { hardware, wallClock } = this.#around;
    return slotHeader({ model: hardware.modelName, savedAt: wallClock.now(), user, asDefault });
  }

  /** Encrypts the secrets of a slot that an earlier version kept in clear; where that fails, the next start tries again. */
  async #sealSlot(slot: SlotId, header: SlotHeader, stored: StoredConfiguration): Promise<void> {
    const { files, objects, key, log } = this.#around;
    try {
      await key.keep();
      const content = formatSlot(sealedConfiguration(objects, stored, key), header);
      await replaceFile(files, this.#path(slot), content);
      this.#slots.set(slot, slotOf(content));
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
  async #load(slot: SlotId): Promise<Configuration | undefined> {
    const { log } = this.#around;
    const reading = await this.#read(slot);
    if (!reading) return undefined;
    if ('reason' in reading) {
      log.write(Severity.critical, unreadSlot(slot, reading));
      return undefined;
    }
    const { model, clear } = reading;
    if (clear && this.#around.key.sealsAtStart) await this.#sealSlot(slot, clear.header, clear.stored);
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

  async #read(slot: SlotId): Promise<SavedConfiguration | Unread | undefined> {
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
    this.#slots.set(slot, slotOf(content, reading));
    if (!reading.ok) {
      const { reason, otherFormat } = reading;
      if (!otherFormat) return { reason };
      this.#otherFormat ??= otherFormat.stored;
      return { reason, otherFormat };
    }
    const { header, stored } = reading;
    const { objects, key } = this.#around;
    const opened = openedConfiguration(objects, stored, key);
    try {
      const restored = await this.restored(opened.stored);
      return {
        ...restored,
        faults: [...opened.faults, ...restored.faults],
        model: header.model,
        ...(opened.wasClear && { clear: { header, stored } }),
      };
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  }

  /** Objections of rules to a configuration, with every value checked. */
  async #problemsOf(configuration: Configuration): Promise<readonly Problem[]> {
    const { objects, rules, hardware } = this.#around;
    const problems: Problem[] = [];
    for (const problem of allProblems(objects, rules, Configuration.empty, configuration, hardware)) {
      if (problem) problems.push(problem);
      else await breath();
    }
    return problems;
  }

  /** The slot that is marked, 1 for a mark that cannot be read; undefined where none is. */
  async #readStartUpSlot(): Promise<SlotId | undefined> {
    const { files, log } = this.#around;
    const mark = await readCheckedFile(files, this.#path('start-up'), START_UP_MARK);
    if (mark.kind === 'none') return undefined;
    const slot = SLOTS.find((id) => mark.kind === 'whole' && mark.body === `${id}\n`);
    if (slot) return slot;
    log.write(Severity.error, say('The mark of the startup configuration cannot be read; configuration 1 is used.'));
    return 1;
  }

  /**
   * The factory settings of a switch that was configured, with the account of what it starts with, or of a slot in another
   * format. Without either there is a new initial password: the one that was replaced does not return.
   */
  async #factoryWithAccount(started: Configuration | undefined): Promise<Configuration> {
    const { account, objects, key, log, renewInitialPassword } = this.#around;
    const source = started && account ? storeConfiguration([account], started) : this.#otherFormat;
    const part = account && source?.objects[account.name];
    try {
      if (!account || !part) throw new Unusable(say('it holds no configuration'));
      const { stored } = openedConfiguration(objects, { objects: { [account.name]: part } }, key);
      const { configuration } = await this.restored(stored);
      if (!started)
        log.write(Severity.notice, say('The user name and the password of that configuration stay in use.'));
      return configuration;
    } catch {
      await renewInitialPassword();
      return this.#factory();
    }
  }

  #factory(): Configuration {
    return this.#around.complete(factoryConfiguration(this.#around.objects, this.#around.hardware));
  }

  #path(name: SlotId | 'start-up'): string {
    return join(this.#around.directory, name === 'start-up' ? 'start-up.json' : `configuration-${name}.json`);
  }
}

/** State of a slot whose file has this content. */
function slotOf(content: string, reading = readSlot(content)): Slot {
  return { size: Buffer.byteLength(content), header: reading.ok ? reading.header : undefined };
}

function unreadSlot(slot: SlotId, { reason, otherFormat }: Unread): Message {
  return otherFormat ? slotOfOtherFormat(slot, otherFormat.name) : slotDamaged(slot, reason);
}
