import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { say, wordsOf } from '../../model/values/message.ts';
import type { Answer } from '../../model/wire/call.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import type { Backend } from '../switch/backend.ts';
import { answerJson } from './answer.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { Connections } from './connections.ts';
import type { Exchange } from './exchange.ts';
import { formField } from './form-field.ts';
import { HttpError } from './http-error.ts';
import { readUploadedForm } from './read-uploaded-form.ts';

const MULTIPART = /^multipart\/form-data *(?:;|$)/i;

/**
 * Downloads and uploads (docs/specification/protocol.md, "Endpoints"). A file passes piece by piece between the connection and
 * the disk, as fast as the slower of both takes it, and is gone from the disk when the call is over or breaks off.
 */
export class Cgi {
  readonly #backend: Backend;
  readonly #connections: Connections;
  readonly #sessionCookie: BrowserCookie;
  /** The file of each name that a session sends: a further one takes its place, so that the disk holds one of each. */
  readonly #arriving = new Map<string, IncomingMessage>();

  constructor(backend: Backend, connections: Connections, sessionCookie: BrowserCookie) {
    this.#backend = backend;
    this.#connections = connections;
    this.#sessionCookie = sessionCookie;
  }

  /** Sends the file of this name. */
  async download(exchange: Exchange, name: string): Promise<void> {
    const { request, response } = exchange;
    const form = exchange.query();
    const {
      Gambit = '',
      _,
      ...query
    } = Object.fromEntries(Object.keys(form).map((field) => [field, formField(form, field)]));
    const file = await this.#backend.download({
      gambit: Gambit,
      cookie: this.#sessionCookie.read(request),
      name,
      query,
      arrival: this.#connections.arrival(request),
    });
    if ('refused' in file) return answerJson(exchange, file.refused);
    const { fileName, contentType, path } = file;
    const opened = await open(path);
    // An open file can be read to its end, and nothing of it is left whatever becomes of the connection.
    await rm(path);
    response.writeHead(200, {
      'content-type': contentType,
      'cache-control': 'no-store',
      'content-length': (await opened.stat()).size,
      'content-disposition': `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`,
    });
    return pipeline(opened.createReadStream(), response);
  }

  /** Takes a file for the upload of this name. */
  async upload(exchange: Exchange, name: string): Promise<void> {
    const { request } = exchange;
    if (!MULTIPART.test(request.headers['content-type'] ?? '')) {
      throw new HttpError(415, 'The file must be sent as a multipart form.');
    }
    const cookie = this.#sessionCookie.read(request);
    let file: { readonly name: string; readonly path: string; readonly size: number } | undefined;
    let path: string | undefined;
    const arrives = `${cookie} ${name}`;
    try {
      const { Gambit = '', ...fields } = await readUploadedForm(request, async (arriving) => {
        // The token comes first, so that a stranger's file is not kept.
        const gambit = arriving.fields.Gambit ?? '';
        const place = await this.#backend.uploadPlace({ gambit, cookie, name });
        if ('refused' in place) throw new RefusedFile(place.refused);
        this.#arriving.get(arrives)?.destroy();
        this.#arriving.set(arrives, request);
        path = place.path;
        const size = await writeAtMost(arriving.octets, path, place.maximumSize).finally(() => {
          if (this.#arriving.get(arrives) === request) this.#arriving.delete(arrives);
        });
        file = { name: arriving.name, path, size };
      });
      if (!file) throw new HttpError(400, 'The form contains no file.');
      const arrival = this.#connections.arrival(request);
      answerJson(exchange, await this.#backend.upload({ gambit: Gambit, cookie, name, fields, file, arrival }));
    } catch (error) {
      if (!(error instanceof RefusedFile)) throw error;
      await readAway(request);
      exchange.response.setHeader('connection', 'close');
      answerJson(exchange, error.message);
    } finally {
      if (path !== undefined) await rm(path, { force: true });
    }
  }
}

/** Octets and milliseconds for which the rest of a refused file is read and dropped. */
const READ_AWAY = { octets: 64 * 1024 * 1024, time: 10_000 };

/**
 * Lets a client that is still sending receive the answer: a connection that ends while data is unread is reset, and the
 * answer is lost.
 */
function readAway(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let octets = 0;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', count).off('end', stop).off('close', stop).pause();
      resolve();
    };
    const count = (piece: Buffer) => {
      octets += piece.length;
      if (octets > READ_AWAY.octets) stop();
    };
    const timer = setTimeout(stop, READ_AWAY.time);
    request.on('data', count).on('end', stop).on('close', stop).resume();
  });
}

/** Its message is the answer to give. */
class RefusedFile extends Error {}

/**
 * Writes the stream to `path` and gives back its octets. Rejects where it has more than `limit`, or breaks off; with a
 * `RefusedFile` where the disk does not take it.
 */
async function writeAtMost(stream: AsyncIterable<Uint8Array>, path: string, limit: number): Promise<number> {
  let size = 0;
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let fault: Error | undefined;
  file.on('error', (error) => {
    fault = error;
  });
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > limit) throw new HttpError(413, 'The file is too long.');
          yield chunk;
        }
      },
      file,
    );
  } catch (error) {
    // The stream to the disk also ends with the errors of what it is fed by: the disk's own name a call of the system.
    throw fault !== undefined && fault === error && 'syscall' in fault ? new RefusedFile(notTaken(fault)) : error;
  }
  return size;
}

/** The answer where the disk does not take a file. */
function notTaken(fault: Error): string {
  const said = say('The file could not be accepted, because {{reason}}.', { reason: reasonOf(fault) });
  const answer: Answer = {
    id: 0,
    error: { code: ErrorCode.resourceUnavailable, message: wordsOf(said), ...said },
  };
  return JSON.stringify(answer);
}
