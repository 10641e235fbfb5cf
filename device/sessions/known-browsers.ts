import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { say } from '../../model/values/message.ts';
import { reasonOf } from '../flash/failure-reason.ts';
import { type FlashFiles, replaceFile } from '../flash/flash-files.ts';
import { type LogWriter, Severity } from '../log/log.ts';
import { sourceOf } from './source-of.ts';

/** Source addresses of earlier logins that are remembered. */
const SOURCES = 64;

/**
 * How far somebody who wants to sign in is known: by a browser that signed in before, by an address that a browser signed
 * in from before, or not at all.
 */
export type Standing = 'browser' | 'source' | 'stranger';

/** Who tries to sign in, as far as that can be told before he has. */
export interface Visitor {
  readonly standing: Standing;
  /** What failed logins are counted by. */
  readonly key: string;
  /** The address, and for a known browser something to tell it from others there. */
  readonly shownAs: string;
}

/**
 * Who has signed in before. A browser proves it by a cookie that only this device can make and that says nothing else: it
 * opens no session, it only keeps its holder out of the crowd of those who guess.
 */
export class KnownBrowsers {
  readonly #key: Buffer;
  /** The last ones, latest at the end. */
  readonly #sources = new Set<string>();

  /** `key`: 256 random bits, kept over restarts. */
  constructor(key: Buffer) {
    this.#key = key;
  }

  visitor(cookie: string | undefined, remoteAddress: string): Visitor {
    const source = sourceOf(remoteAddress);
    const browser = this.#browserOf(cookie);
    if (browser !== undefined) {
      return { standing: 'browser', key: `browser ${browser}`, shownAs: `${remoteAddress} #${browser.slice(0, 6)}` };
    }
    return { standing: this.#sources.has(source) ? 'source' : 'stranger', key: source, shownAs: source };
  }

  isKnown(cookie: string | undefined): boolean {
    return this.#browserOf(cookie) !== undefined;
  }

  /** Remembers a login; gives back the browser's cookie, the one that it has where that is good. */
  remember(cookie: string | undefined, remoteAddress: string): string {
    const source = sourceOf(remoteAddress);
    this.#sources.delete(source);
    this.#sources.add(source);
    const [oldest] = this.#sources;
    if (oldest !== undefined && this.#sources.size > SOURCES) this.#sources.delete(oldest);
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
    const message = say('Browsers that sign in now will not be known after the next start, because {{reason}}.', {
      reason: reasonOf(error),
    });
    log.write(Severity.warning, message);
  }
  return made;
}
