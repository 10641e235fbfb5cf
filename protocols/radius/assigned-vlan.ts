import { Attribute, type RadiusPacket } from './packet.ts';

/** Tunnel-Type VLAN and Tunnel-Medium-Type 802 (RFC 3580 3.31). */
const VLAN = 13;
const IEEE_802 = 6;
/** Tags of RFC 2868 3.1; a first octet beyond is no tag. */
const HIGHEST_TAG = 0x1f;

/** The VLAN assigned by a server: none, one by its ID, or a name unknown here. */
export type AssignedVlan =
  | { readonly kind: 'none' }
  | { readonly kind: 'vlan'; readonly vlan: number }
  | { readonly kind: 'unknown' };

/**
 * The VLAN of an Access-Accept (RFC 3580 3.31): the tunnel attributes of one tag, the smallest if there are several. A
 * group that is not a VLAN ID is unknown: no station is put into another VLAN than the intended one.
 */
export function assignedVlanOf({ attributes }: RadiusPacket): AssignedVlan {
  const tunnels = new Map<number, { type?: number; medium?: number; group?: string }>();
  const tunnel = (tag: number) => {
    const present = tunnels.get(tag) ?? {};
    tunnels.set(tag, present);
    return present;
  };
  for (const { type, value } of attributes) {
    const [tag = 0] = value;
    if (type === Attribute.tunnelType && value.length === 4) tunnel(tag).type ??= low24(value);
    else if (type === Attribute.tunnelMediumType && value.length === 4) tunnel(tag).medium ??= low24(value);
    else if (type === Attribute.tunnelPrivateGroupId && value.length > 0) {
      const isTagged = tag <= HIGHEST_TAG;
      tunnel(isTagged ? tag : 0).group ??= new TextDecoder().decode(value.subarray(isTagged ? 1 : 0));
    }
  }
  const ofVlans = [...tunnels].sort(([a], [b]) => a - b).map(([, one]) => one);
  const chosen = ofVlans.find(({ type }) => type === VLAN);
  if (!chosen) return { kind: 'none' };
  if (chosen.medium !== IEEE_802 || chosen.group === undefined || !/^\d{1,4}$/.test(chosen.group)) {
    return { kind: 'unknown' };
  }
  const vlan = Number(chosen.group);
  return vlan >= 1 && vlan <= 4094 ? { kind: 'vlan', vlan } : { kind: 'unknown' };
}

function low24(value: Uint8Array): number {
  return ((value[1] ?? 0) << 16) | ((value[2] ?? 0) << 8) | (value[3] ?? 0);
}
