import type { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import { keptConfiguration } from '../../model/configuration/kept-configuration.ts';
import { type Message, say } from '../../model/values/message.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { Severity } from '../log/log.ts';
import { Refusal } from '../refusal.ts';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';
import { beginReset, finishReset, type ResetPlaces, resetInWords } from './factory-reset.ts';
import { reasonOf, Unsettled, Unusable } from './failure-reason.ts';
import { type FlashControl, FlashStatus, type SlotId, type SlotState } from './flash-control.ts';
import { replaceFile } from './flash-files.ts';
import { openedConfiguration, sealedConfiguration } from './sealed-configuration.ts';
import { formatSlot, type SlotHeader } from './slot-file.ts';
import {
  changesLost,
  nothingSaved,
  restarting,
  slotEmpty,
  slotUnsettled,
  slotUnwritten,
  unsettled,
  unwritten,
} from './slot-message.ts';
import { SLOTS, type SlotSurroundings, Slots, unreadSlot } from './slots.ts';
import { type RestoredConfiguration, type StoredConfiguration, storeConfiguration } from './stored-configuration.ts';

/** Dependencies of the flash. */
export interface FlashSurroundings extends SlotSurroundings {
  readonly reset: ResetPlaces;
  running(): Configuration;
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

/** Author of the initial configuration. */
const DELIVERY = 'factory';

/** The two places that configurations are kept in, as files: replaced whole or not at all, each with its checksum. */
export class Flash implements FlashControl {
  readonly #around: FlashSurroundings;
  readonly #slots: Slots;
  #startUpSlot: SlotId = 1;
  #startup: Configuration | undefined;
  #startupSavedAt: number | undefined;
  #status: FlashStatus = FlashStatus.idle;
  #operationSlot: SlotId = 1;
  #operation: Promise<void> | undefined;
  /** A factory reset was done, and the restart follows: nothing may bring back what was erased. */
  #isReset = false;

  constructor(around: FlashSurroundings) {
    this.#around = around;
    this.#slots = new Slots(around);
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
    this.#startup ??= this.#factory();
    return this.#startup;
  }

  /** When the startup configuration was saved; undefined if it was never saved. */
  get startupSavedAt(): number | undefined {
    return this.#startupSavedAt;
  }

  /**
   * Begins to bring the startup configuration back, so that `load` finds it done: while a start waits for something else. Nothing is
   * changed or said. Never rejects.
   */
  async readAhead(): Promise<void> {
    const { slot = 1 } = await this.#startUpMark();
    await this.#slots.readAhead(slot);
  }

  /** Looks at what is kept, and gives back the configurations to start with, the preferred one first. */
  async load(): Promise<readonly Configuration[]> {
    const { log } = this.#around;
    const marked = await this.#readStartUpSlot();
    this.#startUpSlot = marked ?? 1;
    const other: SlotId = this.#startUpSlot === 1 ? 2 : 1;
    const candidates: Configuration[] = [];
    const preferred = await this.#slots.load(this.#startUpSlot);
    const fallback = await this.#slots.load(other);
    if (preferred) candidates.push(preferred);
    // Without a mark an empty startup slot means that nothing was ever saved on the device; a marked one is never
    // empty.
    const isLost = marked !== undefined && !this.#slots.has(this.#startUpSlot);
    if ((this.#slots.has(this.#startUpSlot) || isLost) && fallback) {
      candidates.push(fallback);
      if (isLost) log.write(Severity.critical, slotEmpty(this.#startUpSlot));
      if (!preferred) log.write(Severity.critical, say('Configuration {{slot}} is used instead.', { slot: other }));
    }
    if (candidates.length === 0) log.write(this.#slots.isEmpty ? Severity.notice : Severity.critical, nothingSaved);
    const isConfigured = this.#slots.has(this.#startUpSlot) || isLost;
    const factory = isConfigured ? await this.#factoryWithAccount(candidates[0]) : this.#factory();
    candidates.push(factory);
    this.#startup = candidates[0] ?? factory;
    const from = preferred ? this.#startUpSlot : candidates.length > 1 ? other : undefined;
    this.#startupSavedAt = from && this.#slots.header(from)?.savedAt;
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
      for (const slot of SLOTS) if ((await files.read(this.#slots.path(slot))) !== undefined) return;
      const header = { model: hardware.modelName, savedAt: wallClock.now(), user: DELIVERY, asDefault: true };
      await key.keep();
      await replaceFile(
        files,
        this.#slots.path(1),
        formatSlot(sealedConfiguration(objects, stored, key), header),
        () => {},
      );
      log.write(Severity.notice, say('The switch starts with its factory settings.'));
    } catch (error) {
      log.write(Severity.error, slotUnwritten(1, reasonOf(error)));
    }
  }

  slots(): readonly SlotState[] {
    return this.#slots.states();
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
      const header = this.#slots.header(slot);
      const taken = await this.#announced(configuration, header, configuration);
      const marking = writeCheckedFile(this.#around.files, this.#slots.path('start-up'), START_UP_MARK, `${slot}\n`);
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
      const { files, directory } = this.#around;
      await files.remove(this.#slots.path(slot));
      this.#slots.drop(slot);
      await files.syncFolder(directory);
      // Not before: without them the file would hold an earlier save. By themselves they say nothing.
      await files.remove(this.#slots.pathBeside(slot)).catch(() => {});
    });
  }

  async read(slot: SlotId): Promise<Configuration | undefined> {
    const reading = await this.#slots.read(slot);
    if (!reading) return undefined;
    if ('reason' in reading) {
      throw new Refusal(ErrorCode.genErr, unreadSlot(slot, reading));
    }
    if (reading.lost) throw new Refusal(ErrorCode.genErr, changesLost(slot, reading.lost));
    return reading.configuration;
  }

  /** Brings a configuration back that is kept elsewhere, as one out of a slot. Rejects with `Unusable`. */
  restored(stored: StoredConfiguration): Promise<RestoredConfiguration> {
    return this.#slots.restored(stored);
  }

  /** Makes what was confirmed the startup configuration, as `write` does; not refused while it counts as waiting still. */
  async writeConfirmed(configuration: Configuration, user: string): Promise<void> {
    await this.#writeNext(() => configuration, user, false);
  }

  refuseUnsavable(): void {
    const reason = this.#around.unsavable();
    if (reason) throw new Refusal(ErrorCode.inconsistentValue, reason);
  }

  async write(configuration: Configuration, user: string, options?: { readonly asDefault?: boolean }): Promise<void> {
    this.refuseUnsavable();
    await this.#writeNext(() => configuration, user, options?.asDefault === true);
  }

  async amend(edit: (startup: Configuration) => Configuration, user: string): Promise<void> {
    this.refuseUnsavable();
    await this.#writeNext(() => edit(this.startup), user);
  }

  /**
   * Writes into the start-up slot once nothing else is written: a save that was answered already goes on. `made` is asked only
   * then, since what goes before may change what the next start begins with; `asDefault` is as it is by then where it is not given.
   */
  async #writeNext(made: () => Configuration, user: string, asDefault?: boolean): Promise<void> {
    // Several may wait for the same end.
    while (this.#operation) await this.settled();
    const slot = this.#startUpSlot;
    await this.#begin(slot, () => this.#write(slot, made(), user, asDefault ?? this.isDefault()));
  }

  async factoryReset(kept?: { readonly configuration: Configuration; readonly user: string }): Promise<void> {
    if (kept) this.refuseUnsavable();
    const { files, reset, log, endKeeping, key } = this.#around;
    await this.#begin(this.#startUpSlot, async () => {
      const header = kept && this.#slots.headerOf(kept.user, true);
      const content = kept && header && (await this.#contentOf(kept.configuration, header));
      await beginReset(files, reset, content);
      await endKeeping();
      const outcome = await finishReset(files, reset);
      const words = resetInWords(outcome);
      if (words) log.write(Severity.critical, words);
      key.renew();
      this.#slots.drop();
      if (content) this.#slots.put(1, { size: Buffer.byteLength(content), header });
      this.#startUpSlot = 1;
      this.#startup = kept ? this.#around.complete(kept.configuration) : this.#factory();
      this.#isReset = true;
    });
  }

  isDefault(): boolean {
    return this.#slots.isDefault && !this.#around.wizardDone();
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
    const { complete, log, objects } = this.#around;
    const header = this.#slots.headerOf(user, asDefault);
    const startup = slot === this.#startUpSlot ? complete(keptConfiguration(objects, configuration)) : undefined;
    // Before anything else can be changed: it says what is saved.
    const announcing = startup && this.#announced(startup, header, configuration);
    const prepared = await this.#slots.prepare(slot, configuration, header, startup && this.startup);
    const taken = await announcing;
    const writing = prepared.write(() => {
      this.#status = FlashStatus.verifying;
    });
    await this.#whenInPlace(writing, () => {
      this.#slots.put(slot, { size: prepared.size, header: prepared.header });
      if (startup) this.#startWith(startup, header, taken);
    });
    log.write(Severity.notice, say('Configuration {{slot}} saved by {{user}}.', { slot, user }));
  }

  /** A slot's file with this configuration, which nothing is kept beside. */
  async #contentOf(configuration: Configuration, header: SlotHeader): Promise<string> {
    const { objects, key } = this.#around;
    await key.keep();
    return formatSlot(sealedConfiguration(objects, storeConfiguration(objects, configuration), key), header);
  }

  /** Says that this becomes the startup configuration. */
  async #announced(
    configuration: Configuration,
    saved: SlotHeader | undefined,
    written: Configuration,
  ): Promise<(() => Promise<void>) | undefined> {
    const { user = '', savedAt = 0 } = saved ?? {};
    return this.#around.saving?.(this.startup, configuration, { user, savedAt }, written);
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

  /** The slot that is marked, 1 for a mark that cannot be read; undefined where none is. */
  async #readStartUpSlot(): Promise<SlotId | undefined> {
    const { isThere, slot } = await this.#startUpMark();
    if (slot || !isThere) return slot;
    const unread = say('The mark of the startup configuration cannot be read; configuration 1 is used.');
    this.#around.log.write(Severity.error, unread);
    return 1;
  }

  /** Whether a startup slot is marked, and which, if that can be read. */
  async #startUpMark(): Promise<{ readonly isThere: boolean; readonly slot: SlotId | undefined }> {
    const mark = await readCheckedFile(this.#around.files, this.#slots.path('start-up'), START_UP_MARK);
    const slot = SLOTS.find((id) => mark.kind === 'whole' && mark.body === `${id}\n`);
    return { isThere: mark.kind !== 'none', slot };
  }

  /**
   * The factory settings of a switch that was configured, with the account of what it starts with, or of a slot in another
   * format. Without either there is a new initial password: the one that was replaced does not return.
   */
  async #factoryWithAccount(started: Configuration | undefined): Promise<Configuration> {
    const { account, objects, key, log, renewInitialPassword } = this.#around;
    const source = started && account ? storeConfiguration([account], started) : this.#slots.otherFormat;
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
}
