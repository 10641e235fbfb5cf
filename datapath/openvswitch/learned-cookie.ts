import type { BridgePortNumber } from '../plan.ts';
import type { CookieMask } from './openflow/flow-mod.ts';

/** The high half of a learned row's cookie; the driver's own rules have a generation there, which is never this one. */
const LEARNED = 0xfdbn << 32n;
const EVERY_BIT = (1n << 64n) - 1n;
const COLUMNS = 16;

/** Every learned row, and nothing but learned rows. */
export const EVERY_LEARNED: CookieMask = { value: LEARNED, mask: EVERY_BIT << 32n };

/** Trunks come after the physical ports: trunk k, bridge port 5000 + k, k = 1..192, in the place behind port 64. */
const TRUNKS = 5000;
const PHYSICAL_PORTS = 64;

/**
 * The cookie of the rows that are learned at a bridge port. It sets one bit of sixteen for the port's row and one of
 * sixteen for its column, so that a few masks name any set of ports: that all bits outside of the set are 0.
 */
export function learnedCookie(port: BridgePortNumber): bigint {
  const { row, column } = placeOf(port);
  return LEARNED | (1n << BigInt(COLUMNS + row)) | (1n << BigInt(column));
}

/** The port of a learned row's cookie; undefined for another rule's. */
export function portOfCookie(cookie: bigint): BridgePortNumber | undefined {
  if (cookie >> 32n !== LEARNED >> 32n) return undefined;
  const bits = Number(cookie & 0xffff_ffffn);
  const row = onlyBit(bits >>> COLUMNS);
  const column = onlyBit(bits & 0xffff);
  if (row === undefined || column === undefined) return undefined;
  const place = row * COLUMNS + column + 1;
  return place > PHYSICAL_PORTS ? TRUNKS + place - PHYSICAL_PORTS : place;
}

/** Identifies the learned rows of `ports` and no others; at most as many masks as there are rows of sixteen ports. */
export function cookieMasks(ports: Iterable<BridgePortNumber>): CookieMask[] {
  const columnsOfRow = new Map<number, bigint>();
  for (const port of ports) {
    const { row, column } = placeOf(port);
    columnsOfRow.set(row, (columnsOfRow.get(row) ?? 0n) | (1n << BigInt(column)));
  }
  const rowsOfColumns = new Map<bigint, bigint>();
  for (const [row, columns] of columnsOfRow) {
    rowsOfColumns.set(columns, (rowsOfColumns.get(columns) ?? 0n) | (1n << BigInt(row)));
  }
  return [...rowsOfColumns].map(([columns, rows]) => ({
    value: LEARNED,
    mask: EVERY_BIT & ~((rows << BigInt(COLUMNS)) | columns),
  }));
}

function placeOf(port: BridgePortNumber): { row: number; column: number } {
  const place = (port > TRUNKS ? port - TRUNKS + PHYSICAL_PORTS : port) - 1;
  return { row: Math.floor(place / COLUMNS), column: place % COLUMNS };
}

function onlyBit(bits: number): number | undefined {
  return bits !== 0 && (bits & (bits - 1)) === 0 ? 31 - Math.clz32(bits) : undefined;
}
