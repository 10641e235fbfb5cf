import { Dhcpv6Type } from './message.ts';

const SECOND = 1000;

/** How a message is sent again (RFC 8415 15): milliseconds, 0 for no end. */
interface Timing {
  readonly initial: number;
  readonly maximum: number;
  /** Times at most. */
  readonly count: number;
  /** In all. */
  readonly duration: number;
}

/** By message type (RFC 8415 7.6). */
const timings: ReadonlyMap<number, Timing> = new Map([
  [Dhcpv6Type.solicit, { initial: SECOND, maximum: 3600 * SECOND, count: 0, duration: 0 }],
  [Dhcpv6Type.request, { initial: SECOND, maximum: 30 * SECOND, count: 10, duration: 0 }],
  [Dhcpv6Type.confirm, { initial: SECOND, maximum: 4 * SECOND, count: 0, duration: 10 * SECOND }],
  [Dhcpv6Type.renew, { initial: 10 * SECOND, maximum: 600 * SECOND, count: 0, duration: 0 }],
  [Dhcpv6Type.rebind, { initial: 10 * SECOND, maximum: 600 * SECOND, count: 0, duration: 0 }],
  [Dhcpv6Type.release, { initial: SECOND, maximum: 0, count: 1, duration: 0 }],
  [Dhcpv6Type.decline, { initial: SECOND, maximum: 0, count: 4, duration: 0 }],
]);

/** The longest pause between solicitations that a server may ask for, and the shortest (RFC 8415 21.24). */
const SOLICIT_BOUNDS = { least: 60 * SECOND, most: 86_400 * SECOND };

/** A message and its answer, under way. */
export interface Exchange {
  readonly type: number;
  /** 24 bits. */
  readonly transaction: number;
  /** Monotonic milliseconds at which it was sent first. */
  readonly began: number;
  /** Times that it was sent. */
  readonly sent: number;
  /** The present pause, and when it ends: monotonic milliseconds. */
  readonly pause: number;
  readonly dueAt: number;
}

/** An exchange whose first message leaves after `delay` milliseconds. */
export function newExchange(type: number, random: number, now: number, delay = 0): Exchange {
  return { type, transaction: random & 0xff_ffff, began: now + delay, sent: 0, pause: 0, dueAt: now + delay };
}

/** The server's limit of pauses between solicitations, in milliseconds; undefined if it is invalid. */
export function solicitMaximum(seconds: number): number | undefined {
  const asked = seconds * SECOND;
  return asked >= SOLICIT_BOUNDS.least && asked <= SOLICIT_BOUNDS.most ? asked : undefined;
}

/** Whether there was no answer within the time or number of attempts allowed. */
export function isOver({ type, sent, began }: Exchange, now: number): boolean {
  const timing = timings.get(type);
  if (!timing) return true;
  return (timing.count > 0 && sent >= timing.count) || (timing.duration > 0 && now - began >= timing.duration);
}

/**
 * The exchange once its message was sent, again or for the first time (RFC 8415 15). `random` makes the pause a tenth longer or
 * shorter, so that clients do not speak in step; the first one of a solicitation is never shorter (18.2.1). `maximum` is the
 * longest pause, where a server said another than usual.
 */
export function sentOnce(exchange: Exchange, random: number, now: number, maximum?: number): Exchange {
  const timing = timings.get(exchange.type);
  if (!timing) return exchange;
  const longest = maximum ?? timing.maximum;
  const isFirst = exchange.sent === 0;
  const share = (random % 2001) / 10_000 - 0.1;
  const tenth = isFirst && exchange.type === Dhcpv6Type.solicit ? Math.abs(share) + 0.001 : share;
  const doubled = isFirst ? timing.initial * (1 + tenth) : exchange.pause * (2 + tenth);
  const pause = longest > 0 && doubled > longest ? longest * (1 + tenth) : doubled;
  const end = timing.duration > 0 ? exchange.began + timing.duration : Number.POSITIVE_INFINITY;
  return { ...exchange, sent: exchange.sent + 1, pause, dueAt: Math.min(end, now + pause) };
}
