import { putUint16, uint16At } from './addresses.ts';
import { EtherType } from './ethernet.ts';

/** Octets that one tag adds to a frame. */
const TAG_LENGTH = 4;

/** The tag control information of an 802.1Q tag (IEEE 802.1Q-2018 9.6). */
export interface VlanTag {
  /** 0 (priority tag) to 4095 (reserved). */
  readonly vid: number;
  /** Priority code point, 0..7. */
  readonly priority: number;
  readonly dropEligible: boolean;
}

/** The 16 bits of a tag. */
export function encodeTag(tag: VlanTag): number {
  return (tag.priority << 13) | (tag.dropEligible ? 0x1000 : 0) | tag.vid;
}

/** Reads the 16 bits of a tag. */
export function decodeTag(control: number): VlanTag {
  return { vid: control & 0xfff, priority: control >>> 13, dropEligible: (control & 0x1000) !== 0 };
}

/** Whether the frame carries an 802.1Q tag (TPID 0x8100) right after its addresses. */
export function isTagged(frame: Uint8Array): boolean {
  return frame.length >= 18 && uint16At(frame, 12) === EtherType.vlan;
}

/** The frame's outermost tag; undefined where it has none. */
export function tagOf(frame: Uint8Array): VlanTag | undefined {
  return isTagged(frame) ? decodeTag(uint16At(frame, 14)) : undefined;
}

/**
 * Whether the frame has a tag of no VLAN (VID 0) where a C-VLAN bridge sees payload: an S-tag at its begin, or a tag of either type
 * behind its C-tag. Behind the bridge it is the outer one, and stations read on behind it as if it were not there.
 */
export function hasHiddenTag(frame: Uint8Array): boolean {
  const control = payloadTagOf(frame);
  return control !== undefined && (control & 0xfff) === 0;
}

/** Whether there is a tag, of any VLAN, where a C-VLAN bridge sees payload. */
export function hasPayloadTag(frame: Uint8Array): boolean {
  return payloadTagOf(frame) !== undefined;
}

/** The 16 bits of that tag. */
function payloadTagOf(frame: Uint8Array): number | undefined {
  const at = isTagged(frame) ? 16 : 12;
  const type = frame.length >= at + 6 ? uint16At(frame, at) : 0;
  if (type !== EtherType.serviceTag && (type !== EtherType.vlan || at === 12)) return undefined;
  return uint16At(frame, at + 2);
}

/** A copy with a tag of the given 16 bits pushed behind the addresses. */
export function pushTag(frame: Uint8Array, control: number): Uint8Array {
  const tagged = new Uint8Array(frame.length + TAG_LENGTH);
  tagged.set(frame.subarray(0, 12));
  putUint16(tagged, 12, EtherType.vlan);
  putUint16(tagged, 14, control);
  tagged.set(frame.subarray(12), 16);
  return tagged;
}

/** A copy without its outermost tag; the frame has to carry one. */
export function popTag(frame: Uint8Array): Uint8Array {
  const untagged = new Uint8Array(frame.length - TAG_LENGTH);
  untagged.set(frame.subarray(0, 12));
  untagged.set(frame.subarray(16), 12);
  return untagged;
}

/** A copy whose outermost tag has the given 16 bits; the frame has to carry one. */
export function replaceTag(frame: Uint8Array, control: number): Uint8Array {
  const changed = frame.slice();
  putUint16(changed, 14, control);
  return changed;
}
