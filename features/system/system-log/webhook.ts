import { createHmac, randomUUID } from 'node:crypto';
import type { ClientRequest } from 'node:http';
import { isIP } from 'node:net';
import type { Cancel, Clock } from '../../../datapath/clock.ts';
import { WebhookStatus } from './webhook-objects.ts';
import { noFigures, type WebhookFigures } from './webhook-state.ts';

/** Events that wait for a receiver at most; then the oldest is dropped for each new one. */
export const QUEUE_MAXIMUM = 128;

/** Attempts for one event before it is dropped, and the shortest and longest pause between two. */
export const ATTEMPTS = 8;
const SHORTEST = 1_000;
const LONGEST = 64_000;

/** Milliseconds in which a receiver has to answer. */
const PATIENCE = 10_000;

/** What a webhook is configured to. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  /** Certificate authorities in PEM; "" for the public ones. */
  readonly authority: string;
}

/** One event, as it is sent. */
export interface WebhookEvent {
  /** Identifier of its kind. */
  readonly id: string;
  /** Everything that the body says of it, but how many events before it were dropped. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a webhook needs and reports. */
export interface WebhookSurroundings {
  readonly clock: Clock;
  /** Milliseconds since 1970, for the receiver to refuse old requests that come again. */
  readonly wallTime: () => number;
  readonly resolve: (host: string) => Promise<readonly string[]>;
  /** Whether events may go to this address. */
  readonly isPermitted: (address: string) => boolean;
  readonly changed: (figures: WebhookFigures) => void;
}

/** Result of one attempt: 0 where the receiver did not answer. */
interface Outcome {
  readonly status: WebhookFigures['status'];
  readonly code: number;
}

/**
 * Sends events to one receiver, one request each, in order: HTTPS, POST, JSON, signed. An attempt that may succeed later is repeated
 * with growing pauses. Nothing is logged, as that would be the next event: `changed` reports how it is doing.
 */
export class Webhook {
  readonly #target: WebhookTarget;
  readonly #around: WebhookSurroundings;
  readonly #queue: (WebhookEvent & { readonly delivery: string })[] = [];
  #figures = noFigures;
  /** Dropped, and not reported to the receiver yet. */
  #untold = 0;
  #attempts = 0;
  #isBusy = false;
  #isClosed = false;
  #request: ClientRequest | undefined;
  #cancel: Cancel = () => {};

  constructor(target: WebhookTarget, around: WebhookSurroundings) {
    this.#target = target;
    this.#around = around;
  }

  /** Sends an event, behind those that wait. */
  send(event: WebhookEvent): void {
    // The first one may be on its way.
    if (this.#queue.length >= QUEUE_MAXIMUM) this.#drop(1);
    this.#queue.push({ ...event, delivery: randomUUID() });
    if (!this.#isBusy) void this.#work();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
    this.#request?.destroy();
  }

  #drop(at: number): void {
    this.#queue.splice(at, 1);
    this.#untold += 1;
    this.#report({ dropped: this.#figures.dropped + 1 });
  }

  #report(news: Partial<WebhookFigures>): void {
    this.#figures = { ...this.#figures, ...news };
    if (!this.#isClosed) this.#around.changed(this.#figures);
  }

  async #work(): Promise<void> {
    const [next] = this.#queue;
    if (!next || this.#isClosed) {
      this.#isBusy = false;
      return;
    }
    this.#isBusy = true;
    const told = this.#untold;
    const outcome = await this.#attempt(next, told);
    if (this.#isClosed) return;
    this.#attempts += 1;
    const isDone = outcome.status === WebhookStatus.delivered;
    if (isDone) {
      this.#untold -= told;
      this.#queue.shift();
      this.#attempts = 0;
    }
    this.#report({ ...outcome, ...(isDone && { sent: this.#figures.sent + 1 }) });
    const isOver = !isDone && (isFinal(outcome) || this.#attempts >= ATTEMPTS);
    if (isOver) {
      this.#drop(0);
      this.#attempts = 0;
    }
    if (isDone) void this.#work();
    else this.#cancel = this.#around.clock.after(pauseAfter(this.#attempts), () => void this.#work());
  }

  async #attempt(event: WebhookEvent & { readonly delivery: string }, dropped: number): Promise<Outcome> {
    const { resolve, isPermitted } = this.#around;
    try {
      // One that leads nowhere may come from a restored file.
      const url = new URL(this.#target.url);
      const host = url.hostname.replace(/^\[|\]$/g, '');
      const [address] = isIP(host) === 0 ? await resolve(host) : [host];
      if (address === undefined) return { status: WebhookStatus.unreachable, code: 0 };
      // Of the very address that is connected to: a name may lead elsewhere the next time.
      if (!isPermitted(address)) return { status: WebhookStatus.forbidden, code: 0 };
      const code = await this.#post(url, host, address, event, JSON.stringify({ ...event.body, dropped }));
      return { status: code >= 200 && code < 300 ? WebhookStatus.delivered : WebhookStatus.refused, code };
    } catch (error) {
      return { status: isDistrust(error) ? WebhookStatus.untrusted : WebhookStatus.unreachable, code: 0 };
    }
  }

  async #post(
    url: URL,
    host: string,
    address: string,
    { id, delivery }: WebhookEvent & { readonly delivery: string },
    body: string,
  ): Promise<number> {
    const { clock, wallTime } = this.#around;
    const { secret, authority } = this.#target;
    const time = String(Math.floor(wallTime() / 1000));
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    // The libraries are loaded where a webhook needs them.
    const [{ request }, { trustOf }] = await Promise.all([import('node:https'), import('./trust.ts')]);
    return new Promise((resolve, reject) => {
      const sent = request({
        ...trustOf(host, authority),
        host: address,
        port: url.port === '' ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method: 'POST',
        agent: false,
        headers: {
          host: url.host,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Faceplate',
          'x-faceplate-event': id,
          'x-faceplate-delivery': delivery,
          'x-faceplate-timestamp': time,
          'x-faceplate-signature': `sha256=${signature}`,
        },
      });
      this.#request = sent;
      const cancel = clock.after(PATIENCE, () => sent.destroy(new Error('no answer')));
      sent.on('response', ({ statusCode = 0 }) => {
        cancel();
        resolve(statusCode);
        // The answer's body is of no use, and may have no end.
        sent.destroy();
      });
      sent.on('error', (error) => {
        cancel();
        reject(error);
      });
      sent.end(body);
    });
  }
}

/** Whether the same request would be refused again. A receiver that is overloaded or slow says so (RFC 9110, RFC 6585). */
function isFinal({ status, code }: Outcome): boolean {
  return status === WebhookStatus.refused && code < 500 && code !== 408 && code !== 429;
}

function pauseAfter(attempts: number): number {
  return attempts === 0 ? SHORTEST : Math.min(LONGEST, SHORTEST * 2 ** (attempts - 1));
}

/** Codes of Node.js for certificates that are not accepted: OpenSSL's reasons, and a name that is not in it. */
function isDistrust(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /CERT|ALTNAME|SELF_SIGNED|ERR_TLS|UNABLE_TO/.test(code);
}
