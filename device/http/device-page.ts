import { gzipSync } from 'node:zlib';

/** The device page, ready to be sent. */
export interface DevicePage {
  readonly plain: Buffer;
  readonly gzip: Buffer;
}

const NOT_BUILT = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Faceplate</title></head>
<body><p>The console is not built. Run "npm run build" and start again.</p></body></html>`;

/** Puts the device's globals into the console's page (protocol.md, "device page"). Keeps the last page made. */
export class DevicePages {
  readonly #index: string;
  #last: { readonly globals: string; readonly page: DevicePage } | undefined;

  /** `index` is the console's index.html; undefined where it was not built. */
  constructor(index: string | undefined) {
    this.#index = index ?? NOT_BUILT;
  }

  page(globals: string): DevicePage {
    if (this.#last?.globals !== globals) {
      // The data block ends at the first "</", wherever that stands: no text of the device may hold one.
      const data = `<script type="application/json" id="device">${globals.replaceAll('<', '\\u003c')}</script>`;
      const empty = /<script\b[^>]*\bid="device"[^>]*>[^<]*<\/script>/;
      const html = empty.test(this.#index)
        ? this.#index.replace(empty, () => data)
        : this.#index.replace('</head>', () => `${data}</head>`);
      const plain = Buffer.from(html);
      this.#last = { globals, page: { plain, gzip: gzipSync(plain, { level: 9 }) } };
    }
    return this.#last.page;
  }
}
