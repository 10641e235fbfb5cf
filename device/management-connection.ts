import type { Connection } from '../datapath/datapath.ts';
import type { ManagementService } from './permitted-sources.ts';

/** A connection by which the switch is managed, and the service that it came to. */
export interface ManagementConnection extends Connection {
  readonly service: ManagementService;
}
