import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { isLocalMac } from './local-mac.ts';

/** Addresses whose makers are remembered at most; of more the list is looked through again. */
const REMEMBERED = 4096;

/** Digits of the prefixes in the list, the longest first: what the registry gave to one maker is divided among others. */
const LENGTHS = [9, 7, 6] as const;

const TAB = 0x09;
const SPACE = 0x20;
const NEW_LINE = 0x0a;

/**
 * The makers of devices by their MAC addresses. Of the list nothing stays in memory but its packed text: those of new addresses
 * are looked for together, in one pass that takes some milliseconds.
 */
export class Vendors {
  readonly #known = new Map<string, string>();
  readonly #read: () => Promise<string>;

  /** @param read the list in Base64 */
  constructor(read = async () => (await import('./vendor-list.ts')).vendorList) {
    this.#read = read;
  }

  /** The vendor of each of these addresses; "" if it is not known. */
  async of(macs: Iterable<string>): Promise<(mac: string) => string> {
    const wanted = new Set<string>();
    for (const mac of macs) {
      const prefix = keyOf(mac);
      if (!isLocalMac(mac) && !this.#known.has(prefix)) wanted.add(prefix);
    }
    if (wanted.size > 0) await this.#learn(wanted);
    return (mac) => this.#known.get(keyOf(mac)) ?? '';
  }

  async #learn(prefixes: ReadonlySet<string>): Promise<void> {
    const list = await promisify(brotliDecompress)(Buffer.from(await this.#read(), 'base64'));
    const found = vendorsIn(list, prefixes);
    if (this.#known.size + prefixes.size > REMEMBERED) this.#known.clear();
    for (const prefix of prefixes) this.#known.set(prefix, found.get(prefix) ?? '');
  }
}

/** The nine digits that the longest prefix has: "00408C000". */
function keyOf(mac: string): string {
  return mac.replaceAll('-', '').slice(0, LENGTHS[0]);
}

/**
 * The makers of addresses, each by its first nine digits, in one pass over the list. Octets, not text: no line becomes a string
 * but those that are found.
 */
function vendorsIn(list: Uint8Array, wanted: ReadonlySet<string>): ReadonlyMap<string, string> {
  const seekers = new Map<number, string[]>();
  for (const key of wanted) {
    for (const length of LENGTHS) {
      const number = prefixNumber(Number.parseInt(key.slice(0, length), 16), length);
      seekers.set(number, [...(seekers.get(number) ?? []), key]);
    }
  }
  const found = new Map<string, { readonly length: number; readonly name: string }>();
  let line = 0;
  let name: string | undefined;
  for (let at = list.indexOf(TAB) + 1; at > 0; ) {
    let value = 0;
    let length = 0;
    let octet = list[at] ?? NEW_LINE;
    while (octet !== SPACE && octet !== NEW_LINE) {
      value = value * 16 + (octet <= 0x39 ? octet - 0x30 : octet - 0x37);
      length += 1;
      octet = list[at + length] ?? NEW_LINE;
    }
    for (const key of seekers.get(prefixNumber(value, length)) ?? []) {
      name ??= Buffer.from(list.subarray(line, list.indexOf(TAB, line))).toString('latin1');
      if (length > (found.get(key)?.length ?? 0)) found.set(key, { length, name });
    }
    at += length + 1;
    if (octet === SPACE) continue;
    line = at;
    name = undefined;
    at = list.indexOf(TAB, at) + 1;
  }
  return new Map([...found].map(([key, vendor]) => [key, vendor.name]));
}

/** A prefix as a number that none of another length has. */
const prefixNumber = (value: number, length: number) => value * 16 + length;
