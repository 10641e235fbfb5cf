import { gzipSync } from 'node:zlib';

/** The device page, ready to be sent. */
export interface DevicePage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Faceplate</title></head>
<body><p>The console is not built. Run "npm run build" and start again.</p></body></html>`;

/** What the build made of the console's page. */
export interface BuiltPage {
  /** Its index.html; undefined where it was not built. */
  readonly index: string | undefined;
  /** The links to what a signed-in browser needs beside it; they end its head. */
  readonly behindLogin: string;
}

/**
 * Puts the device's globals into the console's page (protocol.md, "device page"). Keeps the last page made for each kind
 * of browser.
 */
export class DevicePages {
  readonly #built: BuiltPage;
  readonly #last = new Map<boolean, { readonly globals: string; readonly page: DevicePage }>();

  constructor(built: BuiltPage) {
    this.#built = built;
  }

  /** The page for a browser that has signed in or has not; what it is told to fetch is no secret. */
  page(globals: string, signedIn: boolean): DevicePage {
    const last = this.#last.get(signedIn);
    if (last?.globals === globals) return last.page;
    const plain = Buffer.from(this.#html(globals, signedIn));
    const page = { plain, gzip: gzipSync(plain, { level: 9 }) };
    this.#last.set(signedIn, { globals, page });
    return page;
  }

  #html(globals: string, signedIn: boolean): string {
    const { index = NOT_BUILT, behindLogin } = this.#built;
    // The data block ends at the first "</", wherever that stands: no text of the device may hold one.
    const data = `<script type="application/json" id="device">${globals.replaceAll('<', '\\u003c')}</script>`;
    const empty = /<script\b[^>]*\bid="device"[^>]*>[^<]*<\/script>/;
    const html = empty.test(index)
      ? index.replace(empty, () => data)
      : index.replace('</head>', () => `${data}</head>`);
    return signedIn ? html.replace('</head>', () => `${behindLogin}</head>`) : html;
  }
}
