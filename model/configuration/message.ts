/**
 * Sentences that several features refuse a change with (reference/network.md 0.4). Each names what is at fault.
 */

/** A setting refers to a VLAN that is not there. */
export function vlanMissing(vlan: number): string {
  return `VLAN ${vlan} does not exist.`;
}

/** A VLAN cannot go, or lose a port, while `feature` refers to it. */
export function vlanInUse(vlan: number, feature: string): string {
  return `VLAN ${vlan} is in use by ${feature}.`;
}

/** A setting needs a port to be in a VLAN. */
export function notMember(port: number, vlan: number): string {
  return `Port ${port} is not a member of VLAN ${vlan}.`;
}

/** A port is where mirrored frames go and nothing else. */
export function mirrorTarget(port: number): string {
  return `Port ${port} is a mirroring target port.`;
}

/** The port, or the datapath under it, cannot do what the setting asks. */
export function unsupported(port: number): string {
  return `This setting is not supported on port ${port}.`;
}

/** `feature` works only on top of `other`. */
export function needs(feature: string, other: string): string {
  return `${feature} requires ${other} to be enabled first.`;
}

/** An entry with the same key, or the same exclusive use, is there. */
export const entryExists = 'The entry already exists.';
