import { createHmac, randomBytes } from 'node:crypto';
import type { PortCounters } from '../../../datapath/datapath.ts';
import { Allowance } from '../../../device/allowance.ts';
import type { RunningService, ServiceContext } from '../../../device/feature.ts';
import { followedLinks } from '../../../device/followed-links.ts';
import { Severity } from '../../../device/log/log.ts';
import { wakeLoop } from '../../../device/wake-loop.ts';
import { type Message, say } from '../../../model/values/message.ts';
import { NO_PORTS, portBit, portListOf } from '../../../model/values/port-list.ts';
import { decisionOf } from '../../../protocols/dot1x/access.ts';
import { stepAuthenticator } from '../../../protocols/dot1x/authenticator.ts';
import type { AuthenticatorEvent, AuthenticatorNews, BackendQuestion } from '../../../protocols/dot1x/events.ts';
import { type AuthenticatorState, idleAuthenticator } from '../../../protocols/dot1x/state.ts';
import { radiusClient } from '../radius/slots.ts';
import { SessionRecords } from './accounting.ts';
import { Backend } from './backend.ts';
import { EAPOL_FRAMES, settingsOf } from './settings.ts';
import { type Authenticator, authenticator, type PortDecision, type PortSession, portDecisions } from './slots.ts';

/** Refusals that are logged of a port: so many at once, and one in ten seconds in the long run. */
const COMPLAINTS = { rate: 0.1, burst: 10 };

/** A session as it is kept here. */
interface Kept {
  readonly session: Omit<PortSession, 'traffic'>;
  readonly port: number;
  /** The port's counters at its beginning and at its end. */
  readonly began: Promise<PortCounters | undefined>;
  readonly ended: Promise<PortCounters | undefined> | undefined;
  readonly records: SessionRecords | undefined;
}

/** Runs the authenticator: gives it frames, links, answers and time, and does what it decides. */
class RunningAuthenticator implements Authenticator {
  readonly #context: ServiceContext;
  readonly #backend: Backend;
  /** Sessions under way, by port and station. */
  readonly #open = new Map<string, Kept>();
  /** The session of each port that began last. */
  readonly #last = new Map<number, string>();
  readonly #over = new Map<number, Kept>();
  /** Log allowance for refused clients, by port. */
  readonly #complaints = new Map<number, Allowance>();
  readonly #secret = randomBytes(16);
  readonly #markOf = (port: number) =>
    createHmac('sha256', this.#secret).update(String(port)).digest('hex').slice(0, 16);
  #state: AuthenticatorState = idleAuthenticator;
  readonly #wakeAt: (at: number | undefined) => void;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#backend = new Backend(context);
    this.#wakeAt = wakeLoop(context.clock, () => this.tell({ kind: 'wake' }));
  }

  tell(event: AuthenticatorEvent): void {
    const { clock, datapath, hardware, slots } = this.#context;
    const step = stepAuthenticator(this.#state, event, clock.now(), hardware.baseMacAddress, this.#markOf);
    this.#state = step.state;
    // A decision takes effect before anyone is notified of it.
    const before = slots.get(portDecisions);
    slots.update(portDecisions, () => decisionsOf(step.state, before));
    const decisions = slots.get(portDecisions);
    if (decisions !== before) this.#forgetMoved(before, decisions);
    for (const news of step.news) this.#note(news);
    for (const { port, frame } of step.send) datapath.transmit(port, frame);
    for (const question of step.ask) void this.#ask(question);
    this.#wakeAt(step.state.wakeAt);
  }

  port(port: number) {
    return this.#state.ports.get(port);
  }

  async sessions(): Promise<ReadonlyMap<number, PortSession>> {
    const now = await this.#context.datapath.portCounters();
    const sessions = new Map<number, PortSession>();
    for (const port of this.#state.ports.keys()) {
      const kept = this.#open.get(this.#last.get(port) ?? '') ?? this.#over.get(port);
      if (!kept) continue;
      const traffic = between(await kept.began, kept.ended ? await kept.ended : now.get(port));
      sessions.set(port, { ...kept.session, traffic });
    }
    return sessions;
  }

  initialize(port: number): void {
    this.tell({ kind: 'initialize', port });
  }

  reauthenticate(port: number): void {
    this.tell({ kind: 'reauthenticate', port });
  }

  clear(): void {
    for (const port of this.#state.ports.keys()) this.tell({ kind: 'clear', port });
  }

  /** All stations are out when it ends: they are no longer notified. */
  stop(): void {
    this.#wakeAt(undefined);
    this.#backend.stop();
    const { slots } = this.#context;
    slots.update(portDecisions, () => portDecisions.empty);
  }

  async #ask(question: BackendQuestion): Promise<void> {
    const { port, exchange } = question;
    const answer = await this.#backend.ask(question);
    this.tell({ kind: 'answer', port, exchange, answer });
  }

  #note(news: AuthenticatorNews): void {
    const { datapath } = this.#context;
    if (news.kind === 'refused') this.#complain(news);
    else this.#context.log.write(...wordsOf(news));
    if (news.kind === 'opened') this.#begin(news);
    if (news.kind !== 'closed') return;
    // Addresses learned from removed stations are forgotten.
    void datapath.flush({ ports: portBit(news.port) }).catch(() => undefined);
    this.#end(news);
  }

  /** Addresses learned at a port in a VLAN that it has left are forgotten. */
  #forgetMoved(before: ReadonlyMap<number, PortDecision>, now: ReadonlyMap<number, PortDecision>): void {
    const moved = [...before].filter(([port, decision]) => {
      const present = now.get(port);
      return present !== undefined && (present.vlan !== decision.vlan || hasMoved(decision, present));
    });
    const ports = portListOf(moved.map(([port]) => port));
    if (ports !== NO_PORTS) void this.#context.datapath.flush({ ports }).catch(() => undefined);
  }

  /** Refusals are logged, except for a port with many in a row: they must not displace other log messages. */
  #complain(news: AuthenticatorNews & { readonly kind: 'refused' }): void {
    const { clock, log } = this.#context;
    const now = clock.now();
    const room = this.#complaints.get(news.port) ?? new Allowance(COMPLAINTS, now);
    this.#complaints.set(news.port, room);
    if (!room.take(now)) return;
    log.write(...wordsOf(news));
    if (room.has(now)) return;
    log.write(
      Severity.warning,
      say('Port {{port}}: further refusals are not logged for a while.', { port: news.port }),
    );
  }

  #begin(news: AuthenticatorNews & { readonly kind: 'opened' }): void {
    const { port, station, identity, exchange } = news;
    const grant = this.#backend.grantOf(exchange);
    const key = `${port} ${station}`;
    if (news.again && this.#open.has(key)) return;
    const { clock, hardware, slots } = this.#context;
    const since = clock.now();
    const id = randomBytes(8).toString('hex').toUpperCase();
    const began = this.#countersOf(port);
    const isAlone = this.#state.ports.get(port)?.settings.mode === 'port';
    const accounted = {
      id,
      port,
      user: identity,
      station,
      switchAddress: hardware.baseMacAddress,
      classes: grant.classes,
      interimInterval: grant.interimInterval,
      since,
      traffic: async () => (isAlone ? between(await began, await this.#countersOf(port)) : undefined),
    };
    const records = grant.isLocal ? undefined : new SessionRecords(accounted, clock, () => slots.get(radiusClient));
    const session = { id, user: identity, station, isLocal: grant.isLocal, since, ended: undefined };
    this.#open.set(key, { session, port, began, ended: undefined, records });
    this.#last.set(port, key);
  }

  #end({ port, station, cause }: AuthenticatorNews & { readonly kind: 'closed' }): void {
    const key = `${port} ${station}`;
    const kept = this.#open.get(key);
    if (!kept) return;
    this.#open.delete(key);
    kept.records?.end(cause);
    const session = { ...kept.session, ended: { at: this.#context.clock.now(), cause } };
    this.#over.set(port, { ...kept, session, ended: this.#countersOf(port) });
  }

  async #countersOf(port: number): Promise<PortCounters | undefined> {
    try {
      return (await this.#context.datapath.portCounters()).get(port);
    } catch {
      return undefined;
    }
  }
}

/** Looks after the ports for as long as Port Access Control is on. */
export async function startAuthenticator(context: ServiceContext): Promise<RunningService> {
  const running = new RunningAuthenticator(context);
  const configure = () => running.tell({ kind: 'configure', ports: settingsOf(context.configuration()) });
  configure();
  context.offer(authenticator, running);
  context.onFrame([EAPOL_FRAMES], ({ port, frame }) => running.tell({ kind: 'frame', port, octets: frame }));
  const links = await followedLinks(context);
  for (const [port, { link }] of links.states) if (link === 'up') running.tell({ kind: 'link', port, isUp: true });
  links.follow(({ port, link }) => running.tell({ kind: 'link', port, isUp: link === 'up' }));
  return { changed: configure, stop: () => running.stop() };
}

/** Decisions about each port in `auto`; the same object if nothing changed. */
function decisionsOf(
  { ports }: AuthenticatorState,
  present: ReadonlyMap<number, PortDecision>,
): ReadonlyMap<number, PortDecision> {
  const decisions = new Map<number, PortDecision>();
  for (const [number, port] of ports) {
    const decision = port.settings.control === 'auto' ? decisionOf(port) : undefined;
    if (!decision) continue;
    const next = { ...decision, mode: port.settings.mode };
    const before = present.get(number);
    decisions.set(number, before && sameDecision(before, next) ? before : next);
  }
  const isSame = decisions.size === present.size && [...decisions].every(([port, one]) => present.get(port) === one);
  return isSame ? present : decisions;
}

/** Whether an authenticated station now has another VLAN. */
function hasMoved(before: PortDecision, now: PortDecision): boolean {
  if (before.admits === 'everybody' || now.admits === 'everybody') return false;
  const stayed = [...before.admits].filter((station) => now.admits !== 'everybody' && now.admits.has(station));
  return stayed.some((station) => before.stationVlans.get(station) !== now.stationVlans.get(station));
}

function sameDecision(a: PortDecision, b: PortDecision): boolean {
  return (
    a.mode === b.mode &&
    a.vlan === b.vlan &&
    a.isGuest === b.isGuest &&
    String([...a.stationVlans]) === String([...b.stationVlans]) &&
    (a.admits === b.admits ||
      (a.admits !== 'everybody' && b.admits !== 'everybody' && [...a.admits].join() === [...b.admits].join()))
  );
}

const nothing = { inOctets: 0n, outOctets: 0n, inFrames: 0n, outFrames: 0n };

function between(began: PortCounters | undefined, now: PortCounters | undefined): PortSession['traffic'] {
  if (!began || !now) return nothing;
  return {
    inOctets: now.inOctets - began.inOctets,
    outOctets: now.outOctets - began.outOctets,
    inFrames: framesIn(now) - framesIn(began),
    outFrames: framesOut(now) - framesOut(began),
  };
}

function framesIn({ inUnicast, inMulticast, inBroadcast }: PortCounters): bigint {
  return inUnicast + inMulticast + inBroadcast;
}

function framesOut({ outUnicast, outMulticast, outBroadcast }: PortCounters): bigint {
  return outUnicast + outMulticast + outBroadcast;
}

function wordsOf(news: AuthenticatorNews): [Severity, Message] {
  const { port } = news;
  switch (news.kind) {
    case 'opened': {
      const { station, identity: user, vlan } = news;
      const values = { port, station, user };
      if (news.again) {
        return [Severity.informational, say('Port {{port}}: {{user}} at {{station}} was authenticated again.', values)];
      }
      return vlan === undefined
        ? [Severity.notice, say('Port {{port}}: {{user}} at {{station}} was authenticated.', values)]
        : [
            Severity.notice,
            say('Port {{port}}: {{user}} at {{station}} was authenticated, for VLAN {{vlan}}.', { ...values, vlan }),
          ];
    }
    case 'closed':
      return [
        Severity.notice,
        say('Port {{port}}: the session of {{station}} ended.', { port, station: news.station }),
      ];
    case 'guest':
      return [
        Severity.informational,
        say('Port {{port}}: no station authenticates; it is in guest VLAN {{vlan}}.', { port, vlan: news.vlan }),
      ];
    case 'looped':
      return [Severity.warning, say('Port {{port}}: loop detected; its guest VLAN is closed.', { port })];
    case 'refused': {
      const values = { port, user: news.identity, station: news.station };
      const said = {
        rejected: say('Port {{port}}: {{user}} at {{station}} was refused.', values),
        vlan: say('Port {{port}}: {{user}} at {{station}} was refused: the VLAN cannot be assigned.', values),
        silence: say('Port {{port}}: {{user}} at {{station}} was not authenticated: no server answered.', values),
      };
      return [Severity.warning, said[news.why]];
    }
  }
}
