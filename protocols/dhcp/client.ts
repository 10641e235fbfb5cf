import { nextRandom } from '../next-random.ts';
import { broadcastRequest, type DhcpSettings, requestTo, serverIdentifier, theOffer } from './client-frame.ts';
import { parseDhcpFrame } from './frame.ts';
import { type DhcpLease, LEASE_FOR_EVER, leaseOf } from './lease.ts';
import { DhcpMessageType } from './message.ts';
import { addressesOf, DhcpOption } from './options.ts';
import type { DhcpState } from './state.ts';

/** Events of a client. */
export type DhcpEvent =
  /** The interface came up, or the client was switched on. */
  | { readonly kind: 'start' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A frame for the client came in (untagged or tagged, without FCS). */
  | { readonly kind: 'frame'; readonly octets: Uint8Array }
  /** The administrator wants the lease renewed, or a new one, now. */
  | { readonly kind: 'renew' }
  /** The administrator gives the address back; the client rests until `start`. */
  | { readonly kind: 'release' }
  /** Somebody else uses the address (RFC 5227). */
  | { readonly kind: 'conflict' };

/** Outcome of the lease. */
export type DhcpNews =
  | { readonly kind: 'bound' | 'renewed'; readonly lease: DhcpLease }
  /** The address must not be used any longer. */
  | {
      readonly kind: 'lost';
      readonly address: string;
      readonly reason: 'expired' | 'refused' | 'released' | 'conflict';
    }
  /** No server answered `retries` times; the client goes on trying quietly, every 5 minutes. */
  | { readonly kind: 'unanswered' };

/** Consequences of an event. */
export interface DhcpStep {
  readonly state: DhcpState;
  /** Frames to let into the VLAN, untagged, without FCS. */
  readonly send: readonly Uint8Array[];
  readonly news?: DhcpNews;
}

const SECOND = 1000;

/** Milliseconds until the first request is sent again; each further time doubles it up to the last (RFC 2131 4.1). */
const FIRST_PAUSE = 4 * SECOND;
const LAST_PAUSE = 64 * SECOND;

/** Milliseconds between the rounds of an unanswered client. */
const QUIET_PAUSE = 300 * SECOND;

/**
 * Milliseconds that a client waits after a setback before it starts over (RFC 2131 3.1 step 5), doubled with each
 * further one in a row up to `QUIET_PAUSE`, so that a server that offers what it then refuses is not asked in a circle.
 */
const SETBACK_PAUSE = 10 * SECOND;

/** Milliseconds for which an address has to have served for its end to count as the first setback again. */
const GOOD_SERVICE = 60 * SECOND;

/** Milliseconds at least between requests of a client that renews (RFC 2131 4.4.5). */
const RENEWAL_PAUSE_MINIMUM = 60 * SECOND;

/** Milliseconds at least between requests of any client: a lease of a second is no reason for a storm. */
const REQUEST_PAUSE_MINIMUM = SECOND;

/** One step of a DHCP client (RFC 2131 section 4.4). `now` is monotonic, in milliseconds. */
export function stepDhcp(settings: DhcpSettings, state: DhcpState, event: DhcpEvent, now: number): DhcpStep {
  switch (event.kind) {
    case 'start':
      return discover(settings, { ...state, began: now, attempt: 0, lease: undefined }, now);
    case 'wake':
      return now < state.wakeAt ? { state, send: [] } : woken(settings, state, now);
    case 'frame':
      return heard(settings, state, event.octets, now);
    case 'renew':
      return state.lease && state.phase !== 'requesting'
        ? renew(settings, { ...state, phase: 'renewing' }, state.lease, now)
        : discover(settings, { ...state, began: now, attempt: 0, lease: undefined }, now);
    case 'release':
      return release(settings, state);
    case 'conflict':
      return decline(settings, state, now);
  }
}

function woken(settings: DhcpSettings, state: DhcpState, now: number): DhcpStep {
  const { lease } = state;
  switch (state.phase) {
    case 'stopped':
      return { state, send: [] };
    case 'selecting':
      return discover(settings, state, now);
    case 'requesting':
      // Without an acknowledgment of the offer the client starts over; the attempts count on.
      return lease && state.attempt < settings.retries
        ? request(settings, state, lease, now)
        : discover(settings, { ...state, lease: undefined }, now);
    case 'bound':
    case 'renewing':
    case 'rebinding': {
      if (!lease) return discover(settings, state, now);
      const age = (now - lease.since) / SECOND;
      if (age >= lease.leaseTime) return expired(settings, state, lease, now);
      const phase = age >= lease.rebindingTime ? 'rebinding' : 'renewing';
      return renew(settings, { ...state, phase }, lease, now);
    }
  }
}

function heard(settings: DhcpSettings, state: DhcpState, octets: Uint8Array, now: number): DhcpStep {
  const frame = parseDhcpFrame(octets);
  const ignored = { state, send: [] };
  if (frame?.message.operation !== 'reply' || frame.message.clientMac !== settings.mac) return ignored;
  if (frame.message.transaction !== state.transaction) return ignored;
  const type = frame.message.options.get(DhcpOption.messageType)?.[0];
  const offered = leaseOf(frame, state.sentAt);
  if (state.phase === 'selecting') {
    return type === DhcpMessageType.offer && offered
      ? request(settings, { ...state, phase: 'requesting', attempt: 0 }, offered, now)
      : ignored;
  }
  const { lease } = state;
  if (!lease || (state.phase !== 'requesting' && state.phase !== 'renewing' && state.phase !== 'rebinding')) {
    return ignored;
  }
  const server = addressesOf(frame.message.options, DhcpOption.serverIdentifier)[0];
  // Other servers are asked from the rebinding time on. Transactions can be overheard, and an eavesdropper must not get
  // the address.
  if (state.phase !== 'rebinding' && server !== lease.server) return ignored;
  if (type === DhcpMessageType.nak) return refused(settings, state, lease, now);
  // The requested address is granted or refused (RFC 2131 4.3.2): another address is not a valid answer.
  if (type !== DhcpMessageType.ack || offered?.address !== lease.address) return ignored;
  const kind = state.phase === 'requesting' ? 'bound' : 'renewed';
  const wakeAt =
    offered.leaseTime === LEASE_FOR_EVER
      ? Number.POSITIVE_INFINITY
      : Math.max(now + REQUEST_PAUSE_MINIMUM, offered.since + offered.renewalTime * SECOND);
  return {
    state: {
      ...state,
      phase: 'bound',
      lease: offered,
      attempt: 0,
      wakeAt,
      setbacks: kind === 'renewed' ? 0 : state.setbacks,
    },
    send: [],
    news: { kind, lease: offered },
  };
}

/** Asks all servers for an offer; after `retries` times it says so once and goes on with long pauses. */
function discover(settings: DhcpSettings, state: DhcpState, now: number): DhcpStep {
  const random = nextRandom(state.random);
  const attempt = state.attempt + 1;
  const quiet = state.attempt >= settings.retries;
  const asking: DhcpState = {
    ...state,
    phase: 'selecting',
    random,
    // A new transaction for each round, the same one for what is sent again within it.
    transaction: state.attempt === 0 ? random : state.transaction,
    attempt,
    lease: undefined,
    sentAt: now,
    wakeAt: now + (quiet ? QUIET_PAUSE : pause(attempt, random)),
  };
  const send = [broadcastRequest(settings, asking, DhcpMessageType.discover, [], now)];
  return state.attempt === settings.retries
    ? { state: asking, send, news: { kind: 'unanswered' } }
    : { state: asking, send };
}

/** Takes the offer (RFC 2131 4.3.2, SELECTING). */
function request(settings: DhcpSettings, state: DhcpState, lease: DhcpLease, now: number): DhcpStep {
  const random = nextRandom(state.random);
  const attempt = state.attempt + 1;
  const asking = { ...state, lease, random, attempt, sentAt: now, wakeAt: now + pause(attempt, random) };
  return { state: asking, send: [broadcastRequest(settings, asking, DhcpMessageType.request, theOffer(lease), now)] };
}

/** Asks to keep the lease: its own server while renewing, all servers while rebinding (RFC 2131 4.4.5). */
function renew(settings: DhcpSettings, state: DhcpState, lease: DhcpLease, now: number): DhcpStep {
  const random = nextRandom(state.random);
  const end = lease.since + SECOND * (state.phase === 'renewing' ? lease.rebindingTime : lease.leaseTime);
  const wakeAt = Math.min(end, now + Math.max(RENEWAL_PAUSE_MINIMUM, (end - now) / 2));
  const asking = {
    ...state,
    random,
    transaction: random,
    began: now,
    sentAt: now,
    wakeAt: Math.max(now + REQUEST_PAUSE_MINIMUM, wakeAt),
  };
  const target = state.phase === 'rebinding' ? 'everyone' : 'server';
  return { state: asking, send: [requestTo(target, lease, settings, asking, DhcpMessageType.request, [], now)] };
}

/** The lease has ended: starts over. */
function expired(settings: DhcpSettings, state: DhcpState, lease: DhcpLease, now: number): DhcpStep {
  const begun = discover(settings, { ...state, began: now, attempt: 0, lease: undefined }, now);
  return { ...begun, news: { kind: 'lost', address: lease.address, reason: 'expired' } };
}

/** The server does not let the client have the address: starts over, at once the first time. */
function refused(settings: DhcpSettings, state: DhcpState, lease: DhcpLease, now: number): DhcpStep {
  const rest = resting(state, lease, now);
  const begun =
    rest.setbacks === 1 ? discover(settings, { ...state, ...rest }, now) : { state: { ...state, ...rest }, send: [] };
  // An offer that was refused was never in use.
  if (state.phase === 'requesting') return begun;
  return { ...begun, news: { kind: 'lost', address: lease.address, reason: 'refused' } };
}

/** A client after a setback: it waits, the longer the more of them there were in a row. */
function resting({ phase, setbacks: former }: DhcpState, lease: DhcpLease, now: number) {
  const served = phase !== 'requesting' && now - lease.since >= GOOD_SERVICE;
  const setbacks = served ? 1 : former + 1;
  return {
    phase: 'selecting',
    lease: undefined,
    attempt: 0,
    began: now,
    setbacks,
    wakeAt: now + Math.min(QUIET_PAUSE, SETBACK_PAUSE * 2 ** Math.max(0, setbacks - 2)),
  } as const;
}

/** Gives the address back (RFC 2131 4.4.6). */
function release(settings: DhcpSettings, state: DhcpState): DhcpStep {
  const stopped: DhcpState = {
    ...state,
    phase: 'stopped',
    lease: undefined,
    attempt: 0,
    wakeAt: Number.POSITIVE_INFINITY,
  };
  const { lease } = state;
  if (!lease || state.phase === 'requesting') return { state: stopped, send: [] };
  const random = nextRandom(state.random);
  const leaving = { ...state, random, transaction: random };
  const named = [serverIdentifier(lease)];
  return {
    state: { ...stopped, random },
    send: [requestTo('server', lease, settings, leaving, DhcpMessageType.release, named, state.began)],
    news: { kind: 'lost', address: lease.address, reason: 'released' },
  };
}

/** Declines the address because it is in use, waits, and starts over (RFC 2131 4.4.1, 4.4.4). */
function decline(settings: DhcpSettings, state: DhcpState, now: number): DhcpStep {
  const { lease } = state;
  if (!lease || state.phase === 'requesting') return { state, send: [] };
  const random = nextRandom(state.random);
  const waiting: DhcpState = {
    ...state,
    random,
    transaction: random,
    ...resting(state, lease, now),
  };
  return {
    state: waiting,
    send: [broadcastRequest(settings, waiting, DhcpMessageType.decline, theOffer(lease), now)],
    news: { kind: 'lost', address: lease.address, reason: 'conflict' },
  };
}

/** 4, 8, 16, 32, 64 s, each with up to a second more or less, so that clients do not ask in step (RFC 2131 4.1). */
function pause(attempt: number, random: number): number {
  return Math.min(LAST_PAUSE, FIRST_PAUSE * 2 ** (attempt - 1)) + (random % (2 * SECOND)) - SECOND;
}
