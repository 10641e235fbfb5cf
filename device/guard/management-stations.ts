import type { ManagementPath } from '../../datapath/datapath.ts';
import { slot } from '../slot.ts';

/** The stations that administrators use, as last seen, the latest first; a handful at most. */
export const managementStations = slot<readonly ManagementPath[]>('managementStations', []);

/** Stations that are known at most. */
const KNOWN = 16;

/** The stations with one that was just seen. */
export function withStation(present: readonly ManagementPath[], seen: ManagementPath): readonly ManagementPath[] {
  const [first] = present;
  if (first && isSame(first, seen)) return present;
  return [seen, ...present.filter(({ clientMac }) => clientMac !== seen.clientMac)].slice(0, KNOWN);
}

function isSame(one: ManagementPath, other: ManagementPath): boolean {
  return one.clientMac === other.clientMac && one.port === other.port && one.vlan === other.vlan;
}
