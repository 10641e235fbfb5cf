/** Why the switch is not connected (docs/specification/system.md, "Wizard > cloud login failure"). */
export const CloudError = {
  none: 0,
  noAddress: 1,
  dnsFailed: 2,
  unreachable: 3,
  tlsFailed: 4,
  clockWrong: 5,
  badAccount: 6,
  alreadyClaimed: 7,
  timedOut: 8,
  /** The switch has not been claimed yet: no failure, it keeps asking. */
  unclaimed: 9,
} as const;

export type CloudErrorCode = (typeof CloudError)[keyof typeof CloudError];

/** `systemCloudConnectState` (docs/specification/product.md 4). */
export const ConnectState = { fail: 0, connecting: 1, success: 2, disconnected: 3 } as const;

export type ConnectStateValue = (typeof ConnectState)[keyof typeof ConnectState];

/** State of the connection to the cloud. Times are milliseconds of the clock that `step` is given. */
export interface Standing {
  readonly enabled: boolean;
  /** `closed` until `attemptAt`; `open` once the first comparison is done. */
  readonly line: 'closed' | 'opening' | 'open';
  /** When to try again, while the line is closed and that is wanted. */
  readonly attemptAt: number | undefined;
  /** Failed attempts since the line was open last, and when the first of them was. */
  readonly failures: number;
  /** Those of them since something may have got better: the pause before the next attempt grows with them. */
  readonly failuresSince: number;
  readonly failingSince: number | undefined;
  /** The cloud refused what the switch shows: no further attempt will be better until something is changed. */
  readonly refused: boolean;
  /** When a line that was open broke; undefined where none did. */
  readonly silentSince: number | undefined;
  readonly error: CloudErrorCode;
}

/** Events of the connection to the cloud. */
export type CloudEvent =
  /** The administrator wants it, or wants it with other credentials. */
  | { readonly kind: 'enable' }
  | { readonly kind: 'disable' }
  | { readonly kind: 'attempt' }
  | { readonly kind: 'opened' }
  /** A port has a link from now on, which may lead to the cloud. */
  | { readonly kind: 'linkUp' }
  /** Another line at once: in the place of the one that is open, or since what was in the way may be gone. */
  | { readonly kind: 'renew' }
  /** The line ended; a cloud that restarts says within how many milliseconds its switches may come back. */
  | { readonly kind: 'closed'; readonly spread?: number }
  | { readonly kind: 'failed'; readonly error: CloudErrorCode };

/** A switch that is managed locally. */
export const offLine: Standing = {
  enabled: false,
  line: 'closed',
  attemptAt: undefined,
  failures: 0,
  failuresSince: 0,
  failingSince: undefined,
  refused: false,
  silentSince: undefined,
  error: CloudError.none,
};

/** Shortest and longest pause between two attempts. */
const SHORTEST = 1_000;
const LONGEST = 300_000;
/** After a link came up: what it leads to has to forward first, and a whole fleet may come back at the same moment. */
const LONGEST_LINKED = 5_000;
/** While somebody is about to claim the switch he waits for it. */
const LONGEST_UNCLAIMED = 15_000;

/** A line that broke counts as there for this long, then as disconnected, then as failed. */
const SILENCE = 10_000;
const GIVEN_UP = 600_000;

/** Failed attempts, and the time that they have to take, until it is a failure. */
const FAILURES = 3;
const FAILING = 30_000;

/** No attempt helps against these. */
const refusals: ReadonlySet<CloudErrorCode> = new Set([CloudError.badAccount, CloudError.alreadyClaimed]);

/**
 * The state after an event. Pure: `now` in milliseconds of a clock that never goes back, `random` from 0 up to 1
 * spreads the attempts of many switches (full jitter, docs/specification/cloud.md 3).
 */
export function step(standing: Standing, event: CloudEvent, now: number, random: number): Standing {
  switch (event.kind) {
    case 'enable':
      return { ...offLine, enabled: true, attemptAt: now };
    case 'disable':
      // The last error is kept.
      return { ...offLine, error: standing.error };
    case 'attempt':
      return standing.enabled ? { ...standing, line: 'opening', attemptAt: undefined } : standing;
    case 'opened':
      return standing.enabled ? { ...offLine, enabled: true, line: 'open' } : standing;
    case 'linkUp':
      return linkUp(standing, now, random);
    case 'renew':
      if (!standing.enabled) return standing;
      return {
        ...standing,
        line: 'closed',
        attemptAt: now,
        failuresSince: 0,
        silentSince: standing.line === 'open' ? now : standing.silentSince,
      };
    case 'closed':
      return closed(standing, event.spread, now, random);
    case 'failed':
      return failed(standing, event.error, now, random);
  }
}

function closed(standing: Standing, spread: number | undefined, now: number, random: number): Standing {
  if (!standing.enabled || standing.line === 'closed') return standing;
  const pause = spread === undefined ? random * SHORTEST : random * Math.min(Math.max(spread, 0), LONGEST);
  const silentSince = standing.line === 'open' ? now : standing.silentSince;
  return { ...standing, line: 'closed', attemptAt: now + pause, silentSince };
}

function linkUp(standing: Standing, now: number, random: number): Standing {
  if (standing.line === 'opening') return { ...standing, failuresSince: 0 };
  // Nothing is to be tried: it is off, open, or refused.
  if (standing.attemptAt === undefined) return standing;
  const attemptAt = Math.min(standing.attemptAt, now + pauseUpTo(LONGEST_LINKED, random));
  return { ...standing, attemptAt, failuresSince: 0 };
}

/** Milliseconds, `random` between the shortest pause and this one. */
function pauseUpTo(longest: number, random: number): number {
  return SHORTEST + random * (longest - SHORTEST);
}

function failed(standing: Standing, error: CloudErrorCode, now: number, random: number): Standing {
  if (!standing.enabled || standing.line === 'open') return standing;
  if (error === CloudError.unclaimed) {
    // The cloud answers, so nothing fails: it only does not know the switch yet.
    const attemptAt = now + pauseUpTo(LONGEST_UNCLAIMED, random);
    return { ...standing, line: 'closed', error, failures: 0, failuresSince: 0, failingSince: undefined, attemptAt };
  }
  const failures = standing.failures + 1;
  const refused = refusals.has(error);
  const failuresSince = standing.failuresSince + 1;
  const longest = Math.min(LONGEST, SHORTEST * 2 ** Math.min(failuresSince, 16));
  return {
    ...standing,
    line: 'closed',
    error,
    failures,
    failuresSince,
    failingSince: standing.failingSince ?? now,
    refused,
    attemptAt: refused ? undefined : now + Math.max(SHORTEST, random * longest),
  };
}

/** The displayed state at this moment. */
export function connectState(standing: Standing, now: number): ConnectStateValue {
  const { enabled, line, refused, silentSince, failures, failingSince } = standing;
  if (!enabled) return ConnectState.disconnected;
  if (line === 'open') return ConnectState.success;
  if (refused) return ConnectState.fail;
  if (silentSince !== undefined) {
    if (now - silentSince < SILENCE) return ConnectState.success;
    return now - silentSince < GIVEN_UP ? ConnectState.disconnected : ConnectState.fail;
  }
  const isFailing = failures >= FAILURES && failingSince !== undefined && now - failingSince >= FAILING;
  return isFailing ? ConnectState.fail : ConnectState.connecting;
}

/** When `connectState` may change merely with time, or an attempt is due; undefined if neither will be. */
export function nextMoment(standing: Standing, now: number): number | undefined {
  const { attemptAt, silentSince, failingSince, failures } = standing;
  const moments = [
    attemptAt,
    ...(silentSince === undefined ? [] : [silentSince + SILENCE, silentSince + GIVEN_UP].filter((at) => at > now)),
    ...(failingSince === undefined || failures < FAILURES ? [] : [failingSince + FAILING].filter((at) => at > now)),
  ].filter((at) => at !== undefined);
  return moments.length > 0 ? Math.min(...moments) : undefined;
}
