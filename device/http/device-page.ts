import { gzipSync } from 'node:zlib';
import { isRecord } from '../../model/values/json-record.ts';
import { putLatest } from '../../model/values/latest.ts';

/** The device page, ready to be sent. */
export interface DevicePage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Faceplate</title></head>
<body><p>The console is not built. Run "npm run build" and start again.</p></body></html>`;

/** Output of the build for the console's page. */
export interface BuiltPage {
  /** Its index.html; undefined where it was not built. */
  readonly index: string | undefined;
  /** The links to what a signed-in browser needs beside it; they end its head. */
  readonly behindLogin: string;
  /** The page for any other browser, with the login form; `{{modelName}}` stands for the name of the model. Default: `index`. */
  readonly login?: string | undefined;
}

/** Pages that are kept: one for each kind of browser. */
const KEPT = 2;

/**
 * Puts the device's globals into the console's page (docs/specification/protocol.md, "Endpoints"). Keeps the pages that were sent
 * last.
 */
export class DevicePages {
  readonly #built: BuiltPage;
  readonly #kept: number;
  /** Those sent last, latest at the end. */
  readonly #last = new Map<string, DevicePage>();

  /** @param kept Pages that are kept at most; two for one device. */
  constructor(built: BuiltPage, kept = KEPT) {
    this.#built = built;
    this.#kept = kept;
  }

  /** The page for a browser that is logged in or not; its resources are not secret. */
  page(globals: string, signedIn: boolean): DevicePage {
    const name = `${signedIn} ${globals}`;
    const page = this.#last.get(name) ?? this.#make(globals, signedIn);
    putLatest(this.#last, name, page, this.#kept);
    return page;
  }

  #make(globals: string, signedIn: boolean): DevicePage {
    const plain = Buffer.from(this.#html(globals, signedIn));
    return { plain, gzip: gzipSync(plain, { level: 9 }) };
  }

  #html(globals: string, signedIn: boolean): string {
    const { index = NOT_BUILT, behindLogin, login = index } = this.#built;
    const page = signedIn
      ? index.replace('</head>', () => `${behindLogin}</head>`)
      : login.replaceAll(MODEL, () => asText(modelIn(globals)));
    // The data block ends at the first "</", wherever that is: no text of the device may contain one.
    const data = `<script type="application/json" id="device">${globals.replaceAll('<', '\\u003c')}</script>`;
    const empty = /<script\b[^>]*\bid="device"[^>]*>[^<]*<\/script>/;
    return empty.test(page) ? page.replace(empty, () => data) : page.replace('</head>', () => `${data}</head>`);
  }
}

/** What the build puts into the login form (scripts/served-login.mjs). */
const MODEL = '{{modelName}}';

/** The name of the model in the device's globals, "" where there is none. */
function modelIn(globals: string): string {
  const given: unknown = JSON.parse(globals);
  return isRecord(given) && typeof given.modelName === 'string' ? given.modelName : '';
}

/** HTML that shows a text. */
function asText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
