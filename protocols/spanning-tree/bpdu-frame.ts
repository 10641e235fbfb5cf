import { buildEthernet, padFrame, parseEthernet } from '../frames/ethernet.ts';
import type { Bpdu } from './bpdu.ts';
import { BRIDGE_GROUP_ADDRESS } from './bridge-group-address.ts';
import { buildBpdu } from './build-bpdu.ts';
import { parseBpdu } from './parse-bpdu.ts';

/** LLC: the spanning tree protocol at both ends (0x42), unnumbered information. */
const llc = [0x42, 0x42, 0x03] as const;

/** A BPDU as it is sent from `source` ("00-11-22-AA-BB-CC"), untagged and without FCS (14.1). */
export function buildBpduFrame(source: string, bpdu: Bpdu): Uint8Array {
  const octets = buildBpdu(bpdu);
  const payload = new Uint8Array(llc.length + octets.length);
  payload.set(llc);
  payload.set(octets, llc.length);
  return padFrame(buildEthernet({ destination: BRIDGE_GROUP_ADDRESS, source, etherType: payload.length, payload }));
}

/** Reads a BPDU out of an untagged frame without FCS; undefined for every other frame, and for what is to be discarded. */
export function parseBpduFrame(frame: Uint8Array): Bpdu | undefined {
  const ethernet = parseEthernet(frame);
  if (ethernet?.destination !== BRIDGE_GROUP_ADDRESS) return undefined;
  const { etherType: length, payload } = ethernet;
  if (length > payload.length || length < llc.length) return undefined;
  if (llc.some((octet, index) => payload[index] !== octet)) return undefined;
  return parseBpdu(payload.subarray(llc.length, length));
}
