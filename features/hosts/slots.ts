import { slot } from '../../device/slot.ts';
import type { HeardStations } from '../../protocols/station-names/heard-stations.ts';
import type { HostMemory } from './memory.ts';

/**
 * The kind of frames by which stations tell their names and addresses. It is the last by name: a frame that another feature looks
 * into is of its class.
 */
export const HOST_FRAMES = 'zzHosts';

/** Who watches hosts: what it remembers and has heard. */
interface HostWatch {
  readonly memory: HostMemory;
  readonly heard: HeardStations;
}

/** Who watches hosts, while that is on. */
export const hostWatch = slot<HostWatch | undefined>('hostWatch', undefined);

/** The names of hosts, for features that show MAC addresses. */
interface HostNames {
  /** By MAC address; a host without a name has none. */
  read(): Promise<ReadonlyMap<string, string>>;
}

/** Who knows the names of hosts. */
export const hostNames = slot<HostNames | undefined>('hostNames', undefined);
