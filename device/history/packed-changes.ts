import { promisify } from 'node:util';
import { inBreaths } from '../../datapath/breath.ts';
import type { Change } from '../../model/configuration/change.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { LARGEST_RECORD } from './journal-store.ts';
import { readChanges, storeChanges } from './stored-changes.ts';

/** Characters of packed changes at most, beside which a record's words find room. */
const LARGEST_PACKED = LARGEST_RECORD - 8_000;

/** Characters from which changes are compressed. */
const COMPRESSED_FROM = 1_024;

/** Begins a text that is compressed; JSON never does. */
const COMPRESSED = 'z';

/** Changes as a record keeps them; undefined where they are too many for one. */
export async function packed(changes: readonly Change[]): Promise<string | undefined> {
  const text = await inBreaths(storeChanges(changes));
  if (text.length < COMPRESSED_FROM) return text;
  const { deflateRaw } = await import('node:zlib');
  const short = `${COMPRESSED}${(await promisify(deflateRaw)(text)).toString('base64')}`;
  return short.length > LARGEST_PACKED ? undefined : short;
}

/** The changes that a record keeps; undefined where it keeps none, or they cannot be read. */
export async function unpacked(
  byName: ReadonlyMap<string, ObjectDeclaration>,
  text: string | undefined,
): Promise<readonly Change[] | undefined> {
  if (text === undefined) return undefined;
  try {
    return readChanges(byName, await textOf(text));
  } catch {
    return undefined;
  }
}

async function textOf(packed: string): Promise<string> {
  if (!packed.startsWith(COMPRESSED)) return packed;
  const { inflateRaw } = await import('node:zlib');
  return (await promisify(inflateRaw)(Buffer.from(packed.slice(COMPRESSED.length), 'base64'))).toString('utf8');
}
