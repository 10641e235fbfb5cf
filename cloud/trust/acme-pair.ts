import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { wordsOfError } from '../../model/values/error-words.ts';
import { isRecord } from '../../model/values/json-record.ts';
import type { AcmeKeeping } from './acme-keeping.ts';
import type { AcmeOptions, orderCertificate } from './acme-order.ts';
import { newPrivateKey } from './new-private-key.ts';

/** The part of its life after which a certificate is renewed. */
const RENEWAL = 2 / 3;
/** Milliseconds after an order that failed: authorities allow five an hour. They double up to the longest. */
const FIRST_PAUSE = 15 * 60_000;
const LONGEST_PAUSE = 12 * 3_600_000;

/** What is kept of one authority. */
interface Kept {
  readonly directory: string;
  /** PEM. */
  readonly accountKey: string;
  /** Those of the pair. */
  readonly names: readonly string[];
  /** Undefined until the first order was filled. */
  readonly pair: KeyPair | undefined;
}

/** Dependencies of a certificate that an authority gives by ACME. */
interface AcmeSurroundings {
  readonly keeping: AcmeKeeping;
  readonly options: AcmeOptions;
  /** Host names of the certificate. */
  readonly names: readonly [string, ...string[]];
  readonly clock: Pick<Clock, 'now'>;
  readonly wallClock: Pick<WallClock, 'now'>;
  readonly order: typeof orderCertificate;
  /** Another certificate is to be used from now on; `isOwn` if this process ordered it. */
  obtained(pair: KeyPair, isOwn: boolean): void;
  /** Why an order failed; the present certificate stays in use. */
  failed(reason: string): void;
}

/** The certificate of a server that a public authority gives by ACME, and its renewal. */
export class AcmePair {
  readonly #around: AcmeSurroundings;
  #kept: Kept | undefined;
  #looking: Promise<void> | undefined;
  #pause = FIRST_PAUSE;
  /** When the next order may be made, by the clock that is never set. */
  #next = Number.NEGATIVE_INFINITY;

  private constructor(around: AcmeSurroundings, kept: Kept | undefined) {
    this.#around = around;
    this.#kept = kept;
  }

  /** With what is kept of this authority. */
  static async open(around: AcmeSurroundings): Promise<AcmePair> {
    return new AcmePair(around, await keptOf(around));
  }

  /** Undefined until an authority has given one. */
  get pair(): KeyPair | undefined {
    return this.#kept?.pair;
  }

  /** Takes what another process obtained, and renews the certificate if that is due. Resolves when an order is over; never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#followAndRenew().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async #followAndRenew(): Promise<void> {
    try {
      await this.#follow();
      if (!this.#isDue() || this.#around.clock.now() < this.#next) return;
      // Until after the next order of this process, should this one fail: others would repeat it at once.
      if (!(await this.#around.keeping.takeTurn(this.#pause + FIRST_PAUSE))) return;
      await this.#follow();
    } catch {
      // The store is away; the next look finds it again.
      return;
    }
    if (this.#isDue()) await this.#renew();
  }

  /** Other processes may have opened the account, or renewed the certificate. */
  async #follow(): Promise<void> {
    if (!this.#around.keeping.isShared) return;
    const kept = await keptOf(this.#around);
    if (!kept) return;
    const isNew = kept.pair !== undefined && kept.pair.certificate !== this.#kept?.pair?.certificate;
    this.#kept = kept;
    if (isNew && kept.pair) this.#around.obtained(kept.pair, false);
  }

  #isDue(): boolean {
    const { names, wallClock } = this.#around;
    const kept = this.#kept;
    if (kept?.pair === undefined || kept.names.join() !== names.join()) return true;
    const { validFrom, validTo } = new X509Certificate(kept.pair.certificate);
    const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
    return wallClock.now() >= from + (to - from) * RENEWAL;
  }

  async #renew(): Promise<void> {
    const { options, names, order, clock, keeping, obtained, failed } = this.#around;
    const { directory } = options;
    try {
      // Kept first: the authority limits how many accounts are opened.
      if (!this.#kept) await this.#keep({ directory, accountKey: newPrivateKey(), names, pair: undefined });
      const { accountKey = newPrivateKey() } = this.#kept ?? {};
      const pair = await order({ options, names, accountKey, answers: () => keeping.answers() });
      if (!new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key))) {
        throw new Error('The certificate does not belong to the key that it was ordered for');
      }
      obtained(pair, true);
      this.#pause = FIRST_PAUSE;
      await this.#keep({ directory, accountKey, names, pair });
    } catch (error) {
      this.#next = clock.now() + this.#pause;
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
      failed(reasonOf(error));
    }
  }

  async #keep(kept: Kept): Promise<void> {
    this.#kept = kept;
    await this.#around.keeping.write(JSON.stringify(kept));
  }
}

/** One line, as a part of a sentence; the authority's words may be several. */
function reasonOf(error: unknown): string {
  const text = wordsOfError(error);
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 300);
}

async function keptOf({ keeping, options }: AcmeSurroundings): Promise<Kept | undefined> {
  const text = await keeping.read();
  const kept = text === undefined ? undefined : readKept(text);
  return kept?.directory === options.directory ? kept : undefined;
}

function readKept(body: string): Kept | undefined {
  const json: unknown = JSON.parse(body);
  if (!isRecord(json)) return undefined;
  const { directory, accountKey, names, pair } = json;
  if (typeof directory !== 'string' || typeof accountKey !== 'string' || !Array.isArray(names)) return undefined;
  return {
    directory,
    accountKey,
    names: names.map(String),
    pair: isRecord(pair) ? { certificate: String(pair.certificate), key: String(pair.key) } : undefined,
  };
}
