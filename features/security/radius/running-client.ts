import { randomBytes } from 'node:crypto';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { Severity } from '../../../device/log/log.ts';
import { radiusSignIn, type ServerVerdict } from '../../../device/sessions/sign-in-servers.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { parseIpv6 } from '../../../model/values/ipv6.ts';
import { say } from '../../../model/values/message.ts';
import { stepRadius } from '../../../protocols/radius/client.ts';
import type { RadiusEvent, RadiusOutcome } from '../../../protocols/radius/events.ts';
import {
  Attribute,
  hiddenPassword,
  numberAttribute,
  numberOf,
  type RadiusAttribute,
  RadiusCode,
  textAttribute,
} from '../../../protocols/radius/packet.ts';
import type { RadiusServer, RadiusWay } from '../../../protocols/radius/question.ts';
import { idleRadius, statisticsOf } from '../../../protocols/radius/state.ts';
import { leases } from '../../system/l3-feature/slots.ts';
import { ServersElsewhere } from '../own-address.ts';
import { dot1xExtConfig } from '../port-access-control/objects.ts';
import { radiusConfig, radiusServerEntry } from './objects.ts';
import { type ServerPlace, ServerSockets } from './server-sockets.ts';
import { type Liveliness, type RadiusClient, radiusClient } from './slots.ts';

type Server = RowOf<typeof radiusServerEntry>;

/** Service-Type Administrative, and NAS-Port-Type Virtual (RFC 2865 5.6, 5.41). */
const ADMINISTRATIVE = 6;
const VIRTUAL = 5;

/** Asks the servers that are set: sockets, clock and log of the client. */
class Client implements RadiusClient {
  readonly #context: ServiceContext;
  readonly #sockets: ServerSockets;
  readonly #elsewhere: ServersElsewhere<Server>;
  readonly #waiting = new Map<number, (outcome: RadiusOutcome) => void>();
  #state = idleRadius;
  #questions = 0;
  readonly #wakeAt: (at: number | undefined) => void;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#wakeAt = wakeLoop(context.clock, () => this.#tell({ kind: 'wake' }));
    this.#elsewhere = new ServersElsewhere(context, (row) => ({
      address: row.radiusServerAddress,
      server: radiusServerEntry.rowName(row),
    }));
    this.#sockets = new ServerSockets(({ server, way }, octets) =>
      this.#tell({ kind: 'datagram', server, way, octets }),
    );
  }

  configure(): void {
    // Without a shared secret anybody could answer in the server's name.
    const usable = this.#context
      .configuration()
      .rows(radiusServerEntry)
      .filter((row) => row.radiusServerKey !== '');
    const rows = this.#elsewhere.among(usable);
    this.#sockets.configure(rows.flatMap(placesOf));
    this.#tell({ kind: 'configure', servers: rows.map(serverOf) });
  }

  ask(...[way, attributes, { server, signal } = {}]: Parameters<RadiusClient['ask']>): Promise<RadiusOutcome> {
    this.#questions += 1;
    const id = this.#questions;
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#tell({ kind: 'cancel', id });
        this.#settle(id, { kind: 'silence' });
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(id, (outcome) => {
        signal?.removeEventListener('abort', giveUp);
        resolve(outcome);
      });
      const question = {
        id,
        way,
        ...(server !== undefined && { server }),
        attributes: (hiddenBy: Parameters<typeof attributes>[0], waited: number) => [
          ...attributes(hiddenBy, waited),
          ...this.#ownAttributes(hiddenBy.server, way),
        ],
      };
      this.#tell({ kind: 'ask', question });
    });
  }

  statistics(server: number, way: RadiusWay) {
    return statisticsOf(this.#state, server, way);
  }

  state(server: number): Liveliness {
    if (this.#state.deadUntil.has(server)) return 'dead';
    const { accepts, rejects, challenges } = this.statistics(server, 'authentication');
    return accepts + rejects + challenges > 0 ? 'up' : 'unknown';
  }

  clear(): void {
    this.#tell({ kind: 'clear' });
  }

  stop(): void {
    this.#wakeAt(undefined);
    this.#sockets.close();
    for (const answer of this.#waiting.values()) answer({ kind: 'silence' });
    this.#waiting.clear();
  }

  #tell(event: RadiusEvent): void {
    const { clock, log } = this.#context;
    const step = stepRadius(this.#state, event, clock.now(), () => randomBytes(16));
    this.#state = step.state;
    for (const { server, way, octets } of step.send) this.#sockets.send(server, way, octets);
    for (const { server, answers } of step.news) {
      log.write(
        answers ? Severity.notice : Severity.warning,
        answers
          ? say('RADIUS server {{priority}} responds again.', { priority: server })
          : say('RADIUS server {{priority}} does not respond.', { priority: server }),
      );
    }
    this.#wakeAt(step.state.wakeAt);
    for (const { id, outcome } of step.done) this.#settle(id, outcome);
  }

  #settle(id: number, outcome: RadiusOutcome): void {
    const answer = this.#waiting.get(id);
    this.#waiting.delete(id);
    answer?.(outcome);
  }

  /** Identity of the client (RFC 2865 5.4, 5.32). */
  #ownAttributes(server: number, way: RadiusWay): readonly RadiusAttribute[] {
    const { dot1xNasId } = this.#context.configuration().group(dot1xExtConfig);
    const address = addressAttribute(this.#sockets.localAddress(server, way));
    return [textAttribute(Attribute.nasIdentifier, dot1xNasId), ...(address ? [address] : [])];
  }
}

/** Asks on behalf of who wants to sign in. */
async function askToSignIn(
  client: Client,
  context: ServiceContext,
  {
    name,
    password,
    remoteAddress,
  }: { readonly name: string; readonly password: string; readonly remoteAddress: string },
): Promise<ServerVerdict> {
  const isOn = () => context.configuration().group(radiusConfig).radiusLoginStatus === Status.enabled;
  if (!isOn()) return 'silent';
  const outcome = await client.ask('authentication', ({ authenticator, secret }) => {
    const hidden = hiddenPassword(password, authenticator, secret);
    return [
      textAttribute(Attribute.userName, name),
      ...(hidden ? [hidden] : []),
      numberAttribute(Attribute.serviceType, ADMINISTRATIVE),
      numberAttribute(Attribute.nasPortType, VIRTUAL),
      textAttribute(Attribute.callingStationId, remoteAddress),
    ];
  });
  // It was disabled meanwhile: its answers no longer authenticate.
  if (outcome.kind === 'silence' || !isOn()) return 'silent';
  const { packet } = outcome;
  if (packet.code !== RadiusCode.accessAccept) return 'refused';
  if (numberOf(packet, Attribute.serviceType) === ADMINISTRATIVE) return 'accepted';
  const message = say('RADIUS server {{priority}} knows {{user}}, but not as an administrator (Service-Type 6).', {
    priority: outcome.server,
    user: name,
  });
  context.log.write(Severity.warning, message);
  return 'refused';
}

/** Runs the client for as long as there are servers. */
export function startClient(context: ServiceContext): RunningService {
  const client = new Client(context);
  client.configure();
  context.slots.follow([leases], () => client.configure());
  context.offer(radiusClient, client);
  context.offer(radiusSignIn, { ask: (user) => askToSignIn(client, context, user) });
  return { changed: () => client.configure(), stop: () => client.stop() };
}

/** The address of a server for authentication, and for accounting if it is used. */
function placesOf(row: Server): ServerPlace[] {
  const { radiusServerPriority: server, radiusServerAddress: address } = row;
  const asked: ServerPlace = { server, way: 'authentication', address, port: row.radiusServerAuthPort };
  if (row.radiusServerAccounting !== Status.enabled) return [asked];
  return [asked, { server, way: 'accounting', address, port: row.radiusServerAcctPort }];
}

/** How a server is asked, by the configuration. */
export function serverOf(row: Server): RadiusServer {
  return {
    index: row.radiusServerPriority,
    secret: row.radiusServerKey,
    timeout: millisecondsIn(radiusServerEntry, row)('radiusServerTimeout'),
    retransmit: row.radiusServerRetransmit,
    accounting: row.radiusServerAccounting === Status.enabled,
  };
}

/** The address that a server sees (RFC 2865 5.4, RFC 3162 2.1); undefined before there is one. */
function addressAttribute(address = ''): RadiusAttribute | undefined {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== undefined) return ipv4 === 0 ? undefined : numberAttribute(Attribute.nasIpAddress, ipv4);
  const ipv6 = parseIpv6(address.split('%')[0] ?? '');
  if (!ipv6) return undefined;
  const value = Buffer.from(ipv6.toString(16).padStart(32, '0'), 'hex');
  return { type: Attribute.nasIpv6Address, value };
}
