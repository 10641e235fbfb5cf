import type { Connection } from '../datapath/datapath.ts';
import type { ManagementService } from './permitted-sources.ts';
import { plainAddress } from './plain-address.ts';

/** A connection by which the switch is managed, and the service that it came to. */
export interface ManagementConnection extends Connection {
  readonly service: ManagementService;
  /** The name that the client asked for, in lower case; absent where it asked for an address. */
  readonly name?: string;
}

/** The host that the client asked for: a name in lower case, or an address without its zone. */
export function hostAsked({ name, localAddress }: ManagementConnection): string {
  return name ?? plainAddress(localAddress);
}
