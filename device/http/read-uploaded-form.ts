import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { HttpError } from './http-error.ts';

/** Form fields beside the file. */
const FIELDS = 16;
/** Octets of each. */
const FIELD_SIZE = 4096;

/** A file on its way. */
export interface ArrivingFile {
  readonly name: string;
  readonly octets: Readable;
  /** The form's fields before it. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Reads a form with one file (RFC 7578) and gives back its fields. `take` is handed the file as it begins; the rest of the
 * form is read as fast as it reads, and not at all once it has failed. Its own limit is for `take` to keep.
 *
 * Rejects with what `take` throws, with `HttpError` for a form that is malformed or longer than allowed, and where the
 * connection breaks; by then `take` has come to its end.
 */
export async function readUploadedForm(
  request: IncomingMessage,
  take: (file: ArrivingFile) => Promise<void>,
): Promise<Readonly<Record<string, string>>> {
  const fields: Record<string, string> = Object.create(null);
  const form = await parserOf(request);
  let file: Readable | undefined;
  let taken: Promise<void> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const tooMuch = () => reject(new HttpError(413));
      form.on('field', (name, value, _nameCut, valueCut) => {
        if (valueCut) reject(new HttpError(413, 'A field of the form is too long.'));
        else fields[name] = value;
      });
      form.on('file', (_, octets, name) => {
        file = octets;
        // An upload that breaks off within its file is reported there, and destroys nothing by itself. The reader of
        // the file does.
        octets.on('error', () => octets.destroyed || reject(new HttpError(400)));
        taken = take({ name, octets, fields: { ...fields } });
        taken.catch(reject);
      });
      form.on('fieldsLimit', tooMuch).on('filesLimit', tooMuch);
      form.on('finish', resolve).on('error', () => reject(new HttpError(400)));
      const broken = () => request.readableEnded || reject(new HttpError(400));
      request.on('close', broken);
      if (request.destroyed) broken();
      request.pipe(form);
    });
    await taken;
    return fields;
  } catch (error) {
    request.unpipe(form);
    file?.destroy(error instanceof Error ? error : undefined);
    await taken?.catch(() => {});
    throw error;
  }
}

async function parserOf({ headers }: IncomingMessage) {
  // Loaded when the first file comes: there are few in a switch's life.
  const { default: Busboy } = await import('@fastify/busboy');
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: 1, fields: FIELDS, fieldSize: FIELD_SIZE },
    });
  } catch {
    // It has no boundary.
    throw new HttpError(400);
  }
}
