import { type Message, type MessageValue, say } from '../../model/values/message.ts';
import { measureSntp, type SntpRequest } from './measurement.ts';
import { buildSntpRequest } from './packet.ts';

/** The administrator's settings. */
export interface SntpSettings {
  /** In order of preference; the next one is asked when the one before does not answer. */
  readonly servers: readonly string[];
  /** Milliseconds between polls; not under 15 s (RFC 4330 section 10). */
  readonly pollInterval: number;
}

/** Monotonic and calendar time of an event, in milliseconds. */
export interface Moment {
  readonly monotonic: number;
  /** Since 1970, by the clock that is to be set. */
  readonly wall: number;
}

/** Events of a client. */
export type SntpEvent =
  /** The settings are new, or the administrator wants it now. */
  | { readonly kind: 'start' }
  /** `wakeAt` has come. */
  | { readonly kind: 'wake' }
  /** A datagram came from `server`. */
  | { readonly kind: 'datagram'; readonly server: string; readonly octets: Uint8Array }
  /** `server` cannot be reached at all; `reason` says in one sentence why, where more is known. */
  | { readonly kind: 'unreachable'; readonly server: string; readonly reason?: MessageValue };

/** State of the client; opaque to everything but the client. */
export interface SntpState {
  /** Monotonic milliseconds at which to send `wake`. */
  readonly wakeAt: number;
  readonly asked?: SntpRequest & { readonly server: string; readonly attempt: number };
  /** How many times the poll interval is waited: more after each RATE, once again after an answer. */
  readonly patience: number;
  /** Rounds in a row in which no server gave the time. */
  readonly failures: number;
  /** Servers that refused for good (DENY, RSTR) since the settings changed. */
  readonly denied: ReadonlySet<string>;
  /** A server gave the time since `start`. */
  readonly isSynced: boolean;
  /** A difference that is too large to be accepted at once, and how often in a row it was reported. */
  readonly doubted?: { readonly offset: number; readonly times: number };
}

/** Actions, and the state afterwards. */
export interface SntpStep {
  readonly state: SntpState;
  readonly send?: { readonly server: string; readonly octets: Uint8Array };
  /** The clock is off by `offset` milliseconds. */
  readonly adjust?: {
    readonly offset: number;
    readonly delay: number;
    readonly server: string;
    readonly stratum: number;
  };
  /** A sentence for the log, at level warning. */
  readonly warning?: Message;
}

/** Milliseconds that a server has for its answer. */
const ANSWER_TIME = 5_000;

/** Requests to one server before the next one is asked. */
const ATTEMPTS = 3;

/** Milliseconds until the next round after the first one that failed; each further failure doubles it. */
const RETRY_TIME = 64_000;

/** RATE makes the pause up to this many poll intervals long. */
const PATIENCE_MAXIMUM = 8;

/**
 * Milliseconds by which a clock that was right cannot be wrong (the panic threshold of ntpd). Answers are not
 * authenticated: a forged one must not move the calendar, so a larger difference is accepted when it was reported this
 * often in a row.
 */
const INCREDIBLE = 1_000_000;
const TELLINGS = 3;

/** Milliseconds that two tellings of the same difference may be apart. */
const AGREEMENT = 10_000;

/** A client that has not begun; its first event is `start`. */
export const idleSntp: SntpState = {
  wakeAt: Number.POSITIVE_INFINITY,
  patience: 1,
  failures: 0,
  denied: new Set(),
  isSynced: false,
};

/**
 * One step of an SNTP client (RFC 4330): it asks the servers in their order, three times each, takes the first time that it
 * gets, and polls again after the interval; a round without an answer is tried again after 64 s, 128 s and so on.
 * @param cookie eight unpredictable octets, used where a request is sent.
 */
export function stepSntp(
  settings: SntpSettings,
  state: SntpState,
  event: SntpEvent,
  now: Moment,
  cookie: Uint8Array,
): SntpStep {
  if (event.kind === 'start') return ask(settings, { ...idleSntp }, settings.servers[0], 1, now, cookie);
  const { asked } = state;
  if (event.kind === 'datagram') {
    return asked?.server === event.server ? heard(settings, state, asked, event.octets, now, cookie) : { state };
  }
  if (event.kind === 'unreachable') {
    if (asked?.server !== event.server) return { state };
    return next(settings, state, asked.server, now, cookie, unreachable(event));
  }
  if (now.monotonic < state.wakeAt) return { state };
  if (!asked) return ask(settings, state, firstServer(settings, state), 1, now, cookie);
  if (asked.attempt < ATTEMPTS) return ask(settings, state, asked.server, asked.attempt + 1, now, cookie);
  return next(
    settings,
    state,
    asked.server,
    now,
    cookie,
    say('Time server {{server}} does not respond.', { server: asked.server }),
  );
}

function unreachable({ server, reason }: Extract<SntpEvent, { kind: 'unreachable' }>): Message {
  return reason === undefined
    ? say('Time server {{server}} is unreachable.', { server })
    : say('Time server {{server}}: {{reason}}', { server, reason });
}

function heard(
  settings: SntpSettings,
  state: SntpState,
  asked: NonNullable<SntpState['asked']>,
  octets: Uint8Array,
  now: Moment,
  cookie: Uint8Array,
): SntpStep {
  const measured = measureSntp(asked, octets, now.wall);
  if (!measured) return { state };
  const { server } = asked;
  if (measured.kind === 'time') {
    const { offset, delay, stratum } = measured;
    const { denied } = state;
    if (state.isSynced && Math.abs(offset) > INCREDIBLE) {
      const { offset: former, times: told } = state.doubted ?? { offset, times: 0 };
      const times = Math.abs(offset - former) <= AGREEMENT ? told + 1 : 1;
      if (times < TELLINGS) return doubting({ ...state, doubted: { offset, times } }, server, now);
    }
    const wakeAt = now.monotonic + settings.pollInterval;
    return {
      state: { wakeAt, patience: 1, failures: 0, denied, isSynced: true },
      adjust: { offset, delay, server, stratum },
    };
  }
  if (measured.kind === 'unusable') {
    return next(
      settings,
      state,
      server,
      now,
      cookie,
      say('Time server {{server}} cannot be used: {{reason}}.', { server, reason: measured.reason }),
    );
  }
  if (measured.code === 'DENY' || measured.code === 'RSTR') {
    const denied = { ...state, denied: new Set(state.denied).add(server) };
    return next(
      settings,
      denied,
      server,
      now,
      cookie,
      say('Time server {{server}} refuses to serve this device.', { server }),
    );
  }
  const slower = { ...state, patience: Math.min(PATIENCE_MAXIMUM, state.patience * 2) };
  return next(settings, slower, server, now, cookie, say('Time server {{server}} requests fewer queries.', { server }));
}

/** Asks again soon, before such a difference is believed. */
function doubting({ asked: _answered, ...state }: SntpState, server: string, now: Moment): SntpStep {
  return {
    state: { ...state, patience: 1, failures: 0, wakeAt: now.monotonic + RETRY_TIME },
    warning: say('Time server {{server}} returns a time far from the previous one; it is queried again first.', {
      server,
    }),
  };
}

/** Asks the server behind `last`, or rests where there is none. */
function next(
  settings: SntpSettings,
  state: SntpState,
  last: string,
  now: Moment,
  cookie: Uint8Array,
  warning: Message,
): SntpStep {
  const behind = settings.servers.slice(settings.servers.indexOf(last) + 1);
  const server = behind.find((candidate) => !state.denied.has(candidate));
  return { ...ask(settings, state, server, 1, now, cookie), warning };
}

function firstServer(settings: SntpSettings, state: SntpState): string | undefined {
  return settings.servers.find((server) => !state.denied.has(server));
}

function ask(
  settings: SntpSettings,
  state: SntpState,
  server: string | undefined,
  attempt: number,
  now: Moment,
  cookie: Uint8Array,
): SntpStep {
  if (server === undefined) return rest(settings, state, now);
  return {
    state: {
      ...state,
      wakeAt: now.monotonic + ANSWER_TIME,
      asked: { server, attempt, cookie: cookie.slice(), sentAt: now.wall },
    },
    send: { server, octets: buildSntpRequest(cookie) },
  };
}

/** No server gave the time: tries again sooner than the next poll, unless a server asked for patience. */
function rest({ pollInterval }: SntpSettings, { asked: _left, ...state }: SntpState, now: Moment): SntpStep {
  const { patience, failures } = state;
  const pause = patience > 1 ? pollInterval * patience : Math.min(pollInterval, RETRY_TIME * 2 ** failures);
  return { state: { ...state, failures: failures + 1, wakeAt: now.monotonic + pause } };
}
