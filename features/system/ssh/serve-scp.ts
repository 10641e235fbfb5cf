import type { ServerChannel } from 'ssh2';
import { written } from '../../../device/command-line/written.ts';
import type { DeviceContext } from '../../../device/feature.ts';
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

/** What a client of the old protocol of scp asks for, by the command that it runs at the far end. */
export interface ScpOrder {
  readonly sends: boolean;
  readonly path: string;
}

/** Reads the command of a client: "scp -t config" sends a file, "scp -f config" fetches it. Undefined for any other one. */
export function scpOrder(command: string): ScpOrder | undefined {
  const [, flags = '', path = ''] = /^scp((?: -[a-z]+)*)(?: --)? (\S+)$/.exec(command) ?? [];
  const [sends, fetches] = [flags.includes('t'), flags.includes('f')];
  return sends === fetches ? undefined : { sends, path: path.replace(/^'(.*)'$/, '$1') };
}

/** Octets of a line of the protocol at most. */
const LINE = 1024;

/** Octets that are read from a file at once. */
const PORTION = 32_768;

/** The reader's word for "go on". */
const OK = '\0';

/** Serves one client of the old protocol; resolves to the exit status. The files and their checks are those of SFTP. */
export async function serveScp(
  channel: ServerChannel,
  { sends, path }: ScpOrder,
  context: DeviceContext,
  session: FileSession,
): Promise<number> {
  const input = new Input(channel, () => session.touch());
  try {
    if (sends) await receive(nameIn(path));
    else await send(nameIn(path));
    return 0;
  } catch (error) {
    // \1 is an error of the far end, with its text as a line.
    await written(channel, `\u0001scp: ${explained(error).text}\n`);
    return 1;
  }

  async function send(name: string): Promise<void> {
    await input.accepted();
    const open = await openFile(context, session, name, false);
    try {
      await written(channel, `C0600 ${open.size} ${name}\n`);
      await input.accepted();
      for (let at = 0; at < open.size; ) {
        const octets = Buffer.alloc(Math.min(PORTION, open.size - at));
        const { bytesRead } = await open.file.read(octets, 0, octets.length, at);
        if (bytesRead === 0) throw new Failure(Status.failure, 'The file is shorter than it was.');
        at += bytesRead;
        session.touch();
        await written(channel, octets.subarray(0, bytesRead));
      }
      await written(channel, OK);
      await input.accepted();
    } finally {
      await closeFile(context, session, open, 'SCP');
    }
  }

  /** Takes files until the client has no more of them; in the folder itself each has the name that the client says. */
  async function receive(name: string): Promise<void> {
    await written(channel, OK);
    for (let line = await input.line(); line !== undefined; line = await input.line()) {
      // Times of a file: they mean nothing here.
      if (line.startsWith('T')) {
        await written(channel, OK);
        continue;
      }
      const [, size, own = ''] = /^C[0-7]{4} (\d{1,15}) (.+)$/.exec(line) ?? [];
      if (size === undefined) throw new Failure(Status.failure, 'Only files can be sent.');
      await take(await openFile(context, session, name === '' ? own : name, true), Number(size));
    }
  }

  async function take(open: OpenFile, size: number): Promise<void> {
    try {
      if (size > open.maximum) throw new Failure(Status.failure, 'The file is too long.');
      await written(channel, OK);
      let at = 0;
      for await (const octets of input.octets(size)) {
        await writeFile(open, at, octets);
        at += octets.length;
      }
      await input.accepted();
    } catch (error) {
      await abandonFile(open);
      throw error;
    }
    await closeFile(context, session, open, 'SCP');
    await written(channel, OK);
  }
}

/** What a client writes, as lines and as octets. */
class Input {
  readonly #source: AsyncIterator<unknown>;
  readonly #heard: () => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(channel: ServerChannel, heard: () => void) {
    // A client that leaves still gets its exit status.
    this.#source = channel.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
    this.#heard = heard;
  }

  /** Waits for more; false at the end. */
  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next();
    if (done || !(value instanceof Uint8Array)) return false;
    this.#heard();
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }

  /** The next line without its end; undefined where there is none. */
  async line(): Promise<string | undefined> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end >= 0) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (this.#rest.length > LINE || !(await this.#more())) return undefined;
    }
  }

  /** So many octets; rejects where the client ends before. */
  async *octets(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#more()))
        throw new Failure(Status.failure, 'The file is not complete.');
      const octets = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(octets.length);
      left -= octets.length;
      yield octets;
    }
  }

  /** Waits for the client's "go on"; rejects at anything else. */
  async accepted(): Promise<void> {
    for await (const [octet] of this.octets(1)) {
      if (octet !== 0) throw new Failure(Status.failure, 'The client broke off.');
    }
  }
}
