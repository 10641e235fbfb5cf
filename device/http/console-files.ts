import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { answer } from './answer.ts';
import { type ContentCoding, takes } from './content-coding.ts';
import type { Exchange } from './exchange.ts';
import { groupAt, textsOfGroups } from './text-groups.ts';

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

/** Octets from which on something is compressed though no compressed form is there: packages hold texts as they are. */
const WORTH_IT = 1000;

/** Of Brotli for those: the best would take ten times as long, and for whole catalogues this would be too much for anybody who asks. */
const Quality = { usual: 9, large: 5 } as const;

/** Octets from which on something is large. */
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

/** Files of a directory by their addresses. */
interface Listed {
  readonly directory: string;
  readonly addresses: ReadonlySet<string>;
}

/**
 * The files of the built console. They are listed once at the start, and only what is on the list is ever opened: a path
 * that was made up leads nowhere.
 */
export class ConsoleFiles {
  /** What is asked for is in the first that has it. */
  readonly #listed: readonly Listed[];
  readonly #readings = new Map<string, Promise<string>>();

  /** The directories need not be there; of two files at one address the one of the later directory is sent. */
  constructor(directories: readonly string[]) {
    this.#listed = directories
      .filter((directory) => existsSync(directory))
      .map((directory) => ({ directory, addresses: new Set(addressesIn(directory)) }))
      .reverse();
  }

  /** What there is at this address; found when it is asked for, since to prepare a thousand files took a tenth of a start. */
  #find(address: string): ConsoleFile | undefined {
    const type = types[extname(address)];
    if (type === undefined) return undefined;
    for (const { directory, addresses } of this.#listed) {
      const { br, gzip: zipped } = codings;
      if (!addresses.has(address) && !addresses.has(address + br)) continue;
      const path = join(directory, address);
      const compressed = {
        ...(addresses.has(address + br) && { br: path + br }),
        ...(addresses.has(address + zipped) && { gzip: path + zipped }),
      };
      return { path, type, compressed, hashed: address.startsWith('/assets/') };
    }
    return undefined;
  }

  /** Answers a GET for one of them; false where it is for none, also since its file was taken away meanwhile. */
  async send(exchange: Exchange): Promise<boolean> {
    try {
      const file = this.#find(exchange.path);
      return await (file ? this.#sendFile(file, exchange) : this.#sendGroups(exchange));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    }
  }

  async #sendFile(file: ConsoleFile, { request, response }: Exchange): Promise<boolean> {
    const { br, gzip: zipped } = file.compressed;
    const isPlain = br === undefined && zipped === undefined;
    const isWorthIt = !isPlain || (/^text|json/.test(file.type) && statSync(file.path).size > WORTH_IT);
    const coding = isWorthIt ? codingFor(request, isPlain || br !== undefined) : undefined;
    answerFile(response, file, coding, await this.#content(file, coding));
    return true;
  }

  /** Answers a GET for groups of a language's texts; false where one of them is not there. */
  async #sendGroups({ request, response, path }: Exchange): Promise<boolean> {
    const place = groupAt(path);
    const [catalogue, groups] = [place?.catalogue, place?.groups].map((address) => address && this.#find(address));
    if (!place || !catalogue || !groups) return false;
    const [lines = '', numbers = ''] = await Promise.all([catalogue, groups].map(({ path: at }) => this.#read(at)));
    const texts = textsOfGroups(lines, numbers, place.names);
    if (texts === undefined) return false;
    const coding = texts.length > WORTH_IT ? codingFor(request, true) : undefined;
    answerFile(response, catalogue, coding, await compressed(Buffer.from(texts), coding));
    return true;
  }

  /** The text of a file; browsers that ask for parts of it at the same time wait for one reading. */
  #read(path: string): Promise<string> {
    const reading = this.#readings.get(path) ?? readFile(path, 'utf8').finally(() => this.#readings.delete(path));
    this.#readings.set(path, reading);
    return reading;
  }

  /** A package has one form of each file: browsers that take no Brotli, since they come over plain HTTP, get what is made of it. */
  async #content({ path, compressed: forms }: ConsoleFile, coding: ContentCoding | undefined): Promise<Buffer> {
    const stored = coding ? forms[coding] : path;
    if (stored !== undefined && existsSync(stored)) return readFile(stored);
    const { br } = forms;
    const plain =
      br && !existsSync(path) ? await promisify(brotliDecompress)(await readFile(br)) : await readFile(path);
    return compressed(plain, coding);
  }
}

/** The best coding that the browser takes. */
function codingFor(request: Exchange['request'], hasBrotli: boolean): ContentCoding | undefined {
  if (hasBrotli && takes(request, 'br')) return 'br';
  return takes(request, 'gzip') ? 'gzip' : undefined;
}

async function compressed(plain: Buffer, coding: ContentCoding | undefined): Promise<Buffer> {
  const quality = plain.length < LARGE ? Quality.usual : Quality.large;
  if (coding === 'br')
    return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return coding === 'gzip' ? promisify(gzip)(plain) : plain;
}

function answerFile(
  response: Exchange['response'],
  { hashed, type }: ConsoleFile,
  coding: ContentCoding | undefined,
  content: Buffer,
): void {
  response
    .setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .setHeader('vary', 'accept-encoding');
  if (coding) response.setHeader('content-encoding', coding);
  answer(response, 200, type, content);
}

/** Addresses of all files in a directory, by their names only: to look at each took longer than everything else at a start. */
function addressesIn(directory: string, folder = ''): string[] {
  return readdirSync(join(directory, folder), { withFileTypes: true }).flatMap((entry) => {
    const address = `${folder}/${entry.name}`;
    return entry.isDirectory() ? addressesIn(directory, address) : [address];
  });
}
