import { randomBytes } from 'node:crypto';
import { lstat, rename, unlink } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Cancel, Clock } from '../../clock.ts';

/** Events for the two ends that meet at a path. */
export interface MeetingEvents {
  /** Somebody is at the other end of `socket`, which is who one has met until it closes. */
  met(socket: Socket): void;
  /** Somebody else came while one has met somebody. */
  thirdCame(socket: Socket): void;
  /** There can be no meeting now, for the reason with this code; it is tried again. */
  refused(code: string): void;
}

/** Milliseconds after which the place is looked at again. */
const LOOK_AGAIN = 1000;

/**
 * A path at which two processes meet by a socket, in either order: the first listens, the other connects. A killed
 * process leaves a file without a listener: the next one replaces it. The path is checked again and again, so that both
 * meet whatever happened to the file in between.
 */
export class MeetingPlace {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #events: MeetingEvents;
  #server: Server | undefined;
  /** The socket's file as it was when it was begun to listen there. */
  #file: bigint | undefined;
  #socket: Socket | undefined;
  #cancel: Cancel = () => undefined;
  #closed = false;

  constructor(path: string, clock: Clock, events: MeetingEvents) {
    this.#path = path;
    this.#clock = clock;
    this.#events = events;
  }

  /** Goes there; comes back once it has tried for the first time. */
  async open(): Promise<void> {
    await this.#look();
  }

  /** Leaves, and takes the file away where it is its own. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    this.#socket?.destroy();
    await this.#stopListening();
  }

  async #look(): Promise<void> {
    try {
      if (this.#server) await this.#keepListening();
      else if (!this.#socket) await this.#connectOrListen();
    } catch (error) {
      if (!this.#closed) this.#events.refused(codeOf(error));
    }
    if (this.#closed) await this.#stopListening();
    else this.#cancel = this.#clock.after(LOOK_AGAIN, () => void this.#look());
  }

  /** If the file was removed or replaced, those who come later meet no one. */
  async #keepListening(): Promise<void> {
    if (this.#socket || (await inodeOf(this.#path)) === this.#file) return;
    await this.#stopListening();
    await this.#connectOrListen();
  }

  async #connectOrListen(): Promise<void> {
    const socket = await connected(this.#path);
    if (socket === 'nobody') {
      // Nothing listens: the file was left by a killed process, if it is a socket at all.
      if (!(await lstat(this.#path)).isSocket()) throw Object.assign(new Error(), { code: 'ENOTSOCK' });
      await unlink(this.#path);
    }
    if (typeof socket !== 'string') this.#meet(socket);
    else await this.#listen();
  }

  /**
   * The file gets its name only once somebody listens, at one go. Under the name that it was made with, which the system
   * takes away when the server is closed, there is nothing then: who was replaced does not take away the file of who did it.
   */
  async #listen(): Promise<void> {
    const server = createServer((socket) => this.#meet(socket));
    const made = `${this.#path}.${randomBytes(3).toString('hex')}`;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(made, resolve);
    });
    server.on('error', () => undefined);
    this.#server = server;
    this.#file = await inodeOf(made);
    await rename(made, this.#path);
  }

  #meet(socket: Socket): void {
    socket.on('error', () => undefined);
    if (this.#closed) socket.destroy();
    else if (this.#socket) this.#events.thirdCame(socket);
    else {
      this.#socket = socket;
      socket.once('close', () => {
        this.#socket = undefined;
      });
      this.#events.met(socket);
    }
  }

  async #stopListening(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    if ((await inodeOf(this.#path)) === this.#file) await unlink(this.#path).catch(() => undefined);
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

async function inodeOf(path: string): Promise<bigint | undefined> {
  const file = await lstat(path, { bigint: true }).catch(() => undefined);
  return file?.ino;
}

/** The socket to the listener at a path: `none` if there is no such file, `nobody` if there is one. */
async function connected(path: string): Promise<Socket | 'none' | 'nobody'> {
  const socket = connect(path);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return socket;
  } catch (error) {
    socket.destroy();
    if (codeOf(error) === 'ENOENT') return 'none';
    if (codeOf(error) === 'ECONNREFUSED') return 'nobody';
    throw error;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
