import type { AccessRulePlan } from '../../model/access-control/access-rule.ts';
import { putUint16, uint16At } from '../../protocols/frames/addresses.ts';
import { isTagged, replaceTag } from '../../protocols/frames/vlan-tag.ts';
import type { FrameReading } from './frame-reading.ts';

/** The frame that was read, as a rule that permits it rewrites it: a copy where anything changes, otherwise itself. */
export function remarked(
  frame: Uint8Array,
  reading: FrameReading,
  { priority, dscp, precedence }: Pick<AccessRulePlan, 'priority' | 'dscp' | 'precedence'>,
): Uint8Array {
  const given = priority === undefined ? frame : withPriority(frame, priority);
  if (dscp !== undefined) return withDscp(given, reading, dscp, 0x3f);
  return precedence === undefined ? given : withDscp(given, reading, precedence << 3, 0x38);
}

/** An untagged frame carries no priority. */
function withPriority(frame: Uint8Array, priority: number): Uint8Array {
  if (!isTagged(frame)) return frame;
  const control = uint16At(frame, 14);
  const next = (control & 0x1fff) | (priority << 13);
  return next === control ? frame : replaceTag(frame, next);
}

/** Position of the DSCP in the first 16 bits of a packet (RFC 2474 3). */
const SHIFT = { 4: 2, 6: 6 } as const;

/** Writes the bits of `mask`; of IPv4 the checksum changes with them. */
function withDscp(frame: Uint8Array, { differentiated }: FrameReading, value: number, mask: number): Uint8Array {
  if (!differentiated) return frame;
  const { at, version } = differentiated;
  const former = uint16At(frame, at);
  const next = (former & ~(mask << SHIFT[version])) | ((value & mask) << SHIFT[version]);
  if (next === former) return frame;
  const copy = frame.slice();
  putUint16(copy, at, next);
  if (version === 4) putUint16(copy, at + 10, updated(uint16At(frame, at + 10), former, next));
  return copy;
}

/** The checksum of a header of which one word became another (RFC 1624, equation 3). */
function updated(checksum: number, former: number, next: number): number {
  let sum = (~checksum & 0xffff) + (~former & 0xffff) + next;
  sum = (sum & 0xffff) + (sum >>> 16);
  sum = (sum & 0xffff) + (sum >>> 16);
  return ~sum & 0xffff;
}
