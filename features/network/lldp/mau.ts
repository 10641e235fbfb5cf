import type { PortMedia, PortState } from '../../../datapath/datapath.ts';

/** Numbers of dot3MauType (IANA-MAU-MIB) by speed: half and full duplex. */
const copper = new Map([
  [10, { half: 10, full: 11 }],
  [100, { half: 15, full: 16 }],
  [1000, { half: 29, full: 30 }],
  [10_000, { half: 54, full: 54 }],
]);
const fiber = new Map([
  [100, { half: 17, full: 18 }],
  [1000, { half: 21, full: 22 }],
  [10_000, { half: 31, full: 31 }],
]);

/** Type of the running link, as the number of its dot3MauType; 0 if unknown. */
export function mauTypeOf(media: PortMedia, speed: number, duplex: PortState['duplex']): number {
  const types = (media === 'fiber' ? fiber : copper).get(speed);
  if (!types || duplex === 'unknown') return 0;
  return types[duplex];
}

/** Bits of IANAifMauAutoNegCapBits by speed, the first one as the highest of 16; pause is offered both ways. */
const abilities = new Map([
  [10, 0x6000],
  [100, 0x0c00],
  [1000, 0x0001],
]);
const PAUSE = 0x0010;

/** The abilities that a copper port of these speeds advertises. */
export function advertisedAbilities(speeds: readonly number[]): number {
  return speeds.reduce((bits, speed) => bits | (abilities.get(speed) ?? 0), PAUSE);
}

/** A dot3MauType in words, as IEEE 802.3 has them; undefined for others than these. */
export function mauName(type: number): string | undefined {
  return names.get(type);
}

const names = new Map([
  [10, '10BASE-T, half duplex'],
  [11, '10BASE-T, full duplex'],
  [15, '100BASE-TX, half duplex'],
  [16, '100BASE-TX, full duplex'],
  [17, '100BASE-FX, half duplex'],
  [18, '100BASE-FX, full duplex'],
  [21, '1000BASE-X, half duplex'],
  [22, '1000BASE-X, full duplex'],
  [24, '1000BASE-LX, full duplex'],
  [26, '1000BASE-SX, full duplex'],
  [29, '1000BASE-T, half duplex'],
  [30, '1000BASE-T, full duplex'],
  [31, '10GBASE-X'],
  [33, '10GBASE-R'],
  [34, '10GBASE-ER'],
  [35, '10GBASE-LR'],
  [36, '10GBASE-SR'],
  [54, '10GBASE-T'],
]);
