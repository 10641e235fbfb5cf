import type { LldpInformation } from './information.ts';
import { buildLldpdu, buildShutdown, lldpFrame } from './lldpdu.ts';
import { sameOctets } from './octets.ts';
import { counted, type LldpPort, type LldpSettings, type LldpState, noStatistics, type Transmitter } from './state.ts';

/** A frame to send out of a port. */
export interface LldpFrame {
  readonly port: number;
  readonly frame: Uint8Array;
}

/** The state after frames were made, and the frames. */
export interface Sent {
  readonly state: LldpState;
  readonly send: readonly LldpFrame[];
}

/** Frames that may follow each other without a pause (txCreditMax), and milliseconds between those of a fast start (msgFastTx). */
const CREDIT_AT_MOST = 5;
const FAST = 1000;
const SECOND = 1000;

/** The longest time that 16 bits of seconds hold. */
const LONGEST_TIME_TO_LIVE = 65_535;

/**
 * How long what is said is good for, in seconds (txTTL, IEEE 802.1AB-2016 9.2.5.22): a frame that comes a little late still
 * counts.
 */
function timeToLiveOf({ transmitInterval, holdMultiplier }: LldpSettings): number {
  return Math.min(LONGEST_TIME_TO_LIVE, (transmitInterval / SECOND) * holdMultiplier + 1);
}

/** Begins and ends transmission as the settings ask, and notes where what is said is no longer the same. */
export function retuned(
  settings: LldpSettings,
  former: LldpSettings,
  state: LldpState,
  endpoints: ReadonlySet<number>,
  now: number,
): Sent {
  const transmitters = new Map<number, Transmitter>();
  const send: LldpFrame[] = [];
  for (const [port, transmitter] of state.transmitters) {
    const place = settings.ports.get(port);
    if (isSpeaking(place)) continue;
    const last = former.ports.get(port);
    // A link that is down carries no goodbye, and needs no pause behind it.
    const leaves = transmitter.said && last && (place ?? last).up;
    if (leaves) send.push({ port, frame: lldpFrame(settings.source, buildShutdown(last.information)) });
    const silentUntil = leaves ? now + settings.reinitDelay : transmitter.silentUntil;
    // A disabled port is remembered until its pause is over.
    if (silentUntil > now) transmitters.set(port, { ...silent, silentUntil });
  }
  for (const [port, place] of settings.ports) {
    if (!isSpeaking(place)) continue;
    const transmitter = state.transmitters.get(port) ?? silent;
    transmitters.set(port, toldOf(settings, transmitter, saidBy(place, endpoints.has(port)), now));
  }
  let next: LldpState = { ...state, transmitters };
  for (const { port } of send) next = counted(next, port, { sent: 1 });
  return { state: next, send };
}

/** A transmitter that said nothing yet. */
const silent: Transmitter = {
  said: undefined,
  dueAt: Number.NEGATIVE_INFINITY,
  fast: 0,
  changed: false,
  sentAt: Number.NEGATIVE_INFINITY,
  credit: CREDIT_AT_MOST,
  creditAt: Number.NEGATIVE_INFINITY,
  silentUntil: Number.NEGATIVE_INFINITY,
};

function isSpeaking(place: LldpPort | undefined): boolean {
  return place?.transmit === true && place.up;
}

function saidBy(place: LldpPort, endpoint: boolean): LldpInformation {
  return endpoint ? place.toEndpoint : place.information;
}

function toldOf(
  settings: LldpSettings,
  transmitter: Transmitter,
  information: LldpInformation,
  now: number,
): Transmitter {
  const { said, dueAt } = transmitter;
  if (!said) return transmitter;
  const { octets } = buildLldpdu(information, timeToLiveOf(settings));
  // A shorter interval counts from now on.
  const due = Math.min(dueAt, now + settings.transmitInterval);
  return { ...transmitter, dueAt: due, changed: transmitter.changed || !sameOctets(said, octets) };
}

/** Lets ports speak at once and fast for a while: somebody new was heard there (TX_FAST_START). */
export function fastened(settings: LldpSettings, state: LldpState, ports: Iterable<number>, now: number): LldpState {
  const transmitters = new Map(state.transmitters);
  for (const port of ports) {
    const transmitter = transmitters.get(port);
    if (transmitter && transmitter.fast === 0)
      transmitters.set(port, { ...transmitter, fast: settings.fastStart, dueAt: now });
  }
  return { ...state, transmitters };
}

/** Sends whatever is due. */
export function transmitted(
  settings: LldpSettings,
  state: LldpState,
  endpoints: ReadonlySet<number>,
  now: number,
): Sent {
  const send: LldpFrame[] = [];
  let next = state;
  for (const [port, transmitter] of state.transmitters) {
    const place = settings.ports.get(port);
    if (!place || !isSpeaking(place) || dueAt(settings, transmitter) > now) continue;
    const { octets, namesLeftOut } = buildLldpdu(saidBy(place, endpoints.has(port)), timeToLiveOf(settings));
    send.push({ port, frame: lldpFrame(settings.source, octets) });
    next = counted(afterFrame(settings, next, port, transmitter, octets, now), port, { sent: 1 });
    const statistics = { ...(next.statistics.get(port) ?? noStatistics), namesLeftOut };
    next = { ...next, statistics: new Map(next.statistics).set(port, statistics) };
  }
  return { state: next, send };
}

function afterFrame(
  settings: LldpSettings,
  state: LldpState,
  port: number,
  transmitter: Transmitter,
  said: Uint8Array,
  now: number,
): LldpState {
  const after: Transmitter = {
    said,
    dueAt: now + settings.transmitInterval,
    fast: Math.max(0, transmitter.fast - 1),
    changed: false,
    sentAt: now,
    credit: creditOf(transmitter, now) - 1,
    creditAt: now,
    silentUntil: Number.NEGATIVE_INFINITY,
  };
  return { ...state, transmitters: new Map(state.transmitters).set(port, after) };
}

/** Frames that may be sent now: one more for each second since they were counted. */
function creditOf({ credit, creditAt }: Transmitter, now: number): number {
  return Math.min(CREDIT_AT_MOST, credit + (now - creditAt) / SECOND);
}

/** When the next frame of a port is due. */
export function dueAt(settings: LldpSettings, transmitter: Transmitter): number {
  const { sentAt, fast, changed, credit, creditAt, silentUntil } = transmitter;
  const wanted = Math.min(
    transmitter.dueAt,
    fast > 0 ? sentAt + FAST : Number.POSITIVE_INFINITY,
    changed ? sentAt + settings.transmitDelay : Number.POSITIVE_INFINITY,
  );
  const allowed = credit >= 1 ? Number.NEGATIVE_INFINITY : creditAt + (1 - credit) * SECOND;
  return Math.max(wanted, allowed, silentUntil);
}
