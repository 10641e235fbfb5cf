import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../../datapath/clock.ts';
import { beginAuthorization, continueAuthorization } from '../../../protocols/tacacs/authorization.ts';
import { beginLogin, continueLogin, type LoginOutcome } from '../../../protocols/tacacs/login.ts';
import type { LoginKind, TacacsUser } from '../../../protocols/tacacs/packet.ts';

/** A server as it is asked. */
export interface TacacsServer {
  readonly address: string;
  readonly port: number;
  /** Milliseconds for all of a question: who somebody is, or what he may. */
  readonly timeout: number;
  readonly key: string;
  readonly kind: LoginKind;
  readonly singleConnect: boolean;
}

/** A server's verdict on a login; `notAdministrator`: the user is authenticated, but may not administer the switch. */
export type LoginVerdict = LoginOutcome | 'notAdministrator';

interface Step {
  readonly send?: Uint8Array;
  readonly outcome?: LoginOutcome;
  readonly keepsConnection?: boolean;
}

/** How one question goes, from its first packet on. */
interface Session<S extends Step> {
  begin(session: number): S;
  advance(step: S, octets: Uint8Array): S;
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

  /** Asks who somebody is, and then what he may; a refused login needs no second question. Never rejects. */
  async ask(server: TacacsServer, user: TacacsUser): Promise<LoginVerdict> {
    const { key, kind, singleConnect } = server;
    const login = await this.#converse(server, {
      begin: (session) => beginLogin(user, kind, session, key, singleConnect),
      advance: ({ login }, octets) => continueLogin(login, octets, key),
    });
    if (login !== 'pass' || this.#isClosed) return login === 'pass' ? 'error' : login;
    const authorization = await this.#converse(server, {
      begin: (session) => beginAuthorization(user, kind, session, key, singleConnect),
      advance: ({ authorization }, octets) => continueAuthorization(authorization, octets, key),
    });
    return authorization === 'fail' ? 'notAdministrator' : authorization;
  }

  /** It is closed: what comes of logins that were under way says nothing. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Logins in progress end with an error; no further server is asked. */
  close(): void {
    this.#isClosed = true;
    this.#kept?.destroy();
    this.#kept = undefined;
    for (const end of [...this.#underWay]) end();
  }

  /** A kept connection that turns out to be closed is opened again once. */
  async #converse<S extends Step>(server: TacacsServer, session: Session<S>): Promise<LoginOutcome> {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept && !kept.destroyed) {
      const outcome = await this.#over(kept, server, session);
      if (outcome !== 'error' || this.#isClosed) return outcome;
    }
    return this.#over(connect(server.port, server.address), server, session);
  }

  #over<S extends Step>(socket: Socket, server: TacacsServer, { begin, advance }: Session<S>): Promise<LoginOutcome> {
    return new Promise((resolve) => {
      let step = begin(randomBytes(4).readUInt32BE());
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
        step = advance(step, octets);
        if (step.send) socket.write(step.send);
        if (step.outcome !== undefined) finish(step.outcome);
      });
      socket.unref();
      if (step.send) socket.write(step.send);
    });
  }
}
