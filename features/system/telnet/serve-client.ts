import type { Socket } from 'node:net';
import type { Guest, GuestSession } from '../../../device/command-line/line-service.ts';
import { Terminal } from '../../../device/command-line/terminal.ts';
import { written } from '../../../device/command-line/written.ts';
import { Refusal } from '../../../device/refusal.ts';
import { type Message, wordsOf } from '../../../model/values/message.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { TelnetServer, telnetText } from '../../../protocols/telnet/telnet.ts';

/** Wrong passwords after which a connection is closed. */
const ATTEMPTS = 3;

/** Octets that are written and not taken before somebody who reads nothing is cut off. */
const UNREAD = 262_144;

/** Speaks with one client from its first octet to its last. */
export function serveClient(socket: Socket, guest: Guest): void {
  const protocol = new TelnetServer();
  const terminal = new Terminal((text) => written(socket, telnetText(text)));
  let session: GuestSession | undefined;

  socket.on('data', (octets) => {
    const { data, reply, size } = protocol.receive(octets);
    if (reply.length > 0 && socket.writable) socket.write(reply);
    // Answers to commands are not waited for: who sends them and reads nothing fills this.
    if (socket.writableLength > UNREAD) socket.destroy();
    terminal.echoes = protocol.echoes;
    if (size) terminal.resize(size);
    if (data.length === 0) return;
    session?.line.touch();
    terminal.feed(data, socket);
  });
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    terminal.close();
    session?.close();
  });
  socket.write(TelnetServer.greeting);
  void converse()
    .catch(() => {})
    .then(() => socket.end());

  async function converse(): Promise<void> {
    const user = await signIn();
    if (user === undefined) return;
    try {
      session = guest.open(user, '', end);
    } catch (error) {
      await terminal.write(`${refusalWords(error)}\n`);
      return;
    }
    await session.interact(terminal);
  }

  /** The name of the authenticated user; undefined if there is none. */
  async function signIn(): Promise<string | undefined> {
    for (let failures = 0; failures < ATTEMPTS; ) {
      const user = await terminal.readLine({ prompt: 'Username: ' });
      if (user === undefined) return undefined;
      if (user === '') continue;
      const password = await terminal.readLine({ prompt: 'Password: ', isHidden: true });
      if (password === undefined) return undefined;
      try {
        await guest.visit.provePassword(user, password);
        return user;
      } catch (error) {
        await terminal.write(`${refusalWords(error)}\n`);
        if (error instanceof Refusal && error.code === ErrorCode.sourceLocked) return undefined;
        failures += 1;
      }
    }
    return undefined;
  }

  function end(why: Message): void {
    void terminal.write(`\n${wordsOf(why)}\n`);
    terminal.close();
    socket.end();
  }
}

/** All errors other than refusals are the device's own, and are not shown to clients. */
function refusalWords(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  throw error;
}
