import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Endpoint } from '../../model/wire/endpoints.ts';
import type { Entrance } from '../switch/entrance.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import type { Connections } from './connections.ts';
import { formField } from './form-field.ts';
import { json } from './json-reply.ts';

/** Form fields beside the file of an upload. */
const FIELDS = 16;
/** Octets of each. */
const FIELD_SIZE = 4096;

/**
 * Downloads and uploads (protocol.md, "CGI get" and "CGI upload"). A file passes piece by piece between the connection and
 * the disk, as fast as the slower of both takes it, and is gone from the disk when the call is over or breaks off.
 */
export function addCgi(
  app: FastifyInstance,
  entrance: Entrance,
  connections: Connections,
  sessionCookie: BrowserCookie,
): void {
  app.get<{ Params: { name: string } }>(`${Endpoint.cgi}:name`, async (request, reply) => {
    const { Gambit = '', _, ...query } = plainFields(request.query);
    const answer = await entrance.download({
      gambit: Gambit,
      cookie: sessionCookie.read(request),
      name: request.params.name,
      query,
      arrival: connections.arrival(request),
    });
    if ('refused' in answer) return json(reply, answer.refused);
    const { fileName, contentType, path } = answer;
    const file = await open(path);
    // An open file can be read to its end, and nothing of it is left whatever becomes of the connection.
    await rm(path);
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .header('content-length', (await file.stat()).size)
      .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
      .send(file.createReadStream());
  });

  app.post<{ Params: { name: string } }>(`${Endpoint.cgi}:name`, async (request, reply) => {
    if (!request.isMultipart()) return reply.code(415).send({ message: 'The file has to be sent as multipart form.' });
    const { name } = request.params;
    const cookie = sessionCookie.read(request);
    const fields: Record<string, string> = Object.create(null);
    // The file's own limit is its receiver's, and kept while it is read.
    const limits = { files: 1, fileSize: Number.MAX_SAFE_INTEGER, fields: FIELDS, fieldSize: FIELD_SIZE };
    let file: { readonly name: string; readonly path: string; readonly size: number } | undefined;
    let path: string | undefined;
    try {
      for await (const part of request.parts({ limits })) {
        if (part.type === 'field') {
          if (part.valueTruncated || part.fieldnameTruncated) {
            return reply.code(413).header('connection', 'close').send({ message: 'A field of the form is too long.' });
          }
          if (typeof part.value === 'string') fields[part.fieldname] = part.value;
          continue;
        }
        // The token comes first, so that a stranger's file is not even read.
        const place = await entrance.uploadPlace({ gambit: formField(fields, 'Gambit'), cookie, name });
        if ('refused' in place) {
          part.file.destroy();
          return json(reply.header('connection', 'close'), place.refused);
        }
        path = place.path;
        const size = await writeAtMost(part.file, path, place.maximumSize, request);
        if (size === undefined) {
          return reply.code(413).header('connection', 'close').send({ message: 'The file is too long.' });
        }
        file = { name: part.filename, path, size };
      }
      if (!file) return reply.code(400).send({ message: 'The form holds no file.' });
      const { Gambit = '', ...others } = fields;
      const arrival = connections.arrival(request);
      return json(reply, await entrance.upload({ gambit: Gambit, cookie, name, fields: others, file, arrival }));
    } finally {
      if (path !== undefined) await rm(path, { force: true });
    }
  });
}

/** Writes the stream to `path` and gives back its octets; undefined where it has more than `limit`. */
async function writeAtMost(
  stream: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
  { raw }: FastifyRequest,
): Promise<number | undefined> {
  let size = 0;
  const broken = new AbortController();
  const breakOff = () => broken.abort();
  raw.once('aborted', breakOff);
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > limit) return;
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
      { signal: broken.signal },
    );
    return size > limit ? undefined : size;
  } finally {
    raw.off('aborted', breakOff);
  }
}

function plainFields(query: FastifyRequest['query']): Record<string, string> {
  const names = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  return Object.fromEntries(names.map((name) => [name, formField(query, name)]));
}
