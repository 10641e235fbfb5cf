import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface ConsoleFile {
  readonly path: string;
  readonly type: string;
  /** The same, compressed beforehand where that was a gain, by content coding. */
  readonly compressed: Readonly<Partial<Record<ContentCoding, string>>>;
  /** Its name carries a hash of its content, so it never changes. */
  readonly hashed: boolean;
}

/** Content codings by preference, with the ending of the files that hold them (RFC 9110 8.4.1, RFC 7932). */
const codings = { br: '.br', gzip: '.gz' } as const;

type ContentCoding = keyof typeof codings;

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

  /** `directory` need not be there. */
  constructor(directory: string) {
    if (!existsSync(directory)) return;
    for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const type = types[extname(entry.name)];
      if (!entry.isFile() || type === undefined) continue;
      const path = join(entry.parentPath, entry.name);
      const address = `/${relative(directory, path).split(sep).join('/')}`;
      const compressed = Object.fromEntries(
        Object.entries(codings)
          .map(([coding, ending]) => [coding, path + ending] as const)
          .filter(([, file]) => existsSync(file)),
      );
      this.#files.set(address, { path, type, compressed, hashed: address.startsWith('/assets/') });
    }
  }

  /** Answers a GET for one of them, or hands on to the not-found answer. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = this.#files.get(request.url.split('?', 1)[0] ?? '');
    if (!file) {
      reply.callNotFound();
      return reply;
    }
    const { br, gzip } = file.compressed;
    const coding = br && takes(request, 'br') ? 'br' : gzip && takes(request, 'gzip') ? 'gzip' : undefined;
    reply
      .type(file.type)
      .header('cache-control', file.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('vary', 'accept-encoding');
    if (coding) reply.header('content-encoding', coding);
    return reply.send(await readFile((coding && file.compressed[coding]) ?? file.path));
  }
}

/** Whether the browser takes gzip. */
export function takesGzip(request: FastifyRequest): boolean {
  return takes(request, 'gzip');
}

function takes({ headers }: FastifyRequest, coding: ContentCoding): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((item) => item.split(';', 1)[0]?.trim() === coding && !/;\s*q=0(?:\.0*)?\s*$/.test(item));
}
