import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Clock } from '../../datapath/clock.ts';
import type { KeyPair } from '../../device/console-settings.ts';
import { readCheckedFile, writeCheckedFile } from '../../device/flash/checked-file.ts';
import type { FlashFiles } from '../../device/flash/flash-files.ts';
import type { WallClock } from '../../device/wall-clock.ts';
import { isRecord } from '../../model/values/json-record.ts';
import type { AcmeOptions, orderCertificate } from './acme-order.ts';
import { newPrivateKey } from './new-private-key.ts';

const FORMAT = 'faceplate-cloud-acme';

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
  readonly files: FlashFiles;
  /** The file that account, certificate and keys are kept in. */
  readonly path: string;
  readonly options: AcmeOptions;
  /** Host names of the certificate. */
  readonly names: readonly [string, ...string[]];
  readonly clock: Pick<Clock, 'now'>;
  readonly wallClock: Pick<WallClock, 'now'>;
  readonly order: typeof orderCertificate;
  /** Another certificate is to be used from now on. */
  obtained(pair: KeyPair): void;
  /** Why an order failed; the present certificate stays in use. */
  failed(reason: string): void;
}

/** The certificate of a server that a public authority gives by ACME, and its renewal. */
export class AcmePair {
  readonly #around: AcmeSurroundings;
  #kept: Kept | undefined;
  #ordering: Promise<void> | undefined;
  #pause = FIRST_PAUSE;
  /** When the next order may be made, by the clock that is never set. */
  #next = Number.NEGATIVE_INFINITY;

  private constructor(around: AcmeSurroundings, kept: Kept | undefined) {
    this.#around = around;
    this.#kept = kept;
  }

  /** With what is kept of this authority; a damaged file counts as none, since everything in it can be had again. */
  static async open(around: AcmeSurroundings): Promise<AcmePair> {
    const found = await readCheckedFile(around.files, around.path, FORMAT);
    if (found.kind === 'unreadable') throw new Error(`The file ${around.path} cannot be read.`);
    const kept = found.kind === 'whole' ? readKept(found.body) : undefined;
    return new AcmePair(around, kept?.directory === around.options.directory ? kept : undefined);
  }

  /** Undefined until an authority has given one. */
  get pair(): KeyPair | undefined {
    return this.#kept?.pair;
  }

  /** Renews the certificate if that is due. Resolves when an order is over; never rejects. */
  look(): Promise<void> {
    if (this.#ordering) return this.#ordering;
    if (!this.#isDue() || this.#around.clock.now() < this.#next) return Promise.resolve();
    this.#ordering = this.#renew().finally(() => {
      this.#ordering = undefined;
    });
    return this.#ordering;
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
    const { options, names, order, clock, obtained, failed } = this.#around;
    const { directory } = options;
    try {
      // Kept first: the authority limits how many accounts are opened.
      if (!this.#kept) await this.#keep({ directory, accountKey: newPrivateKey(), names, pair: undefined });
      const { accountKey = newPrivateKey() } = this.#kept ?? {};
      const pair = await order({ options, names, accountKey });
      if (!new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.key))) {
        throw new Error('The certificate does not belong to the key that it was ordered for');
      }
      obtained(pair);
      this.#pause = FIRST_PAUSE;
      await this.#keep({ directory, accountKey, names, pair });
    } catch (error) {
      this.#next = clock.now() + this.#pause;
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
      failed(reasonOf(error));
    }
  }

  async #keep(kept: Kept): Promise<void> {
    const { files, path } = this.#around;
    this.#kept = kept;
    await writeCheckedFile(files, path, FORMAT, `${JSON.stringify(kept)}\n`);
  }
}

/** One line, as a part of a sentence; the authority's words may be several. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 300);
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
