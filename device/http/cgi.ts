import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Endpoint } from '../../model/wire/endpoints.ts';
import type { Entrance } from '../switch/entrance.ts';
import type { Connections } from './connections.ts';
import { formField } from './form-field.ts';
import { json } from './json-reply.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Form fields beside the file of an upload. */
const FIELDS = 16;
/** Octets of each. */
const FIELD_SIZE = 4096;

/** Downloads and uploads (protocol.md, "CGI get" and "CGI upload"). */
export function addCgi(
  app: FastifyInstance,
  entrance: Entrance,
  connections: Connections,
  sessionCookie: SessionCookie,
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
    const { fileName, contentType, content } = answer;
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${fileName.replace(/[^\w.-]/g, '_')}"`)
      .send(typeof content === 'string' ? content : Readable.from([Buffer.from(content)]));
  });

  app.post<{ Params: { name: string } }>(`${Endpoint.cgi}:name`, async (request, reply) => {
    if (!request.isMultipart()) return reply.code(415).send({ message: 'The file has to be sent as multipart form.' });
    const { name } = request.params;
    const cookie = sessionCookie.read(request);
    const fields: Record<string, string> = Object.create(null);
    // The file's own limit is its receiver's, and kept while it is read.
    const limits = { files: 1, fileSize: Number.MAX_SAFE_INTEGER, fields: FIELDS, fieldSize: FIELD_SIZE };
    let file: { readonly name: string; readonly content: Uint8Array } | undefined;
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] = part.value;
        continue;
      }
      // The token comes first, so that a stranger's file is not even read.
      const limit = await entrance.uploadLimit({ gambit: formField(fields, 'Gambit'), cookie, name });
      if (typeof limit !== 'number') {
        part.file.destroy();
        return json(reply.header('connection', 'close'), limit.refused);
      }
      const content = await readAtMost(part.file, limit);
      if (!content) return reply.code(413).header('connection', 'close').send({ message: 'The file is too long.' });
      file = { name: part.filename, content };
    }
    if (file) {
      const { Gambit = '', ...others } = fields;
      const arrival = connections.arrival(request);
      return json(reply, await entrance.upload({ gambit: Gambit, cookie, name, fields: others, file, arrival }));
    }
    return reply.code(400).send({ message: 'The form holds no file.' });
  });
}

/** The whole stream; undefined where it is longer than `limit` octets. */
async function readAtMost(stream: AsyncIterable<Buffer>, limit: number): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function plainFields(query: FastifyRequest['query']): Record<string, string> {
  const names = typeof query === 'object' && query !== null ? Object.keys(query) : [];
  return Object.fromEntries(names.map((name) => [name, formField(query, name)]));
}
