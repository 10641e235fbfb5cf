import type { AuthContext, ServerChannel, Session, SFTPWrapper, Connection as SshConnection } from 'ssh2';
import type { CommandIo } from '../../../device/command-line/command-io.ts';
import type { Guest, GuestSession } from '../../../device/command-line/line-service.ts';
import { Terminal } from '../../../device/command-line/terminal.ts';
import { written } from '../../../device/command-line/written.ts';
import { Refusal } from '../../../device/refusal.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { sameOctets } from '../../../protocols/same-octets.ts';
import type { PublicKey } from '../../../protocols/ssh/public-key.ts';
import { AuthMethod } from './objects.ts';
import { type ScpOrder, scpOrder } from './serve-scp.ts';

/** Present login settings of the configuration. */
interface SignInSettings {
  /** Bits of `AuthMethod`. */
  readonly methods: number;
  readonly retries: number;
  readonly keys: readonly PublicKey[];
}

/** Surroundings of serving clients. */
export interface ClientSurroundings {
  settings(): SignInSettings;
  /** Serves the files that a client fetches and sends; `isProved`: the user has just given his password. */
  files(sftp: SFTPWrapper, session: GuestSession, isProved: boolean): void;
  /** The same by the old protocol of scp; resolves to the exit status. */
  copies(channel: ServerChannel, order: ScpOrder, session: GuestSession, isProved: boolean): Promise<number>;
  /** Whether a signature of a key is good. */
  verify(key: Buffer, signed: Buffer, signature: Buffer, hash: string | undefined): boolean;
}

/** Octets of a command, or of a line that comes without a terminal, at most. */
const COMMAND = 65_536;

/** Speaks with one client from its first packet to its last. */
export function serveClient(
  client: SshConnection,
  guest: Guest,
  { settings, verify, files, copies }: ClientSurroundings,
): void {
  let failures = 0;
  let isAsking = false;
  let session: GuestSession | undefined;
  let channel: ServerChannel | undefined;
  let isTaken = false;
  let cipher = '';
  let isProved = false;

  client.on('error', () => {});
  client.on('handshake', ({ cs }) => {
    cipher = cs.cipher;
  });
  client.on('close', () => session?.close());
  client.on('authentication', (context) => {
    void authenticate(context).catch(() => client.end());
  });
  client.on('ready', () => {
    client.on('session', (accept, reject) => {
      // A connection is one command line.
      if (isTaken) reject();
      else {
        isTaken = true;
        serveSession(accept());
      }
    });
  });

  async function authenticate(context: AuthContext): Promise<void> {
    const { methods, retries, keys } = settings();
    const offered = [
      ...(methods & AuthMethod.publicKey ? ['publickey' as const] : []),
      ...(methods & AuthMethod.password && !guest.visit.isLocked() ? ['password' as const] : []),
    ];
    const refuse = () => {
      failures += 1;
      if (failures >= retries) client.end();
      else context.reject([...offered]);
    };
    if (context.method === 'password' && methods & AuthMethod.password) {
      // A client that asks on before it was answered guesses faster than is counted.
      if (isAsking) {
        client.end();
        return;
      }
      isAsking = true;
      try {
        await guest.visit.provePassword(context.username, context.password);
        isProved = true;
        accept(context);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === ErrorCode.sourceLocked) client.end();
        else refuse();
      } finally {
        isAsking = false;
      }
      return;
    }
    if (context.method === 'publickey' && methods & AuthMethod.publicKey) {
      // A signature with SHA-1 is no longer a proof (RFC 8332 3.1).
      const isDated = context.key.algo === 'ssh-rsa' && context.hashAlgo === undefined;
      const isKnown =
        !isDated && guest.visit.isUser(context.username) && keys.some(({ blob }) => sameOctets(blob, context.key.data));
      // Without a signature the client only asks whether this key would do.
      if (isKnown && context.signature === undefined) context.accept();
      else if (isKnown && isSigned(context, verify)) accept(context);
      else refuse();
      return;
    }
    if (context.method === 'none') context.reject([...offered]);
    else refuse();
  }

  /** Opens the session before the client is notified of its login: if all are in use it is refused. */
  function accept(context: AuthContext): void {
    try {
      session = guest.open(context.username, cipher, end);
      context.accept();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      client.end();
    }
  }

  function end(why: Message): void {
    channel?.stderr.write(`\r\n${wordsOf(why)}\r\n`);
    channel?.exit(1);
    channel?.end();
    client.end();
  }

  function serveSession(asked: Session): void {
    let terminal: Terminal | undefined;
    let size = { columns: 0, rows: 0 };
    asked.on('pty', (accept, _reject, info) => {
      size = { columns: info.cols, rows: info.rows };
      terminal = new Terminal(async (text) => {
        if (channel) await written(channel, text);
      });
      accept?.();
    });
    asked.on('window-change', (accept, _reject, info) => {
      terminal?.resize({ columns: info.cols, rows: info.rows });
      accept?.();
    });
    asked.on('shell', (accept) => begin(accept(), undefined));
    asked.on('sftp', (accept, reject) => {
      if (channel || !session) {
        reject();
        return;
      }
      // At once: what a client sends before it is accepted is lost.
      const sftp = accept();
      sftp.on('error', () => {});
      sftp.once('close', () => client.end());
      asked.once('end', () => {
        succeed(sftp);
        sftp.end();
      });
      files(sftp, session, isProved);
    });
    asked.on('exec', (accept, reject, info) => {
      if (info.command.length > COMMAND) reject();
      else begin(accept(), info.command);
    });

    function begin(opened: ServerChannel, command: string | undefined): void {
      if (channel || !session) {
        opened.end();
        return;
      }
      channel = opened;
      opened.on('error', () => {});
      opened.once('close', () => {
        terminal?.close();
        client.end();
      });
      terminal?.resize(size);
      void converse(opened, session, command)
        .catch(() => 1)
        .then((status) => {
          opened.exit(status);
          opened.end();
        });
    }

    async function converse(
      opened: ServerChannel,
      present: GuestSession,
      command: string | undefined,
    ): Promise<number> {
      if (terminal) {
        const own = terminal;
        opened.on('data', (octets: Buffer) => {
          present.line.touch();
          own.feed(octets, opened);
        });
        opened.on('end', () => own.endInput());
        if (command === undefined) {
          await present.interact(own);
          return 0;
        }
        return statusOf(await present.run(command, own.commandIo()));
      }
      const order = command === undefined ? undefined : scpOrder(command);
      if (order) return copies(opened, order, present, isProved);
      const io = plainIo(opened);
      if (command !== undefined) {
        opened.resume();
        return statusOf(await present.run(command, io));
      }
      let status = 0;
      for await (const line of linesOf(opened)) {
        const outcome = await present.run(line, io);
        if (outcome === 'exit') return status;
        if (outcome !== 0) status = outcome;
      }
      return status;
    }
  }
}

/** What the library's object for SFTP is made of: it has no method for an exit status. */
interface SftpInternals {
  readonly outgoing: { readonly id: number };
  readonly _protocol: { exitStatus(channel: number, status: number): void };
}

/** Ends a file session with status 0: without one, scp takes it for failed whatever it has transferred. */
function succeed(sftp: SFTPWrapper & Partial<SftpInternals>): void {
  if (sftp.outgoing) sftp._protocol?.exitStatus(sftp.outgoing.id, 0);
}

function statusOf(outcome: Awaited<ReturnType<GuestSession['run']>>): number {
  return outcome === 'exit' ? 0 : outcome;
}

function isSigned(
  { key, blob, signature, hashAlgo }: Extract<AuthContext, { method: 'publickey' }>,
  verify: ClientSurroundings['verify'],
): boolean {
  return blob !== undefined && signature !== undefined && verify(key.data, blob, signature, hashAlgo);
}

/** The answers of commands for a program: all at once, errors separately; without questions. */
function plainIo(channel: ServerChannel): CommandIo {
  const gone = new AbortController();
  channel.once('close', () => gone.abort());
  return {
    width: Number.POSITIVE_INFINITY,
    signal: gone.signal,
    async print(lines) {
      for await (const line of lines) {
        if (gone.signal.aborted) return;
        await written(channel, `${line}\n`);
      }
    },
    async complain(message) {
      channel.stderr.write(`${message}\n`);
    },
    async ask(_question, why = '') {
      if (why !== '') channel.stderr.write(`${why}\n`);
      channel.stderr.write('This command cannot ask for confirmation: put "force" before it to carry it out.\n');
      return false;
    },
  };
}

/** The lines that come in, until their sender ends them; one that is too long ends them too. */
async function* linesOf(channel: ServerChannel): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  // A client that leaves before the last line still gets its exit status.
  for await (const octets of channel.iterator({ destroyOnReturn: false })) {
    const lines = (rest + decoder.decode(octets as Uint8Array, { stream: true })).split(/\r\n|\n|\r/);
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > COMMAND) return;
  }
  yield rest;
}
