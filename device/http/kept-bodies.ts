import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { putLatest } from '../../model/values/latest.ts';

const zip = promisify(gzip);

/** Octets beyond which a body is not kept, and how many are: those of the pages that are open. */
const LONGEST = 64_000;
const KEPT = 8;

interface Body {
  readonly plain: Buffer;
  zipped?: Promise<Buffer> | undefined;
}

/** The bodies of texts that were answered last, coded for the wire: the same text again, as polls have it, is not coded again. */
export class KeptBodies {
  readonly #bodies = new Map<string, Body>();

  plain(text: string): Buffer {
    return this.#body(text).plain;
  }

  /** Zipped beside this thread. */
  zipped(text: string): Promise<Buffer> {
    const body = this.#body(text);
    body.zipped ??= zip(body.plain).catch((error: unknown) => {
      body.zipped = undefined;
      throw error;
    });
    return body.zipped;
  }

  #body(text: string): Body {
    const body = this.#bodies.get(text) ?? { plain: Buffer.from(text) };
    if (body.plain.length <= LONGEST) putLatest(this.#bodies, text, body, KEPT);
    return body;
  }
}
