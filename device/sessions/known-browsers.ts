import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Message, say } from '../../model/values/message.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import { type FlashFiles, replaceFile } from '../flash/flash-files.ts';
import type { Keepable } from '../flash/keeper.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { Sources } from './source-of.ts';

/** Source addresses of earlier logins that are remembered. */
const SOURCES = 64;

/**
 * How far somebody who wants to sign in is known: by a browser that signed in before, by an address that a browser signed
 * in from before, or not at all.
 */
export type Standing = 'browser' | 'source' | 'stranger';

/** The client that tries to log in, as far as known before the login. */
export interface Visitor {
  readonly standing: Standing;
  /** The key that failed logins are counted by. */
  readonly key: string;
  /** The share that attempts and connections are counted by; see `Sources.shareOf` for strangers. */
  readonly share: string;
  /** The address, and for a known browser something that distinguishes it from others there. */
  readonly shownAs: string;
}

/**
 * Browsers with an earlier login. A browser proves it by a cookie that only this device can make and that means nothing
 * else: it opens no session, it only keeps its holder out of the crowd of guessers.
 */
export class KnownBrowsers {
  readonly #key: Buffer;
  readonly #places: Sources;
  readonly #known: (source: string) => void;
  readonly #keep: (sources: readonly string[]) => void;
  /** The last ones, latest at the end. */
  readonly #sources = new Set<string>();

  /**
   * `key`: 256 random bits, kept over restarts; `known` is called with the source of each login, and `keep` with all
   * remembered ones, if one is new.
   */
  constructor(
    key: Buffer,
    places: Sources = new Sources(),
    known: (source: string) => void = () => {},
    keep: (sources: readonly string[]) => void = () => {},
  ) {
    this.#key = key;
    this.#places = places;
    this.#known = known;
    this.#keep = keep;
  }

  /** The sources that were remembered before a restart, the latest last. */
  recall(sources: readonly string[]): void {
    for (const source of sources.slice(-SOURCES)) {
      this.#sources.add(source);
      this.#known(source);
    }
  }

  visitor(cookie: string | undefined, remoteAddress: string): Visitor {
    const source = this.#places.of(remoteAddress);
    const browser = this.#browserOf(cookie);
    if (browser !== undefined) {
      const key = `browser ${browser}`;
      return { standing: 'browser', key, share: key, shownAs: `${remoteAddress} #${browser.slice(0, 6)}` };
    }
    const isKnown = this.#sources.has(source);
    const share = isKnown ? source : this.#places.shareOf(remoteAddress);
    return { standing: isKnown ? 'source' : 'stranger', key: source, share, shownAs: source };
  }

  isKnown(cookie: string | undefined): boolean {
    return this.#browserOf(cookie) !== undefined;
  }

  /** Remembers a login; gives back the browser's cookie, the one that it has where that is good. */
  remember(cookie: string | undefined, remoteAddress: string): string {
    const source = this.#places.of(remoteAddress);
    const isNew = !this.#sources.delete(source);
    this.#sources.add(source);
    const [oldest] = this.#sources;
    if (oldest !== undefined && this.#sources.size > SOURCES) this.#sources.delete(oldest);
    this.#known(source);
    // Flash is not written for an order.
    if (isNew) this.#keep([...this.#sources]);
    if (cookie !== undefined && this.isKnown(cookie)) return cookie;
    const browser = randomBytes(16).toString('hex');
    return `${browser}.${this.#sign(browser)}`;
  }

  #browserOf(cookie: string | undefined): string | undefined {
    const [, browser, signature] = /^([0-9a-f]{32})\.([\w-]{43})$/.exec(cookie ?? '') ?? [];
    if (browser === undefined || signature === undefined) return undefined;
    return timingSafeEqual(Buffer.from(this.#sign(browser)), Buffer.from(signature)) ? browser : undefined;
  }

  #sign(browser: string): string {
    return createHmac('sha256', this.#key).update(browser).digest('base64url');
  }
}

/**
 * Place of the sources: a client with an earlier login has a place after a restart, despite a continuing flood.
 * Encrypted, because no one else needs to know from where a switch is managed.
 */
export const keptSources: Keepable<readonly string[]> = {
  name: 'known-sources',
  sealed: true,
  version: 1,
  write: (sources) => sources,
  read: (json) => (Array.isArray(json) ? json.filter((one) => typeof one === 'string') : undefined),
};

/**
 * The key of the cookies, as it was kept, or a new one where there is none or it is damaged. A new one that cannot be kept
 * is good until the next start.
 */
export async function keptBrowserKey(files: FlashFiles, path: string, log: LogWriter): Promise<Buffer> {
  const made = randomBytes(32);
  try {
    const kept = (await files.read(path))?.trim() ?? '';
    if (/^[0-9a-f]{64}$/.test(kept)) return Buffer.from(kept, 'hex');
    await replaceFile(files, path, `${made.toString('hex')}\n`);
  } catch (error) {
    log.write(Severity.warning, notKept(error));
  }
  return made;
}

/** The message if flash does not accept the known browsers. */
export function notKept(error: unknown): Message {
  return say('Browsers that log in now will not be recognized after the next start, because {{reason}}.', {
    reason: reasonOf(error),
  });
}
