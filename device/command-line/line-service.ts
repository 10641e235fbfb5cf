import type { Socket } from 'node:net';
import type { Connection } from '../../datapath/datapath.ts';
import type { VlanId } from '../../datapath/plan.ts';
import { type Message, say } from '../../model/values/message.ts';
import { saidBy } from '../../model/values/spoken-error.ts';
import { ErrorCode } from '../../model/wire/error-code.ts';
import type { ServiceContext } from '../feature.ts';
import { Severity } from '../log/log.ts';
import type { ManagementService } from '../permitted-sources.ts';
import { Refusal } from '../refusal.ts';
import type { ServicePlace } from '../service-places.ts';
import { AttemptBudget } from '../sessions/attempt-budget.ts';
import type { LineVisit, OpenLine } from '../sessions/line-access.ts';
import type { Slot } from '../slot.ts';
import type { CommandIo } from './command-io.ts';
import { LineSockets } from './line-sockets.ts';
import { type LineSessionState, type LineState, noLines } from './line-state.ts';
import type { RunnableVerb } from './runnable-verb.ts';
import type { Outcome } from './shell.ts';
import { Shell } from './shell.ts';
import type { Terminal } from './terminal.ts';
import { commandsOf } from './tokens.ts';

/** Specifics of a command line service. */
export interface LineProtocol {
  /** "SSH", for the log. */
  readonly name: Message;
  readonly service: ManagementService;
  readonly state: Slot<LineState>;
  readonly verbs: readonly RunnableVerb[];
  /** The port that is configured now. */
  port(): number;
  /** The only VLAN that may come in now; undefined for any. */
  vlan(): VlanId | undefined;
  /** Sessions side by side now. */
  maximum(): number;
  /** Milliseconds in which a user has to prove himself. */
  graceTime(): number;
  /** Whether somebody can prove himself by a key now, and not only by a password. */
  takesKeys(): boolean;
  /** The name before each line. */
  switchName(): string;
  /** Serves the client of this connection until it is closed. */
  serve(socket: Socket, guest: Guest): void;
}

/** Somebody at a connection. */
export interface Guest {
  readonly visit: LineVisit;
  /** Opens his session; `end` ends what it runs on. Throws a `Refusal` (8704) where all are taken. */
  open(user: string, details: string, end: (why: Message) => void): GuestSession;
}

/** A command line that is open. */
export interface GuestSession {
  readonly line: OpenLine;
  readonly shell: Shell;
  /** Carries out the lines that are written at a terminal, until its user leaves or is gone. */
  interact(terminal: Terminal): Promise<void>;
  /** Carries out commands divided by semicolons, up to the first that fails. */
  run(commands: string, io: CommandIo): Promise<Outcome>;
  close(): void;
}

/** Milliseconds after which a place that was refused is tried again. */
const RETRY = 1000;

/** Milliseconds that the other end has to close a connection that the switch has ended. */
const LINGER = 5000;

/** Listens for command lines, and keeps the sessions of one service. */
export class LineService {
  readonly #context: ServiceContext;
  readonly #protocol: LineProtocol;
  readonly #sockets: LineSockets;
  readonly #budget: AttemptBudget;
  readonly #refusals = new Set<string>();
  #sessions: readonly LineSessionState[] = [];
  readonly #connections = new WeakMap<LineSessionState, Connection>();
  #isRetrying = false;

  constructor(context: ServiceContext, protocol: LineProtocol) {
    this.#context = context;
    this.#protocol = protocol;
    this.#budget = new AttemptBudget(context.clock);
    this.#sockets = new LineSockets({
      arrived: (connection) => {
        const { service } = protocol;
        if (!context.sources.admits(service, connection.remoteAddress)) return undefined;
        const visit = context.lines.enter({ ...connection, service });
        const { share, isKnown } = visit;
        // The cost of a handshake is bounded, and a locked source that can only use passwords costs none.
        if (visit.isLocked() && !protocol.takesKeys()) return undefined;
        const visitor = { share, standing: isKnown ? 'source' : 'stranger' } as const;
        const isRested = this.#budget.isRested(visitor);
        if (!this.#budget.take(visitor)) return undefined;
        return { source: share, isKnown, isRested, begin: (socket, proved) => this.#begin(socket, visit, proved) };
      },
      changed: () => this.#tell(),
      refused: (place, error) => this.#refused(place, error),
    });
    context.places.follow(() => void this.listen());
    context.sources.follow(() => this.#endForbidden());
  }

  /**
   * Listens where it should now, and ends the sessions from VLANs that are no longer permitted. Resolves when that is
   * done, or was refused.
   */
  async listen(): Promise<void> {
    for (const session of this.#sessions) {
      const connection = this.#connections.get(session);
      if (connection && !(await this.#isFromVlan(connection))) session.end();
    }
    return this.#sockets.follow(this.#context.places.of(this.#protocol.port()));
  }

  /** Stops listening, and ends every session. */
  close(): void {
    for (const session of this.#sessions) session.end();
    this.#sockets.close();
    this.#context.slots.update(this.#protocol.state, () => noLines);
  }

  #begin(socket: Socket, visit: LineVisit, proved: () => void): void {
    const { clock } = this.#context;
    const stop = clock.after(this.#protocol.graceTime(), () => socket.destroy());
    socket.once('close', stop);
    // A silent client closes nothing, and would keep its session for ever.
    socket.once('finish', () =>
      socket.once(
        'close',
        clock.after(LINGER, () => socket.destroy()),
      ),
    );
    const guest: Guest = {
      visit,
      open: (user, details, end) => {
        const session = this.#open(visit, user, details, end);
        stop();
        proved();
        return session;
      },
    };
    void this.#isFromVlan(visit.connection).then((isIn) => {
      if (!isIn) socket.destroy();
      else if (!socket.destroyed) this.#protocol.serve(socket, guest);
    });
  }

  /**
   * Whether a connection comes from a VLAN of the service. Connections that bypass the switch are at the device itself.
   */
  async #isFromVlan(connection: Connection): Promise<boolean> {
    const vlan = this.#protocol.vlan();
    if (vlan === undefined) return true;
    const path = await this.#context.datapath.locate(connection).catch(() => 'unknown' as const);
    return path === undefined || (path !== 'unknown' && path.vlan === vlan);
  }

  #open(visit: LineVisit, user: string, details: string, end: (why: Message) => void): GuestSession {
    const { context, verbs, name, state, switchName, maximum } = { context: this.#context, ...this.#protocol };
    const max = maximum();
    if (this.#sessions.length >= max) {
      throw new Refusal(ErrorCode.tooManySessions, say('Only {{max}} sessions can be open at the same time.', { max }));
    }
    const taken = new Set(this.#sessions.map(({ number }) => number));
    const number = [...Array(taken.size + 1).keys()].map((at) => at + 1).find((one) => !taken.has(one)) ?? 1;
    const line = visit.open(user, name, (why) => {
      this.#forget(number);
      end(why);
    });
    const shell = new Shell(context, line.caller, verbs, async (password) => {
      await visit.provePassword(user, password);
      context.sessions.proved(line.id);
    });
    const close = () => {
      this.#forget(number);
      line.close();
    };
    const kept: LineSessionState = {
      number,
      user,
      remoteAddress: visit.connection.remoteAddress,
      since: context.wallClock.now(),
      details,
      end: () => {
        close();
        end(say('The session was ended.'));
      },
    };
    this.#connections.set(kept, visit.connection);
    this.#sessions = [...this.#sessions, kept].sort((a, b) => a.number - b.number);
    context.slots.update(state, (present) => ({ ...present, sessions: this.#sessions }));
    return {
      line,
      shell,
      close,
      async interact(terminal) {
        for (;;) {
          const text = await terminal.readLine({
            prompt: shell.prompt(switchName()),
            history: shell.history,
            language: shell.language,
          });
          if (text === undefined) return;
          await line.entered();
          if ((await shell.run(text, terminal.commandIo())) === 'exit') return;
        }
      },
      async run(commands, io) {
        let outcome: Outcome = 0;
        for (const command of commandsOf(commands)) {
          await line.entered();
          outcome = await shell.run(command, io);
          if (outcome !== 0 || io.signal.aborted) break;
        }
        return outcome;
      },
    };
  }

  #forget(number: number): void {
    this.#sessions = this.#sessions.filter((session) => session.number !== number);
    this.#context.slots.update(this.#protocol.state, (present) => ({ ...present, sessions: this.#sessions }));
  }

  /** Ends the sessions from where the switch may no longer be managed. */
  #endForbidden(): void {
    const { service } = this.#protocol;
    for (const session of this.#sessions) {
      if (!this.#context.sources.permits(service, session.remoteAddress)) session.end();
    }
  }

  #tell(): void {
    const { listening } = this.#sockets;
    this.#context.slots.update(this.#protocol.state, () => ({ listening, sessions: this.#sessions }));
  }

  #refused(place: ServicePlace, error: Error): void {
    const { log, clock } = this.#context;
    const at = `${place.address}:${place.port}`;
    if (!this.#refusals.has(at)) {
      const values = { way: this.#protocol.name, at, reason: saidBy(error) };
      log.write(Severity.warning, say('{{way}} cannot listen on {{at}} yet: {{reason}}', values));
    }
    this.#refusals.add(at);
    if (this.#isRetrying) return;
    this.#isRetrying = true;
    clock.after(RETRY, () => {
      this.#isRetrying = false;
      void this.listen();
    });
  }
}
