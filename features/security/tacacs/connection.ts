import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../datapath/clock.ts';
import { beginLogin, continueLogin, type LoginOutcome } from '../../../protocols/tacacs/login.ts';
import type { LoginKind, TacacsUser } from '../../../protocols/tacacs/packet.ts';

/** A server as it is asked. */
export interface TacacsServer {
  readonly address: string;
  readonly port: number;
  /** Milliseconds for the whole of a login. */
  readonly timeout: number;
  readonly key: string;
  readonly kind: LoginKind;
  readonly singleConnect: boolean;
}

/** Speaks with one server, over a connection that is kept where both ends want that (RFC 8907 4.3). */
export class TacacsConnection {
  readonly #clock: Clock;
  /** Ends a login that is under way. */
  readonly #underWay = new Set<() => void>();
  #isClosed = false;
  #kept: Socket | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Asks for one user; never rejects. A kept connection that turns out to be gone is made anew once. */
  async ask(server: TacacsServer, user: TacacsUser): Promise<LoginOutcome> {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept && !kept.destroyed) {
      const outcome = await this.#converse(kept, server, user);
      if (outcome !== 'error' || this.#isClosed) return outcome;
    }
    return this.#converse(connect(server.port, server.address), server, user);
  }

  /** It is closed: what comes of logins that were under way says nothing. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Logins that are under way end with an error; nobody asks any more. */
  close(): void {
    this.#isClosed = true;
    this.#kept?.destroy();
    this.#kept = undefined;
    for (const end of [...this.#underWay]) end();
  }

  #converse(socket: Socket, server: TacacsServer, user: TacacsUser): Promise<LoginOutcome> {
    return new Promise((resolve) => {
      let step = beginLogin(user, server.kind, randomBytes(4).readUInt32BE(), server.key, server.singleConnect);
      const finish = (outcome: LoginOutcome) => {
        cancel();
        this.#underWay.delete(end);
        socket.removeAllListeners();
        socket.on('error', () => undefined);
        const keeps = step.keepsConnection === true && outcome !== 'error' && !this.#isClosed;
        if (keeps && this.#kept === undefined) this.#kept = socket;
        else socket.destroy();
        resolve(outcome);
      };
      const end = () => finish('error');
      this.#underWay.add(end);
      const cancel = this.#clock.after(server.timeout, end);
      if (step.outcome !== undefined) {
        finish(step.outcome);
        return;
      }
      socket.on('error', end);
      socket.on('close', end);
      socket.on('data', (octets) => {
        step = continueLogin(step.login, octets, server.key);
        if (step.send) socket.write(step.send);
        if (step.outcome !== undefined) finish(step.outcome);
      });
      socket.unref();
      if (step.send) socket.write(step.send);
    });
  }
}
