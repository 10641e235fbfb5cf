import { createHash, randomBytes } from 'node:crypto';
import { say } from '../../model/values/message.ts';
import { type Log, Severity } from '../log/log.ts';
import { readCheckedFile, writeCheckedFile } from './checked-file.ts';
import { isDamaged } from './checked-text.ts';
import type { FlashFiles } from './flash-files.ts';
import { openText, SEALING_KEY_LENGTH, sealText, sealTextAlike } from './sealed-text.ts';

const FORMAT = 'faceplate-device-key';

/** Begins a sealed text. No secret that can be typed holds this character, so a text in clear is never taken for a sealed one. */
const SEALED = '\u0001';

/** Characters of the name of a key. */
const NAME_LENGTH = 8;

/**
 * The key that this switch encrypts its secrets with on flash. It has a file of its own, readable for the agent's user only:
 * a slot or another file that leaves the switch without it shows no secret. A factory reset removes it.
 */
export class DeviceKey {
  readonly #files: FlashFiles;
  readonly #path: string;
  /**
   * Secrets that an earlier version stored in clear text have to be encrypted at the start; not while the former
   * firmware may have to read them again.
   */
  readonly sealsAtStart: boolean;
  #key: Buffer;
  #isKept: boolean;
  /** When its file is not being written: two writers at once would overwrite each other. */
  #kept: Promise<void> = Promise.resolve();

  private constructor(files: FlashFiles, path: string, key: Buffer | undefined, sealsAtStart: boolean) {
    this.#files = files;
    this.#path = path;
    this.sealsAtStart = sealsAtStart;
    this.#key = key ?? randomBytes(SEALING_KEY_LENGTH);
    this.#isKept = key !== undefined;
  }

  /**
   * The key at `path`, or a new one where there is none that can be used; it is kept when the first secret is. A damaged file is
   * set aside and said in the log. Never rejects.
   */
  static async load(files: FlashFiles, path: string, log: Log, sealsAtStart = true): Promise<DeviceKey> {
    const found = await readCheckedFile(files, path, FORMAT);
    const key = found.kind === 'whole' ? Buffer.from(found.body.trim(), 'base64') : undefined;
    if (key?.length === SEALING_KEY_LENGTH) return new DeviceKey(files, path, key, sealsAtStart);
    if (found.kind === 'unreadable') {
      const { reason } = found;
      log.write(
        Severity.critical,
        say('The key of the stored secrets cannot be read, because {{reason}}.', { reason }),
      );
    } else if (found.kind !== 'none') {
      await files.rename(path, `${path}.damaged`).catch(() => {});
      const fault = found.kind === 'damaged' ? found.fault : isDamaged;
      log.write(Severity.critical, say('The key of the stored secrets {{fault}}; it was set aside.', { fault }));
    }
    return new DeviceKey(files, path, undefined, sealsAtStart);
  }

  /** Puts the key on flash, if it is not there yet; to be called before anything sealed is. Rejects with the system's error. */
  keep(): Promise<void> {
    const done = this.#kept.then(() => this.#write());
    this.#kept = done.catch(() => {});
    return done;
  }

  async #write(): Promise<void> {
    if (this.#isKept) return;
    const key = this.#key;
    await writeCheckedFile(this.#files, this.#path, FORMAT, `${key.toString('base64')}\n`);
    this.#isKept = key === this.#key;
  }

  /** From now on another key: the former one went with a factory reset. */
  renew(): void {
    this.#key = randomBytes(SEALING_KEY_LENGTH);
    this.#isKept = false;
  }

  /** Encrypts a text for its place; the result names the key. */
  seal(text: string, place: string): string {
    return `${SEALED}${this.#name()}:${sealText(this.#key, text, place)}`;
  }

  /** As `seal` does, but the same text at the same place is always sealed alike: for what is compared with what it was before. */
  sealAlike(text: string, place: string): string {
    return `${SEALED}${this.#name()}:${sealTextAlike(this.#key, text, place)}`;
  }

  /** Opens what `seal` made; undefined where it was sealed with another key, for another place, or was changed since. */
  open(sealed: string, place: string): string | undefined {
    const head = `${SEALED}${this.#name()}:`;
    return sealed.startsWith(head) ? openText(this.#key, sealed.slice(head.length), place) : undefined;
  }

  #name(): string {
    return createHash('sha256').update(this.#key).digest('hex').slice(0, NAME_LENGTH);
  }
}

/** Whether `seal` made this, with whatever key. */
export function isSealed(text: string): boolean {
  return text.startsWith(SEALED);
}
