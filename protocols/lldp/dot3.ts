import { putUint16, uint16At } from '../frames/addresses.ts';
import { readAggregation } from './dot1.ts';
import { once, type Take } from './draft.ts';
import type { LldpInformation, MacPhy, PowerViaMdi } from './information.ts';
import { Organization, organizationalTlv, type Tlv } from './tlv.ts';

/** Subtypes of IEEE 802.3 (IEEE 802.3-2018 table 79-1). */
const Subtype = { macPhy: 1, power: 2, aggregation: 3, maximumFrame: 4 } as const;

/** Readers of the TLVs of IEEE 802.3, by subtype; the values follow it. */
export const dot3Takes: ReadonlyMap<number, Take> = new Map([
  [Subtype.macPhy, once('macPhy', readMacPhy)],
  [Subtype.power, once('power', readPower)],
  [Subtype.aggregation, once('aggregation', readAggregation)],
  [Subtype.maximumFrame, once('maximumFrame', (value) => (value.length === 2 ? uint16At(value, 0) : undefined))],
]);

function readMacPhy(value: Uint8Array): MacPhy | undefined {
  if (value.length !== 5) return undefined;
  const flags = value[0] ?? 0;
  return {
    negotiationSupported: (flags & 0x01) !== 0,
    negotiationEnabled: (flags & 0x02) !== 0,
    advertised: uint16At(value, 1),
    mauType: uint16At(value, 3),
  };
}

function readPower(value: Uint8Array): PowerViaMdi | undefined {
  const [flags = 0, pairs = 0, powerClass = 0] = value;
  // IEEE 802.3at and later add octets, which nothing here needs.
  if (value.length < 3 || pairs < 1 || pairs > 2 || powerClass < 1 || powerClass > 5) return undefined;
  return {
    sourcing: (flags & 0x01) !== 0,
    supported: (flags & 0x02) !== 0,
    enabled: (flags & 0x04) !== 0,
    pairsControllable: (flags & 0x08) !== 0,
    pairs,
    powerClass,
  };
}

const bits = (...flags: readonly boolean[]) => flags.reduce((octet, flag, bit) => octet | (flag ? 1 << bit : 0), 0);

/** The TLVs of IEEE 802.3. */
export function dot3Tlvs({ macPhy, power, aggregation, maximumFrame }: LldpInformation): Tlv[] {
  const tlvs: Tlv[] = [];
  const add = (subtype: number, content: Uint8Array) =>
    tlvs.push(organizationalTlv(Organization.ieee8023, subtype, content));
  if (macPhy) {
    const content = new Uint8Array(5);
    content[0] = bits(macPhy.negotiationSupported, macPhy.negotiationEnabled);
    putUint16(content, 1, macPhy.advertised);
    putUint16(content, 3, macPhy.mauType);
    add(Subtype.macPhy, content);
  }
  if (power) {
    const flags = bits(power.sourcing, power.supported, power.enabled, power.pairsControllable);
    add(Subtype.power, Uint8Array.of(flags, power.pairs, power.powerClass));
  }
  if (aggregation) {
    const content = new Uint8Array(5);
    content[0] = bits(aggregation.capable, aggregation.aggregated);
    putUint16(content, 1, Math.floor(aggregation.port / 0x1_0000));
    putUint16(content, 3, aggregation.port & 0xffff);
    add(Subtype.aggregation, content);
  }
  if (maximumFrame !== undefined) add(Subtype.maximumFrame, Uint8Array.of(maximumFrame >> 8, maximumFrame & 0xff));
  return tlvs;
}
