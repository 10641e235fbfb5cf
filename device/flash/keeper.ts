import { dirname, join } from 'node:path';
import { type Message, say } from '../../model/values/message.ts';
import { type Log, Severity } from '../log/log.ts';
import { faultOf, formatChecked, isDamaged, readChecked } from './checked-text.ts';
import { type DeviceKey, isSealed } from './device-key.ts';
import { reasonOf } from './failure-reason.ts';
import { type FlashFiles, replaceFile } from './flash-files.ts';

const FORMAT = 'faceplate-kept';

/** Ending of the files' names. */
const ENDING = '.kept';

/** Something that a feature keeps on flash beside the configuration: bindings, counters, addresses once given. */
export interface Keepable<Value> {
  /** In lower case with hyphens; unique among the features. */
  readonly name: string;
  /** Counts up when what `write` makes changes its shape. */
  readonly version: number;
  /** It holds what only this switch may know: the file is encrypted with the device's key. */
  readonly sealed?: boolean;
  /** The contents of the file, as JSON. */
  write(value: Value): unknown;
  /** The value that was written so by this `version` or an earlier one; undefined where it is none. */
  read(json: unknown, version: number): Value | undefined;
}

/** The place of a feature's value. A factory reset empties it. */
export interface Kept<Value> {
  /**
   * The last saved value; undefined if there is none. A damaged file is set aside and logged, and then there is none.
   * Never rejects.
   */
  load(): Promise<Value | undefined>;
  /**
   * Replaces what is kept, whole or not at all, power cut or not; resolves once this value, or one saved after it, is on
   * flash. Of values that come while one is being written only the last is. Rejects with the system's error.
   */
  save(value: Value): Promise<void>;
  /** Keeps nothing any longer. Rejects with the system's error. */
  remove(): Promise<void>;
  /** Resolves when everything asked for so far is done. */
  settled(): Promise<void>;
}

/** Keeps what features ask for, a file each, by the same rules as the configuration. */
export class Keeper {
  readonly #files: FlashFiles;
  readonly #directory: string;
  readonly #log: Log;
  readonly #key: DeviceKey;
  readonly #open = new Map<string, KeptFile>();
  #isOver = false;

  /** @param directory is made where it is missing. */
  constructor(files: FlashFiles, directory: string, log: Log, key: DeviceKey) {
    this.#files = files;
    this.#directory = directory;
    this.#log = log;
    this.#key = key;
  }

  /**
   * From now until the next start nothing is stored: a factory reset deletes what is. Resolves when no write is in
   * progress any longer.
   */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.settled();
  }

  /** Resolves when everything that was asked for so far is done. */
  async settled(): Promise<void> {
    await Promise.all([...this.#open.values()].map((file) => file.settled()));
  }

  /** The place of `what`: the same one for every caller. */
  keep<Value>(what: Keepable<Value>): Kept<Value> {
    const file = this.#file(what.name);
    return {
      load: () => this.#load(what, file),
      save: (value) => file.put(() => this.#textOf(what, value)),
      remove: () => file.put(() => undefined),
      settled: () => file.settled(),
    };
  }

  /** Whether something of this name is kept at present, for all names at the price of one. Rejects with the system's error. */
  async keeps(): Promise<(name: string) => boolean> {
    const present = new Set(await this.#files.list(this.#directory));
    return (name) => present.has(name + ENDING);
  }

  async #textOf<Value>({ name, version, sealed, write }: Keepable<Value>, value: Value): Promise<string> {
    if (sealed) await this.#key.keep();
    const text = JSON.stringify(write(value));
    const body = sealed ? this.#key.seal(text, placeOf(name)) : text;
    return formatChecked({ format: FORMAT, name, version }, `${body}\n`);
  }

  #file(name: string): KeptFile {
    let file = this.#open.get(name);
    if (!file) {
      file = new KeptFile(this.#files, join(this.#directory, name + ENDING), () => this.#isOver);
      this.#open.set(name, file);
    }
    return file;
  }

  async #load<Value>(what: Keepable<Value>, file: KeptFile): Promise<Value | undefined> {
    try {
      const text = await file.read();
      if (text === undefined) return undefined;
      const found = this.#valueIn(what, text);
      if (!('fault' in found)) {
        // A version that did not seal wrote it.
        if (what.sealed && !found.wasSealed && this.#key.sealsAtStart)
          await this.keep(what)
            .save(found.value)
            .catch(() => {});
        return found.value;
      }
      // If that fails, the next save replaces it.
      await file.setAside().catch(() => {});
      const { name } = what;
      const { fault } = found;
      this.#log.write(Severity.error, say('The stored file of {{name}} {{fault}}; it was set aside.', { name, fault }));
    } catch (error) {
      const { name } = what;
      const reason = reasonOf(error);
      this.#log.write(
        Severity.error,
        say('The stored data of {{name}} cannot be read, because {{reason}}.', { name, reason }),
      );
    }
    return undefined;
  }

  /** The value in a file's text, or why there is none. */
  #valueIn<Value>(
    { name, version: newest, read }: Keepable<Value>,
    text: string,
  ): { readonly value: Value; readonly wasSealed: boolean } | { readonly fault: Message } {
    const checked = readChecked(text);
    if (!checked?.whole || checked.header.format !== FORMAT) return { fault: faultOf(text, FORMAT) };
    const { version } = checked.header;
    if (checked.header.name !== name || typeof version !== 'number') return { fault: isDamaged };
    if (version < 1 || version > newest) {
      return { fault: say('has format {{version}}, which this software does not read', { version }) };
    }
    const wasSealed = isSealed(checked.body);
    const json = wasSealed ? this.#key.open(checked.body.trimEnd(), placeOf(name)) : checked.body;
    const value = json === undefined ? undefined : read(JSON.parse(json), version);
    return value === undefined ? { fault: isDamaged } : { value, wasSealed };
  }
}

function placeOf(name: string): string {
  return `${FORMAT} ${name}`;
}

/** Makes a file's text; undefined for no file. */
type Content = () => Promise<string> | undefined;

/** One file: what is asked of it is done in order, and of what waits only the last. */
class KeptFile {
  readonly #files: FlashFiles;
  readonly #path: string;
  #work: Promise<unknown> = Promise.resolve();
  readonly #isOver: () => boolean;
  /** Its removal has begun and may not have reached the disk. */
  #isGoing = false;
  #waiting: { content: Content; readonly done: Promise<void> } | undefined;

  constructor(files: FlashFiles, path: string, isOver: () => boolean) {
    this.#files = files;
    this.#path = path;
    this.#isOver = isOver;
  }

  read(): Promise<string | undefined> {
    return this.#then(() => this.#files.read(this.#path));
  }

  setAside(): Promise<void> {
    return this.#then(() => this.#files.rename(this.#path, `${this.#path}.damaged`));
  }

  /** Puts this content in the file's place; undefined for no file. */
  put(content: Content): Promise<void> {
    if (this.#waiting) {
      this.#waiting.content = content;
      return this.#waiting.done;
    }
    const done = this.#then(async () => {
      const last = this.#waiting;
      this.#waiting = undefined;
      if (last && !this.#isOver()) await this.#replace(await last.content());
    });
    this.#waiting = { content, done };
    return done;
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  async #replace(content: string | undefined): Promise<void> {
    if (this.#isOver()) return;
    if (content !== undefined) return replaceFile(this.#files, this.#path, content);
    if (!this.#isGoing && (await this.#files.read(this.#path)) === undefined) return;
    // Until its folder is synced a power failure may bring it back, even if it is no longer visible.
    this.#isGoing = true;
    await this.#files.remove(this.#path);
    await this.#files.syncFolder(dirname(this.#path));
    this.#isGoing = false;
  }

  #then<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}
