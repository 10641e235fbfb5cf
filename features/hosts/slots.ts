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

/** What features that show MAC addresses say of the host; "" where it is not known. */
export interface KnownHost {
  readonly name: string;
  readonly vendor: string;
  /** Its IPv4 addresses. */
  readonly ipv4: string;
}

/** The names of hosts, for features that show MAC addresses. */
interface HostNames {
  /** By MAC address. */
  read(): Promise<ReadonlyMap<string, KnownHost>>;
}

/** Who knows the names of hosts. */
export const hostNames = slot<HostNames | undefined>('hostNames', undefined);
