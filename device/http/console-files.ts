import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { answer } from './answer.ts';
import { type ContentCoding, takes } from './content-coding.ts';
import type { Exchange } from './exchange.ts';

interface ConsoleFile {
  /** Of the file itself, which a package leaves out where there is a compressed one. */
  readonly path: string;
  readonly type: string;
  /** The same, compressed beforehand where that was a gain, by content coding. */
  readonly compressed: Readonly<Partial<Record<ContentCoding, string>>>;
  /** Its name carries a hash of its content, so it never changes. */
  readonly hashed: boolean;
}

/** Content codings by preference, with the ending of the files that hold them. */
const codings: Readonly<Record<ContentCoding, string>> = { br: '.br', gzip: '.gz' };

/** Octets from which on a file is compressed though no compressed form is there. */
const LARGE = 100_000;

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/**
 * The files of the built console. They are listed once at the start, and only what is on the list is ever opened: a path
 * that was made up leads nowhere.
 */
export class ConsoleFiles {
  readonly #files = new Map<string, ConsoleFile>();

  /** The directories need not be there; of two files at one address the one of the later directory is sent. */
  constructor(directories: readonly string[]) {
    for (const directory of directories) if (existsSync(directory)) this.#list(directory);
  }

  /** By the names alone: to look at each of a thousand files took a tenth of a start. */
  #list(directory: string): void {
    const listed = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    const names = new Set(listed);
    for (const name of new Set(listed.map((one) => one.replace(/\.br$/, '')))) {
      const type = types[extname(name)];
      if (type === undefined) continue;
      const path = join(directory, name);
      const address = `/${name.split(sep).join('/')}`;
      const compressed = Object.fromEntries(
        Object.entries(codings)
          .filter(([, ending]) => names.has(name + ending))
          .map(([coding, ending]) => [coding, path + ending]),
      );
      this.#files.set(address, { path, type, compressed, hashed: address.startsWith('/assets/') });
    }
  }

  /** Answers a GET for one of them; false where it is for none. */
  async send({ request, response, path }: Exchange): Promise<boolean> {
    const file = this.#files.get(path);
    if (!file) return false;
    const { br, gzip: zipped } = file.compressed;
    const isWorthIt = br !== undefined || zipped !== undefined || statSync(file.path).size > LARGE;
    const coding = br && takes(request, 'br') ? 'br' : isWorthIt && takes(request, 'gzip') ? 'gzip' : undefined;
    const content = await this.#content(file, coding);
    response
      .setHeader('cache-control', file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .setHeader('vary', 'accept-encoding');
    if (coding) response.setHeader('content-encoding', coding);
    answer(response, 200, file.type, content);
    return true;
  }

  /** A package has one form of each file: browsers that take no Brotli, since they come over plain HTTP, get what is made of it. */
  async #content({ path, compressed }: ConsoleFile, coding: ContentCoding | undefined): Promise<Buffer> {
    const stored = coding ? compressed[coding] : path;
    if (stored !== undefined && existsSync(stored)) return readFile(stored);
    const { br } = compressed;
    const plain =
      br && !existsSync(path) ? await promisify(brotliDecompress)(await readFile(br)) : await readFile(path);
    return coding === 'gzip' ? promisify(gzip)(plain) : plain;
  }
}
