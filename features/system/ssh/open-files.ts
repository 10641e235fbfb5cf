import { type FileHandle, open, rm } from 'node:fs/promises';
import type { DeviceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { type Caller, callerName } from '../../../device/management.ts';
import { Refusal } from '../../../device/refusal.ts';
import { say, wordsOf } from '../../../model/values/message.ts';
import { type OfferedFile, offeredFiles } from './offered-files.ts';

/** The session that files are fetched and sent in. */
export interface FileSession {
  readonly caller: Caller;
  /** Its user did something. */
  touch(): void;
  /** As before each line of a command line. */
  entered(): Promise<void>;
}

/** SSH_FX_… (draft-ietf-secsh-filexfer-02 7). */
export const Status = { ok: 0, eof: 1, noSuchFile: 2, denied: 3, failure: 4 } as const;

/** What a request is answered with where it comes to nothing. */
export class Failure extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(text);
    this.status = status;
  }
}

/** A file that a client fetches or sends. */
export interface OpenFile {
  readonly name: string;
  readonly offered: OfferedFile;
  readonly path: string;
  readonly file: FileHandle;
  /** Octets that may be written; 0 for a file that is read. */
  readonly maximum: number;
  size: number;
  hasFailed: boolean;
}

/** Opens one of `offeredFiles`. Rejects with a `Failure`, or a `Refusal`. */
export async function openFile(
  context: DeviceContext,
  session: FileSession,
  name: string,
  isWritten: boolean,
): Promise<OpenFile> {
  const offered = Object.hasOwn(offeredFiles, name) ? offeredFiles[name] : undefined;
  if (!offered) throw new Failure(Status.noSuchFile, 'No such file.');
  await session.entered();
  if (isWritten) {
    const place = await offered.expect?.(context, session.caller);
    if (!place) throw new Failure(Status.denied, 'This file can only be read.');
    const file = await open(place.path, 'wx', 0o600);
    const { path, maximumSize: maximum } = place;
    return { name, offered, path, file, maximum, size: 0, hasFailed: false };
  }
  const path = await offered.fetch?.(context, session.caller);
  if (path === undefined) throw new Failure(Status.denied, 'This file can only be sent.');
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return { name, offered, path, file, maximum: 0, size, hasFailed: false };
}

/** Writes octets of a file that is sent. Rejects where there is no room for them; the file is then not taken over. */
export async function writeFile(open: OpenFile, offset: number, octets: Uint8Array): Promise<void> {
  const end = offset + octets.length;
  try {
    if (end > open.maximum) throw new Failure(Status.failure, 'The file is too long.');
    await open.file.write(octets, 0, octets.length, offset);
  } catch (error) {
    open.hasFailed = true;
    throw error;
  }
  open.size = Math.max(open.size, end);
}

/** Closes a file; one that was sent is taken over. `way` is the protocol. Rejects with a `Failure`, or a `Refusal`. */
export async function closeFile(
  context: DeviceContext,
  session: FileSession,
  { name, offered, path, file, maximum, size, hasFailed }: OpenFile,
  way: string,
): Promise<void> {
  await file.close();
  try {
    if (maximum === 0) return;
    if (hasFailed) throw new Failure(Status.failure, 'The file was not taken over.');
    await session.entered();
    await offered.receive?.(context, session.caller, { name, path, size });
  } catch (error) {
    // Most clients show the kind of failure only, and not its text.
    if (error instanceof Refusal) {
      const values = { name, who: callerName(session.caller), way, reason: error.said };
      context.log.write(Severity.warning, say('{{name}} sent by {{who}} over {{way}} refused: {{reason}}', values));
    }
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes a file that was not closed: it is not complete. */
export async function abandonFile({ file, path }: OpenFile): Promise<void> {
  await file.close().catch(() => undefined);
  await rm(path, { force: true });
}

/** The name in a path: "" for the folder itself. What lies deeper, or elsewhere, has a name that no file has. */
export function nameIn(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const [name = ''] = parts;
  return parts.length > 1 || name === '..' ? parts.join('/') : name;
}

/** What a client hears of an error. */
export function explained(error: unknown): { readonly status: number; readonly text: string } {
  if (error instanceof Failure) return { status: error.status, text: error.message };
  if (error instanceof Refusal) return { status: Status.denied, text: wordsOf(error.said) };
  return { status: Status.failure, text: 'The switch could not do this.' };
}
