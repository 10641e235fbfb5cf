import * as v from 'valibot';
import { LARGEST_FILE } from '../../model/wire/file-size.ts';
import { LONGEST_FRAME, shortText } from './wire.ts';

/** Octets of a piece of it, but of the last: in base64 a bus carries it in one message. */
export const FILE_PIECE = 256 * 1024;

/** Names a file on its way; the switch makes it up. */
const fileId = shortText(64);

const size = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(LARGEST_FILE));

/** In base64. */
const octets = v.pipe(v.string(), v.maxLength(Math.ceil(FILE_PIECE / 3) * 4), v.base64());

/** The caller, and the session: what waits for one session belongs to no other. */
const asking = { user: shortText(64), session: shortText(64) };

const named = { ...asking, name: shortText(64) };

const fields = v.pipe(
  v.record(shortText(64), shortText(4096)),
  v.check((given) => Object.keys(given).length <= 32, 'There are too many fields.'),
);

/**
 * How a file is asked for that the switch has: by name, as the console does (docs/specification/protocol.md, "Endpoints"), then
 * piece by piece.
 */
export const fetching = v.object({ ...named, query: fields });
export const reading = v.object({ id: fileId, at: size });

/** How a file is sent that the switch takes: announced, piece by piece, and then received as the console's are ("CGI upload"). */
export const sending = v.object({ ...named, size });
export const writing = v.object({ id: fileId, at: size, octets });
export const receiving = v.object({ ...asking, id: fileId, fileName: shortText(255), fields });

/** A remote call's answer, where there is no file to give or to take. */
const refused = v.object({ answer: shortText(LONGEST_FRAME) });

export const fetchAnswer = v.union([
  refused,
  v.object({
    id: fileId,
    fileName: shortText(255),
    contentType: v.pipe(shortText(128), v.regex(/^[\w.+-]+\/[\w.+-]+(?:; charset=[\w-]+)?$/)),
    size,
  }),
]);
export const readAnswer = v.object({ octets });
export const sendAnswer = v.union([refused, v.object({ id: fileId })]);
export const receiveAnswer = refused;

export type Fetching = v.InferOutput<typeof fetching>;
export type Reading = v.InferOutput<typeof reading>;
export type Sending = v.InferOutput<typeof sending>;
export type Writing = v.InferOutput<typeof writing>;
export type Receiving = v.InferOutput<typeof receiving>;
