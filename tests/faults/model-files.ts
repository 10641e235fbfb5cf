import { basename, dirname } from 'node:path';
import type { Random } from '../../datapath/virtual/scenario/random.ts';
import type { FirmwareFiles } from '../../device/firmware/firmware-files.ts';

/**
 * What ends a run: only the process, with the operation begun or not, or the power with everything that had not reached
 * the disk.
 */
export type Cut = 'kill' | 'killHalfway' | 'power' | 'powerHalfway';

/** A file's content, as processes see it and as it is on the disk. */
interface Inode {
  content: string;
  /** Undefined until it was forced onto the disk. */
  onDisk: string | undefined;
}

type Entry = Inode | 'folder';

/** A change of names that has not reached the disk yet. */
interface Pending {
  readonly folder: string;
  apply(names: Map<string, Entry>): void;
}

/** What may happen at one operation: an error in its place, or the end of everything. */
export interface Plan {
  /** The operation (from 1) at which the run ends. */
  readonly cut?: { readonly at: number; readonly how: Cut };
  /** The error of an operation; undefined where it works. */
  error?(at: number, operation: string): string | undefined;
}

/**
 * A file system that can be cut off at any operation. It promises exactly what POSIX does: content is on the disk once
 * it was synced, a name once its folder was, and of the rest any part may have got there.
 */
export class ModelFiles implements FirmwareFiles {
  readonly #names: Map<string, Entry>;
  readonly #onDisk: Map<string, Entry>;
  readonly #pending: Pending[] = [];
  readonly #random: Random;
  #plan: Plan = {};
  #operations = 0;
  #isCut = false;
  #ended = () => {};

  /** @param files by path; their folders exist. */
  constructor(random: Random, files: ReadonlyMap<string, string | undefined> = new Map()) {
    this.#random = random;
    this.#names = new Map();
    for (const [path, content] of files) {
      for (let folder = dirname(path); folder !== '/'; folder = dirname(folder)) this.#names.set(folder, 'folder');
      this.#names.set(path, content === undefined ? 'folder' : { content, onDisk: content });
    }
    this.#onDisk = new Map(this.#names);
  }

  /** Operations so far. */
  get operations(): number {
    return this.#operations;
  }

  /** Counts operations from 0 again, and lets happen what `plan` says. Resolves when it cuts the run off. */
  follow(plan: Plan): Promise<'cut'> {
    this.#plan = plan;
    this.#operations = 0;
    return new Promise((resolve) => {
      this.#ended = () => resolve('cut');
    });
  }

  /** What processes see: files with their content, folders with none. */
  image(): Map<string, string | undefined> {
    return contentsOf(this.#names);
  }

  /** What a start after the end of this run finds. */
  survivors(how: Cut): Map<string, string | undefined> {
    if (how === 'kill' || how === 'killHalfway') return this.image();
    const names = new Map(this.#onDisk);
    for (const { apply } of this.#pending) if (this.#random() < 0.5) apply(names);
    // Where a folder's name got lost, all in it did.
    for (const path of [...names.keys()].sort()) {
      const folder = dirname(path);
      if (folder !== '/' && names.get(folder) !== 'folder') names.delete(path);
    }
    return contentsOf(names, ({ content, onDisk }) => onDisk ?? content.slice(0, this.#random() * content.length));
  }

  async read(path: string): Promise<string | undefined> {
    await this.#step('read');
    const entry = this.#names.get(path);
    if (entry === 'folder') throw failure('EISDIR');
    return entry?.content;
  }

  async write(path: string, content: string): Promise<void> {
    let file: Inode = { content: '', onDisk: undefined };
    await this.#step('open', () => {
      const present = this.#names.get(path);
      if (present === 'folder') throw failure('EISDIR');
      this.#inFolder(path);
      if (present) file = Object.assign(present, file);
      else this.#name(path, file);
    });
    const part = () => {
      file.content = content.slice(0, this.#random() * content.length);
    };
    await this.#step('write', part, part);
    file.content = content;
    await this.#step('sync');
    file.onDisk = content;
  }

  /** As one piece: what of it gets onto the disk is left to chance there, too. */
  async writePieces(path: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    let content = '';
    for await (const piece of pieces) content += Buffer.from(piece).toString('latin1');
    await this.write(path, content);
  }

  async *pieces(path: string): AsyncGenerator<Uint8Array> {
    const content = await this.read(path);
    if (content === undefined) throw failure('ENOENT');
    yield Buffer.from(content, 'latin1');
  }

  async room(): Promise<undefined> {
    return undefined;
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#step('rename', () => {
      const entry = this.#names.get(from);
      if (entry === undefined) throw failure('ENOENT');
      if (entry !== 'folder' && this.#names.get(to) === 'folder') throw failure('EISDIR');
      const inside = [...this.#names].filter(([path]) => path.startsWith(`${from}/`));
      this.#change(dirname(to), (names) => {
        names.delete(from);
        names.set(to, entry);
        for (const [path, one] of inside) {
          names.delete(path);
          names.set(to + path.slice(from.length), one);
        }
      });
    });
  }

  async syncFolder(path: string): Promise<void> {
    await this.#step('syncFolder');
    if (this.#names.get(path) !== 'folder') throw failure('ENOENT');
    this.#settle(path);
  }

  async remove(path: string): Promise<void> {
    const all = [...this.#names.keys()].filter((name) => name === path || name.startsWith(`${path}/`));
    for (const name of all.sort().reverse()) {
      await this.#step('remove', () => this.#change(dirname(name), (names) => names.delete(name)));
    }
  }

  async makeFolder(path: string): Promise<void> {
    const missing: string[] = [];
    for (let folder = path; folder !== '/' && this.#names.get(folder) !== 'folder'; folder = dirname(folder)) {
      if (this.#names.has(folder)) throw failure(folder === path ? 'EEXIST' : 'ENOTDIR');
      missing.unshift(folder);
    }
    for (const folder of missing) await this.#step('makeFolder', () => this.#name(folder, 'folder'));
    for (const folder of missing) {
      await this.#step('syncFolder');
      this.#settle(dirname(folder));
    }
  }

  async list(path: string): Promise<readonly string[]> {
    await this.#step('list');
    const entry = this.#names.get(path);
    if (entry !== undefined && entry !== 'folder') throw failure('ENOTDIR');
    return [...this.#names.keys()].filter((name) => dirname(name) === path).map((name) => basename(name));
  }

  #inFolder(path: string): void {
    const folder = this.#names.get(dirname(path));
    if (folder === undefined) throw failure('ENOENT');
    if (folder !== 'folder') throw failure('ENOTDIR');
  }

  #name(path: string, entry: Entry): void {
    this.#change(dirname(path), (names) => names.set(path, entry));
  }

  #change(folder: string, apply: (names: Map<string, Entry>) => void): void {
    apply(this.#names);
    this.#pending.push({ folder, apply });
  }

  #settle(folder: string): void {
    for (const pending of this.#pending.splice(0)) {
      if (pending.folder === folder) pending.apply(this.#onDisk);
      else this.#pending.push(pending);
    }
  }

  /**
   * One operation: `change` is its effect on names, `part` the possible partial effect when it fails or is cut off.
   * Once the run is cut off there are no answers any longer.
   */
  async #step(operation: string, change = () => {}, part = change): Promise<void> {
    if (this.#isCut) await new Promise(() => {});
    this.#operations += 1;
    const { cut } = this.#plan;
    if (cut?.at === this.#operations) {
      this.#isCut = true;
      if (cut.how.endsWith('Halfway')) part();
      this.#ended();
      await new Promise(() => {});
    }
    const code = this.#plan.error?.(this.#operations, operation);
    if (code !== undefined) {
      if (operation === 'write') part();
      throw failure(code);
    }
    change();
  }
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code} in the model`), { code });
}

function contentsOf(
  names: ReadonlyMap<string, Entry>,
  contentOf = (file: Inode) => file.content,
): Map<string, string | undefined> {
  return new Map([...names].map(([path, entry]) => [path, entry === 'folder' ? undefined : contentOf(entry)]));
}
