import type { Socket } from 'node:net';
import type { Cancel, Clock } from '../../clock.ts';
import { classifyDestination } from '../reserved-address.ts';
import {
  type CableMessage,
  CableMessageError,
  CableReader,
  encodeMessage,
  isCarried,
  type LineState,
} from './cable-message.ts';

/** Events of a session about the other side. */
export interface CableSessionEvents {
  /** Its port was set up; `line` of the session has how. */
  lineChanged(): void;
  /** A frame came, for `weight` like ones. */
  frameCame(frame: Uint8Array, weight: number): void;
  /** It turned this side away: the cable has two ends already. */
  turnedAway(): void;
  /** It said what no cable carries, and the session was ended for it. */
  misled(): void;
  /** It is gone; nothing is reported after that. */
  ended(): void;
}

/** Messages that are worked off at once, and the milliseconds for everything else before it goes on. */
const AT_ONCE = 512;
const PAUSE_MILLISECONDS = 4;

/** Octets that wait for the other side at most, and those among which there is room for frames that are no engine's. */
const WAITING = 512 * 1024;
const WAITING_ORDINARY = WAITING / 2;

/** Milliseconds within which the other side says who it is. */
const GREETING_MILLISECONDS = 5000;

const NO_LINE: LineState = { on: false, ability: { speeds: [], duplex: 'full', negotiates: true } };

/**
 * The session with the other end of a cable over one socket. A flood is received in slices, so that it blocks neither
 * the thread nor memory; frames that the other side does not take are lost, as on a full line.
 */
export class CableSession {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #events: CableSessionEvents;
  readonly #reader = new CableReader();
  #line = NO_LINE;
  #greeted = false;
  #ended = false;
  #corked = false;
  #cancel: Cancel;

  constructor(socket: Socket, clock: Clock, events: CableSessionEvents) {
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    this.#cancel = clock.after(GREETING_MILLISECONDS, () => this.#end());
    socket.on('data', (octets) => {
      this.#reader.push(octets);
      this.#read();
    });
    socket.once('end', () => this.#end());
    socket.once('close', () => this.#end());
    this.send({ kind: 'greeting' });
  }

  /** How the port at the other end is set up. */
  get line(): LineState {
    return this.#line;
  }

  /** Sends a message; a frame is lost where too much waits already, those of engines later than others. */
  send(message: CableMessage): void {
    if (this.#ended) return;
    if (message.kind === 'frame') {
      const { frame } = message;
      const room = classifyDestination(frame) === 'ordinary' ? WAITING_ORDINARY : WAITING;
      if (!isCarried(frame) || this.#socket.writableLength > room) return;
    }
    // Everything that one turn of the thread sends goes out in one piece.
    if (!this.#corked) {
      this.#corked = true;
      this.#socket.cork();
      process.nextTick(() => {
        this.#corked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(encodeMessage(message));
  }

  #read(): void {
    try {
      for (let done = 0; done < AT_ONCE; done += 1) {
        const message = this.#reader.next();
        if (!message || this.#ended) return;
        this.#take(message);
      }
    } catch (error) {
      if (!(error instanceof CableMessageError)) throw error;
      this.#events.misled();
      this.#end();
      return;
    }
    this.#socket.pause();
    this.#cancel = this.#clock.after(PAUSE_MILLISECONDS, () => {
      this.#socket.resume();
      this.#read();
    });
  }

  #take(message: CableMessage): void {
    if (message.kind === 'greeting') {
      this.#greeted = true;
      this.#cancel();
    } else if (message.kind === 'taken') {
      this.#events.turnedAway();
      this.#end();
    } else if (!this.#greeted) {
      throw new CableMessageError('no greeting');
    } else if (message.kind === 'line') {
      this.#line = message.line;
      this.#events.lineChanged();
    } else {
      this.#events.frameCame(message.frame, message.weight);
    }
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancel();
    this.#line = NO_LINE;
    this.#socket.destroy();
    this.#events.ended();
  }
}
