import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { type ServerVerdict, type SignInServers, tacacsSignIn } from '../../../device/sessions/sign-in-servers.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { ServersElsewhere } from '../own-address.ts';
import { TacacsConnection, type TacacsServer } from './connection.ts';
import { LoginMethod, tacacsConfig, tacacsServerEntry } from './objects.ts';
import { tacacsServers } from './slots.ts';

type Row = RowOf<typeof tacacsServerEntry>;

/** The line that administrators come by, for the server's records. */
const LINE = 'management';

/** Asks the servers in their order; one that cannot be reached is not asked again for a while. */
class TacacsLogins implements SignInServers {
  readonly #context: ServiceContext;
  readonly #elsewhere: ServersElsewhere<Row>;
  readonly #connections = new Map<number, { readonly place: string; readonly connection: TacacsConnection }>();
  /** Monotonic milliseconds until which a server is not asked. */
  readonly #deadUntil = new Map<number, number>();
  #isOver = false;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#elsewhere = new ServersElsewhere(context, (row) => ({
      address: row.tacacsServerAddress,
      server: tacacsServerEntry.rowName(row),
    }));
  }

  /** The known state of changed servers is no longer valid. */
  configure(): void {
    const rows = new Map(this.#rows().map((row) => [row.tacacsServerPriority, JSON.stringify(row)]));
    for (const [priority, { place, connection }] of this.#connections) {
      if (rows.get(priority) === place) continue;
      connection.close();
      this.#connections.delete(priority);
      this.#deadUntil.delete(priority);
      this.#note(priority, undefined);
    }
  }

  async ask(user: Parameters<SignInServers['ask']>[0]): Promise<ServerVerdict> {
    const asked = new Set<string>();
    for (let row = this.#next(asked); row !== undefined; row = this.#next(asked)) {
      asked.add(JSON.stringify(row));
      const connection = this.#connectionTo(row);
      const outcome = await connection.ask(serverOf(row), { ...user, port: LINE });
      // The server was changed meanwhile: an answer of the former one logs no one in, and its silence does not count
      // for the new one.
      if (connection.isClosed) continue;
      const priority = row.tacacsServerPriority;
      if (outcome !== 'error') {
        this.#deadUntil.delete(priority);
        this.#note(priority, 'up');
        if (outcome === 'notAdministrator') {
          const message = say(
            'TACACS+ server {{priority}} knows {{user}}, but not as an administrator (priv-lvl 15).',
            {
              priority,
              user: user.name,
            },
          );
          this.#context.log.write(Severity.warning, message);
        }
        return outcome === 'pass' ? 'accepted' : 'refused';
      }
      const deadTime = millisecondsIn(tacacsConfig, this.#context.configuration().group(tacacsConfig));
      this.#deadUntil.set(priority, this.#context.clock.now() + deadTime('tacacsDeadTime'));
      this.#note(priority, 'dead');
    }
    return 'silent';
  }

  stop(): void {
    this.#isOver = true;
    for (const { connection } of this.#connections.values()) connection.close();
    this.#context.slots.update(tacacsServers, () => tacacsServers.empty);
  }

  /** The next server to try; undefined if none is left, or none is to be tried any longer. */
  #next(asked: ReadonlySet<string>): Row | undefined {
    const { clock, configuration } = this.#context;
    const { tacacsLoginStatus } = configuration().group(tacacsConfig);
    if (this.#isOver || tacacsLoginStatus !== Status.enabled) return undefined;
    return this.#rows().find(
      (row) => !asked.has(JSON.stringify(row)) && (this.#deadUntil.get(row.tacacsServerPriority) ?? 0) <= clock.now(),
    );
  }

  #rows(): readonly Row[] {
    // Without a shared key anybody could answer in the server's name.
    const usable = this.#context
      .configuration()
      .rows(tacacsServerEntry)
      .filter((row) => row.tacacsServerKey !== '');
    return this.#elsewhere.among(usable);
  }

  #connectionTo(row: Row): TacacsConnection {
    const known = this.#connections.get(row.tacacsServerPriority);
    if (known) return known.connection;
    const connection = new TacacsConnection(this.#context.clock);
    this.#connections.set(row.tacacsServerPriority, { place: JSON.stringify(row), connection });
    return connection;
  }

  #note(priority: number, state: 'up' | 'dead' | undefined): void {
    const { slots, log } = this.#context;
    const before = slots.get(tacacsServers).get(priority);
    if (before === state) return;
    slots.update(tacacsServers, (present) => {
      const next = new Map(present);
      if (state === undefined) next.delete(priority);
      else next.set(priority, state);
      return next;
    });
    if (state === 'dead') {
      log.write(Severity.warning, say('TACACS+ server {{priority}} does not respond.', { priority }));
    } else if (before === 'dead' && state === 'up') {
      log.write(Severity.notice, say('TACACS+ server {{priority}} responds again.', { priority }));
    }
  }
}

/** Asks TACACS+ servers about logins, while that is enabled. */
export function startLogins(context: ServiceContext): RunningService {
  const logins = new TacacsLogins(context);
  context.slots.follow([leases], () => logins.configure());
  context.offer(tacacsSignIn, logins);
  return { changed: () => logins.configure(), stop: () => logins.stop() };
}

/** How a server is asked, by the configuration. */
export function serverOf(row: Row): TacacsServer {
  return {
    address: row.tacacsServerAddress,
    port: row.tacacsServerPort,
    timeout: millisecondsIn(tacacsServerEntry, row)('tacacsServerTimeout'),
    key: row.tacacsServerKey,
    kind: row.tacacsServerMethod === LoginMethod.ascii ? 'ascii' : 'pap',
    singleConnect: row.tacacsServerSingleConnect === TruthValue.yes,
  };
}
