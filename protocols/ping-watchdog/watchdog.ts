/** How one host is watched. Times are in milliseconds. */
export interface WatchSettings {
  /** From one request to the next while the host answers. */
  readonly interval: number;
  /** Requests that stay unanswered one after the other, beside the first, before something is done. */
  readonly retries: number;
  /** Nothing is asked for so long after the watch began, and after what was done to the port is over. */
  readonly startDelay: number;
  /** How long what is done to the port lasts. */
  readonly offTime: number;
  /** How often something is done while the host stays silent; 0 without limit. */
  readonly mostActions: number;
}

/** State of a watched host. */
export interface Watch {
  readonly status: 'starting' | 'alive' | 'failing' | 'acted' | 'gaveUp';
  /** It has answered since the watch began: nothing is done before. */
  readonly hasAnswered: boolean;
  /** Requests that stayed unanswered since its last answer, or since something was done. */
  readonly fails: number;
  /** How often something was done since its last answer. */
  readonly actionsInRow: number;
  /** When the next request is sent; infinite while one is under way. */
  readonly askAt: number;
  /** When what was done to the port is over; infinite where nothing is. */
  readonly restoreAt: number;
}

/** Events of a watch: time passes, or a request is answered or given up. */
export type WatchEvent = 'time' | 'reply' | 'silence';

/** Actions for it. */
export type WatchOrder = 'ask' | 'act' | 'restore' | 'giveUp' | 'returned';

/** Milliseconds between two requests to a host that is silent. */
const RETRY = 1_000;

/** A watch that begins at `now`. */
export function beginWatch(settings: WatchSettings, now: number): Watch {
  const askAt = now + settings.startDelay;
  return { status: 'starting', hasAnswered: false, fails: 0, actionsInRow: 0, askAt, restoreAt: Infinity };
}

/**
 * Watches one host: a request each interval, on silence one each second up to the retries, then something is done, and it
 * starts over. Nothing is done before the host answered once, nor more often in a row than is allowed. `mayAct` says whether
 * something can be done now; where it may not, it is tried again with each request. Pure.
 */
export function stepWatch(
  settings: WatchSettings,
  watch: Watch,
  event: WatchEvent,
  now: number,
  mayAct: boolean,
): { readonly watch: Watch; readonly orders: readonly WatchOrder[] } {
  if (event === 'time') return passTime(watch, now);
  const next = now + settings.interval;
  if (event === 'reply') {
    const isBack = watch.fails > settings.retries || watch.actionsInRow > 0;
    return {
      watch: { ...watch, status: 'alive', hasAnswered: true, fails: 0, actionsInRow: 0, askAt: next },
      orders: isBack ? ['returned'] : [],
    };
  }
  const fails = watch.fails + 1;
  if (!watch.hasAnswered) return { watch: { ...watch, fails, askAt: next }, orders: [] };
  if (watch.status === 'gaveUp') return { watch: { ...watch, fails, askAt: next }, orders: [] };
  if (fails <= settings.retries)
    return { watch: { ...watch, status: 'failing', fails, askAt: now + RETRY }, orders: [] };
  if (settings.mostActions > 0 && watch.actionsInRow >= settings.mostActions) {
    return { watch: { ...watch, status: 'gaveUp', fails, askAt: next }, orders: ['giveUp'] };
  }
  if (!mayAct) return { watch: { ...watch, status: 'failing', fails, askAt: next }, orders: [] };
  const restoreAt = now + settings.offTime;
  return {
    watch: {
      ...watch,
      status: 'acted',
      fails: 0,
      actionsInRow: watch.actionsInRow + 1,
      askAt: restoreAt + settings.startDelay,
      restoreAt,
    },
    orders: ['act'],
  };
}

function passTime(watch: Watch, now: number): { readonly watch: Watch; readonly orders: readonly WatchOrder[] } {
  if (now >= watch.restoreAt) return { watch: { ...watch, restoreAt: Infinity }, orders: ['restore'] };
  if (now >= watch.askAt) return { watch: { ...watch, askAt: Infinity }, orders: ['ask'] };
  return { watch, orders: [] };
}

/** When a watch has to be called next. */
export function wakeOf({ askAt, restoreAt }: Watch): number {
  return Math.min(askAt, restoreAt);
}
