import { putUint16, uint16At } from '../frames/addresses.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../frames/ethernet.ts';
import { encodeTag, popTag, pushTag, tagOf } from '../frames/vlan-tag.ts';

/** The loopback assistance address of Ethernet 2.0; bridges of this product never forward it. */
export const LOOPBACK_ASSISTANCE = 'CF-00-00-00-00-00';

/** Contents of a probe. */
export interface ProbeContent {
  /** The port that it was sent by, 1..64. */
  readonly port: number;
  /** The VLAN that it looks for loops in; 0 where it looks in the port as a whole. */
  readonly vlan: number;
  /** 64 bits known only to the sending port and to receivers. */
  readonly token: bigint;
}

/** Configuration Testing Protocol: nothing to skip (0), then a reply, which asks no station to send it on. */
const SKIP_COUNT_AT = 0;
const REPLY = 1;
const REPLY_AT = 2;

const PORT_AT = 6;
const VLAN_AT = 8;
const TOKEN_AT = 10;
const LENGTH = 18;

/** A probe from the switch at `address`; tagged with its VLAN where `tagged`. Without FCS. */
export function buildProbe(address: string, { port, vlan, token }: ProbeContent, tagged: boolean): Uint8Array {
  const payload = new Uint8Array(LENGTH);
  const view = new DataView(payload.buffer);
  // The protocol's own fields are little-endian.
  view.setUint16(REPLY_AT, REPLY, true);
  putUint16(payload, PORT_AT, port);
  putUint16(payload, VLAN_AT, vlan);
  view.setBigUint64(TOKEN_AT, token);
  const frame = padFrame(
    buildEthernet({ destination: LOOPBACK_ASSISTANCE, source: address, etherType: EtherType.loopback, payload }),
  );
  return tagged ? pushTag(frame, encodeTag({ vid: vlan, priority: 7, dropEligible: false })) : frame;
}

/** Reads a probe of the switch at `address`, untagged or with one tag; undefined for every other frame. */
export function parseProbe(address: string, frame: Uint8Array): ProbeContent | undefined {
  const ethernet = parseEthernet(tagOf(frame) ? popTag(frame) : frame);
  if (ethernet?.etherType !== EtherType.loopback || ethernet.payload.length < LENGTH) return undefined;
  if (ethernet.source !== address || ethernet.destination !== LOOPBACK_ASSISTANCE) return undefined;
  const { payload } = ethernet;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  if (uint16At(payload, SKIP_COUNT_AT) !== 0 || view.getUint16(REPLY_AT, true) !== REPLY) return undefined;
  return {
    port: uint16At(payload, PORT_AT),
    vlan: uint16At(payload, VLAN_AT),
    token: view.getBigUint64(TOKEN_AT),
  };
}
