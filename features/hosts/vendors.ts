import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { inBreaths } from '../../datapath/breath.ts';
import { eachInSteps, type Steps } from '../../model/configuration/steps.ts';
import { putLatest } from '../../model/values/latest.ts';
import { isLocalMac } from './local-mac.ts';

/** Prefixes whose makers are remembered at most; of more the list is looked through again. */
const REMEMBERED = 4096;

/** Digits of the prefixes in the list, the longest first: what the registry gave to one maker is divided among others. */
const LENGTHS = [9, 7, 6] as const;

/** Lines of the list that are looked through before others have their turns. */
const LINES_IN_A_STEP = 2048;

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
    const names = new Map<string, string>();
    const wanted = new Set<string>();
    await inBreaths(
      eachInSteps(macs, (mac) => {
        if (isLocalMac(mac)) return;
        const prefix = keyOf(mac);
        const known = this.#known.get(prefix);
        if (known === undefined) wanted.add(prefix);
        else names.set(prefix, known);
      }),
    );
    if (wanted.size > 0) {
      const found = await this.#look(wanted);
      // Vendors that are forgotten for made-up addresses are still in this answer.
      for (const prefix of wanted) {
        const name = found.get(prefix) ?? '';
        names.set(prefix, name);
        putLatest(this.#known, prefix, name, REMEMBERED);
      }
    }
    return (mac) => (isLocalMac(mac) ? '' : (names.get(keyOf(mac)) ?? ''));
  }

  async #look(prefixes: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    const list = await promisify(brotliDecompress)(Buffer.from(await this.#read(), 'base64'));
    return inBreaths(vendorsIn(list, prefixes));
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
function* vendorsIn(list: Uint8Array, wanted: ReadonlySet<string>): Steps<ReadonlyMap<string, string>> {
  const seekers = new Map<number, string[]>();
  yield* eachInSteps(wanted, (key) => {
    for (const length of LENGTHS) {
      const number = prefixNumber(Number.parseInt(key.slice(0, length), 16), length);
      const others = seekers.get(number);
      if (others) others.push(key);
      else seekers.set(number, [key]);
    }
  });
  const found = new Map<string, { readonly length: number; readonly name: string }>();
  let line = 0;
  let lines = 0;
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
    lines += 1;
    if (lines % LINES_IN_A_STEP === 0) yield undefined;
    at = list.indexOf(TAB, at) + 1;
  }
  return new Map([...found].map(([key, vendor]) => [key, vendor.name]));
}

/** A prefix as a number that none of another length has. */
const prefixNumber = (value: number, length: number) => value * 16 + length;
