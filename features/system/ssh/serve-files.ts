import type { Attributes, FileEntry, SFTPWrapper } from 'ssh2';
import type { DeviceContext } from '../../../device/feature.ts';
import { offeredFiles } from './offered-files.ts';
import {
  abandonFile,
  closeFile,
  explained,
  Failure,
  type FileSession,
  nameIn,
  type OpenFile,
  openFile,
  Status,
  writeFile,
} from './open-files.ts';

/** SSH_FXF_WRITE. */
const WRITE = 0x02;

/** Open files and directories of a session at most. */
const HANDLES = 8;

/** Octets of one answer at most; clients ask for the rest. */
const READ_MAXIMUM = 32_768;

/** S_IFDIR and S_IFREG with the rights of owner. */
const [DIRECTORY, REGULAR] = [0o040700, 0o100600];

/** Something that a client has opened. */
type Handle = { readonly kind: 'list'; isRead: boolean } | { readonly kind: 'file'; readonly open: OpenFile };

/** What the library's object for SFTP is made of: it does not say when its client has taken what waits for it. */
interface SftpInternals {
  readonly _buffer: readonly Uint8Array[];
  _chunkcb: (() => void) | undefined;
}

/**
 * Answers the requests of an SFTP client (version 3): one folder with the files of `offeredFiles`. A file that is sent is taken over
 * when it is closed, so that the client hears what became of it.
 */
export function serveFiles(sftp: SFTPWrapper, context: DeviceContext, session: FileSession): void {
  const handles = new Map<number, Handle>();
  let last = 0;

  const internals: SFTPWrapper & Partial<SftpInternals> = sftp;
  let isClosed = false;
  let release = () => {};

  /** Resolves once nothing waits for the client: one that asks on and takes no answers does not fill the memory. */
  async function taken(): Promise<void> {
    const { _buffer: waits = [], _chunkcb: drain } = internals;
    if (isClosed || waits.length === 0 || !drain) return;
    await new Promise<void>((resolve) => {
      release = resolve;
      internals._chunkcb = () => resolve(drain.call(sftp));
    });
    await taken();
  }

  // One after another: requests of a client that does not wait for answers keep their order.
  let work: Promise<void> = Promise.resolve();
  const answer = (request: number, does: () => Promise<void> | void) => {
    session.touch();
    work = work.then(async () => {
      try {
        await does();
      } catch (error) {
        const { status, text } = explained(error);
        sftp.status(request, status, text);
      }
    });
  };

  function keep(handle: Handle): Buffer {
    last += 1;
    handles.set(last, handle);
    const name = Buffer.alloc(4);
    name.writeUInt32BE(last);
    return name;
  }

  function take(name: Buffer): Handle {
    const found = name.length === 4 ? handles.get(name.readUInt32BE()) : undefined;
    if (!found) throw new Failure(Status.failure, 'No such handle.');
    return found;
  }

  function fileOf(name: Buffer): OpenFile {
    const found = take(name);
    if (found.kind !== 'file') throw new Failure(Status.failure, 'Not a file.');
    return found.open;
  }

  async function opened(name: string, isWritten: boolean): Promise<Handle> {
    if (handles.size >= HANDLES) throw new Failure(Status.failure, 'Too many open files.');
    return { kind: 'file', open: await openFile(context, session, name, isWritten) };
  }

  sftp.on('REALPATH', (request: number, path: string) =>
    answer(request, () => {
      const name = nameIn(path);
      sftp.name(request, [{ ...entryOf(name), filename: `/${name}` }]);
    }),
  );
  const described = (request: number, path: string) =>
    answer(request, () => {
      const name = nameIn(path);
      if (name !== '' && !Object.hasOwn(offeredFiles, name)) throw new Failure(Status.noSuchFile, 'No such file.');
      sftp.attrs(request, attributesOf(name === '' ? DIRECTORY : REGULAR));
    });
  sftp.on('STAT', described);
  sftp.on('LSTAT', described);
  sftp.on('OPENDIR', (request: number, path: string) =>
    answer(request, () => {
      if (nameIn(path) !== '') throw new Failure(Status.noSuchFile, 'No such folder.');
      if (handles.size >= HANDLES) throw new Failure(Status.failure, 'Too many open files.');
      sftp.handle(request, keep({ kind: 'list', isRead: false }));
    }),
  );
  sftp.on('READDIR', (request: number, name: Buffer) =>
    answer(request, () => {
      const list = take(name);
      if (list.kind !== 'list' || list.isRead) throw new Failure(Status.eof, 'End of the folder.');
      list.isRead = true;
      sftp.name(request, Object.keys(offeredFiles).map(entryOf));
    }),
  );
  sftp.on('OPEN', (request: number, path: string, flags: number) =>
    answer(request, async () => sftp.handle(request, keep(await opened(nameIn(path), (flags & WRITE) !== 0)))),
  );
  sftp.on('FSTAT', (request: number, name: Buffer) =>
    answer(request, () => sftp.attrs(request, { ...attributesOf(REGULAR), size: fileOf(name).size })),
  );
  // Times and rights of files that are no files mean nothing, but clients ask for them and stop if they are refused.
  const accepted = (request: number) => answer(request, () => sftp.status(request, Status.ok));
  sftp.on('SETSTAT', accepted);
  sftp.on('FSETSTAT', accepted);
  sftp.on('READ', (request: number, name: Buffer, offset: number, length: number) =>
    answer(request, async () => {
      const { file, maximum, size } = fileOf(name);
      if (maximum > 0) throw new Failure(Status.denied, 'This file is being sent.');
      // An offset that is too large for a number would be taken for the place where the last read ended.
      if (offset >= size) throw new Failure(Status.eof, 'End of the file.');
      const octets = Buffer.alloc(Math.min(length, READ_MAXIMUM));
      const { bytesRead } = await file.read(octets, 0, octets.length, offset);
      if (bytesRead === 0) throw new Failure(Status.eof, 'End of the file.');
      sftp.data(request, octets.subarray(0, bytesRead));
      await taken();
    }),
  );
  sftp.on('WRITE', (request: number, name: Buffer, offset: number, data: Buffer) =>
    answer(request, async () => {
      await writeFile(fileOf(name), offset, data);
      sftp.status(request, Status.ok);
    }),
  );
  sftp.on('CLOSE', (request: number, name: Buffer) =>
    answer(request, async () => {
      const handle = take(name);
      handles.delete(name.readUInt32BE());
      if (handle.kind === 'file') await closeFile(context, session, handle.open, 'SFTP');
      sftp.status(request, Status.ok);
    }),
  );
  sftp.on('close', () => {
    isClosed = true;
    release();
    // What was not closed is not complete.
    void work.then(async () => {
      for (const handle of handles.values()) {
        if (handle.kind === 'file') await abandonFile(handle.open);
      }
      handles.clear();
    });
  });
}

function attributesOf(mode: number): Attributes {
  // Sizes are known once a file is made.
  return { mode, uid: 0, gid: 0 } as Attributes;
}

function entryOf(name: string): FileEntry {
  const { expect: sends, fetch: reads } = offeredFiles[name] ?? {};
  const rights = `-${reads ? 'r' : '-'}${sends ? 'w' : '-'}-------`;
  return { filename: name, longname: `${rights} 1 switch switch 0 Jan  1 00:00 ${name}`, attrs: attributesOf(REGULAR) };
}
