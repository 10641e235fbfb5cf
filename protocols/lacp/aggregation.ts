import { sameColumns } from '../../model/values/same-columns.ts';
import { actorOf, hasBit, keyOf, sameParty } from './actor.ts';
import { buildLacpdu, buildMarkerResponse, type LacpParty, parseSlowFrame, StateBit } from './lacpdu.ts';
import { select } from './selection.ts';
import {
  type LacpCounts,
  type LacpPort,
  type LacpPortSettings,
  type LacpSettings,
  type LacpState,
  type MuxState,
  noPartner,
} from './state.ts';

/** Events of link aggregation. */
export type LacpEvent =
  /** The settings, links among them, are others than before, or the first ones. */
  | { readonly kind: 'configure' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** This is the last step for a while: partners are to keep what they know of this switch for all of their timeout. */
  | { readonly kind: 'leave' }
  /** A frame came in (as received, without FCS). */
  | { readonly kind: 'frame'; readonly port: number; readonly octets: Uint8Array };

/** Consequences of an event. */
export interface LacpStep {
  readonly state: LacpState;
  /** Frames to send out of a port as they are. */
  readonly send: readonly { readonly port: number; readonly frame: Uint8Array }[];
}

/** Times of IEEE 802.1AX-2020 6.4.4, in milliseconds. */
const Time = {
  fastPeriodic: 1000,
  slowPeriodic: 30_000,
  shortTimeout: 3000,
  longTimeout: 90_000,
  aggregateWait: 2000,
} as const;

const NEVER = Number.POSITIVE_INFINITY;

/** LACPDUs within `fastPeriodic` at most (IEEE 802.1AX-2020 6.4.16), and answers to markers within a second. */
const TRANSMITTED_AT_MOST = 3;
const ANSWERED_AT_MOST = 5;

/** The bits of an actor's state that have to have reached the partner. */
const TOLD = StateBit.activity | StateBit.timeout | StateBit.synchronization | StateBit.aggregation;

/**
 * One step of the Link Aggregation Control Protocol (IEEE 802.1AX-2020 clause 6.4): receive, periodic, selection, mux with
 * independent control, and transmit machines of every port, and the marker responder of 6.5. `now` is monotonic, in
 * milliseconds. A step costs time in proportion to the ports. Frames of ports that take no part change nothing.
 */
export function stepLacp(settings: LacpSettings, state: LacpState, event: LacpEvent, now: number): LacpStep {
  const ports = new Map<number, LacpPort>();
  for (const [number, own] of settings.ports) {
    ports.set(number, received(begun(own, state.ports.get(number)), now));
  }
  if (event.kind === 'leave') for (const [number, port] of ports) ports.set(number, { ...port, needToTransmit: true });
  const answer = event.kind === 'frame' ? heard(settings, ports, event.port, event.octets, now) : undefined;
  for (let round = 0; round < ROUNDS && moved(settings, ports, now); round += 1);
  const send = transmitted(settings, ports, now);
  return { state: { ports, wakeAt: nextWake(ports, now) }, send: answer ? [...send, answer] : send };
}

/** No chain of states is longer: every machine goes through each of its states once at most. */
const ROUNDS = 8;

/** The port with the present settings. A change that is announced to the partner removes it from its aggregation. */
function begun(settings: LacpPortSettings, former: LacpPort | undefined): LacpPort {
  if (!former) {
    return {
      settings,
      receive: 'disabled',
      mux: 'detached',
      selected: 'unselected',
      partner: noPartner,
      partnerUntil: NEVER,
      waitUntil: NEVER,
      periodicAt: NEVER,
      needToTransmit: false,
      sentAt: [],
      answeredAt: [],
      counts: noCounts,
    };
  }
  const { settings: before } = former;
  if (sameColumns(before, settings)) return former;
  const moved = keyOf(before) !== keyOf(settings) || before.priority !== settings.priority;
  return {
    ...former,
    settings,
    needToTransmit: true,
    ...(moved && { mux: 'detached', selected: 'unselected', waitUntil: NEVER }),
    ...(before.trunk !== settings.trunk && { receive: 'disabled', partner: noPartner }),
  };
}

const noCounts: LacpCounts = {
  lacpdusReceived: 0,
  lacpdusSent: 0,
  markersReceived: 0,
  markerResponsesReceived: 0,
  markerResponsesSent: 0,
  unknownReceived: 0,
  illegalReceived: 0,
};

/** The Receive machine (6.4.11) as far as links and time move it. */
function received(port: LacpPort, now: number): LacpPort {
  const { receive, settings, partner } = port;
  if (settings.speed === 0) {
    if (receive === 'disabled') return port;
    return { ...port, receive: 'disabled', partner: withoutSync(partner), partnerUntil: NEVER };
  }
  if (receive === 'disabled') return expired(port, now);
  if (now < port.partnerUntil) return port;
  if (receive === 'current') return expired(port, now);
  // The former partner is gone.
  return { ...port, receive: 'defaulted', partner: noPartner, partnerUntil: NEVER, needToTransmit: true };
}

function expired(port: LacpPort, now: number): LacpPort {
  const partner = withoutSync(port.partner);
  return {
    ...port,
    receive: 'expired',
    partner: { ...partner, state: partner.state | StateBit.timeout },
    partnerUntil: now + Time.shortTimeout,
    needToTransmit: true,
  };
}

function withoutSync(partner: LacpParty): LacpParty {
  return { ...partner, state: partner.state & ~StateBit.synchronization };
}

/** Processes a frame; returns the immediate answer. */
function heard(settings: LacpSettings, ports: Map<number, LacpPort>, number: number, octets: Uint8Array, now: number) {
  const port = ports.get(number);
  const frame = port && parseSlowFrame(octets);
  if (!frame) return undefined;
  const count = (name: keyof LacpCounts, more: Partial<LacpPort> = {}) => {
    ports.set(number, { ...port, ...more, counts: { ...port.counts, [name]: port.counts[name] + 1 } });
  };
  switch (frame.kind) {
    case 'unknown':
      count('unknownReceived');
      return undefined;
    case 'illegal':
      count('illegalReceived');
      return undefined;
    case 'markerResponse':
      count('markerResponsesReceived');
      return undefined;
    case 'marker': {
      const answeredAt = port.answeredAt.filter((at) => at > now - 1000);
      count('markersReceived');
      if (answeredAt.length >= ANSWERED_AT_MOST) return undefined;
      const { counts } = ports.get(number) ?? port;
      const markerResponsesSent = counts.markerResponsesSent + 1;
      ports.set(number, { ...port, answeredAt: [...answeredAt, now], counts: { ...counts, markerResponsesSent } });
      return { port: number, frame: buildMarkerResponse(settings.system, frame.content) };
    }
    case 'lacpdu':
      // Without a link at full duplex there is nothing to agree on.
      if (port.receive === 'disabled') count('lacpdusReceived');
      else count('lacpdusReceived', current(settings, number, port, frame.actor, frame.partner, now));
      return undefined;
  }
}

/** The Receive machine's CURRENT state: what a LACPDU makes of a port. */
function current(
  settings: LacpSettings,
  number: number,
  port: LacpPort,
  theirs: LacpParty,
  ours: LacpParty,
  now: number,
): Partial<LacpPort> {
  const actor = actorOf(settings, number, port);
  const isOther = !sameParty(theirs, port.partner, StateBit.aggregation);
  const isKnown = sameParty(ours, actor, StateBit.aggregation) || !hasBit(theirs, StateBit.aggregation);
  const isKept =
    hasBit(theirs, StateBit.activity) || (hasBit(actor, StateBit.activity) && hasBit(ours, StateBit.activity));
  const inSync = hasBit(theirs, StateBit.synchronization) && isKnown && isKept;
  return {
    receive: 'current',
    partner: inSync ? theirs : withoutSync(theirs),
    partnerUntil: now + (port.settings.shortTimeout ? Time.shortTimeout : Time.longTimeout),
    needToTransmit: port.needToTransmit || !sameParty(ours, actor, TOLD),
    ...(isOther && { selected: 'unselected', mux: 'detached', waitUntil: NEVER }),
  };
}

/** One round of the selection and mux machines; whether anything moved. */
function moved(settings: LacpSettings, ports: Map<number, LacpPort>, now: number): boolean {
  const selection = select(settings, ports);
  let any = false;
  for (const [number, port] of ports) {
    const selected = selection.get(number) ?? 'unselected';
    if (selected === port.selected) continue;
    ports.set(number, { ...port, selected });
    any = true;
  }
  for (const [number, port] of ports) {
    const next = nextMux(port, isReady(ports, port.settings.trunk, now));
    if (next === port.mux) continue;
    const waitUntil = next === 'waiting' ? now + Time.aggregateWait : NEVER;
    ports.set(number, { ...port, mux: next, waitUntil, needToTransmit: true });
    any = true;
  }
  return any;
}

/** The Mux machine (6.4.13). */
function nextMux({ mux, selected, partner }: LacpPort, ready: boolean): MuxState {
  const isSelected = selected === 'selected';
  const inSync = hasBit(partner, StateBit.synchronization);
  switch (mux) {
    case 'detached':
      return selected === 'unselected' ? 'detached' : 'waiting';
    case 'waiting':
      if (selected === 'unselected') return 'detached';
      return isSelected && ready ? 'attached' : 'waiting';
    case 'attached':
      if (!isSelected) return 'detached';
      return inSync ? 'collecting' : 'attached';
    case 'collecting':
      if (!isSelected || !inSync) return 'attached';
      return hasBit(partner, StateBit.collecting) ? 'distributing' : 'collecting';
    case 'distributing':
      return isSelected && inSync && hasBit(partner, StateBit.collecting) ? 'distributing' : 'collecting';
  }
}

/** Whether all ports that wait to come into the trunk have waited long enough. */
function isReady(ports: ReadonlyMap<number, LacpPort>, trunk: number, now: number): boolean {
  for (const port of ports.values()) {
    const waits = port.settings.trunk === trunk && port.mux === 'waiting' && port.selected === 'selected';
    if (waits && now < port.waitUntil) return false;
  }
  return true;
}

/** The Periodic and Transmit machines (6.4.12, 6.4.16): what is due is sent, three LACPDUs a second at most. */
function transmitted(settings: LacpSettings, ports: Map<number, LacpPort>, now: number) {
  const send: { port: number; frame: Uint8Array }[] = [];
  for (const [number, former] of ports) {
    let port = periodic(former, now);
    const sentAt = port.sentAt.filter((at) => at > now - Time.fastPeriodic);
    if (port.needToTransmit && mayTransmit(port) && sentAt.length < TRANSMITTED_AT_MOST) {
      send.push({ port: number, frame: buildLacpdu(settings.system, actorOf(settings, number, port), port.partner) });
      const counts = { ...port.counts, lacpdusSent: port.counts.lacpdusSent + 1 };
      port = { ...port, needToTransmit: false, sentAt: [...sentAt, now], counts };
    }
    if (port !== former) ports.set(number, port);
  }
  return send;
}

/** Whether anything is said at all: with a link, by one end at least that speaks first. */
function mayTransmit({ settings, partner }: LacpPort): boolean {
  return settings.speed > 0 && (settings.active || hasBit(partner, StateBit.activity));
}

function periodic(port: LacpPort, now: number): LacpPort {
  if (!mayTransmit(port)) return port.periodicAt === NEVER ? port : { ...port, periodicAt: NEVER };
  const pause = hasBit(port.partner, StateBit.timeout) ? Time.fastPeriodic : Time.slowPeriodic;
  if (now >= port.periodicAt) return { ...port, periodicAt: now + pause, needToTransmit: true };
  // A partner that changes to or from short timeout; and the first one of all.
  const periodicAt = port.periodicAt === NEVER ? now + pause : Math.min(port.periodicAt, now + pause);
  return periodicAt === port.periodicAt ? port : { ...port, periodicAt };
}

function nextWake(ports: ReadonlyMap<number, LacpPort>, now: number): number {
  let wakeAt = NEVER;
  for (const port of ports.values()) {
    const { partnerUntil, waitUntil, periodicAt, needToTransmit, sentAt } = port;
    const oldest = sentAt.at(-TRANSMITTED_AT_MOST);
    const sendAt = needToTransmit && mayTransmit(port) ? Math.max(now, (oldest ?? now) + Time.fastPeriodic) : NEVER;
    // A port that waits for others is woken by the last of them.
    const readyAt = waitUntil > now ? waitUntil : NEVER;
    wakeAt = Math.min(wakeAt, partnerUntil, readyAt, periodicAt, sendAt);
  }
  return wakeAt;
}
