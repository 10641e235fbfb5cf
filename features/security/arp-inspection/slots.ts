import { slot } from '../../../device/slot.ts';
import type { InspectionState } from '../../../protocols/arp-inspection/state.ts';

/** The kind of the frames that are inspected. */
export const ARP_PACKETS = 'arpInspection';

/** Inspection while it runs. */
interface InspectionHandle {
  /** As it is now, with the monotonic milliseconds of that. */
  read(): { readonly state: InspectionState; readonly now: number };
  clearCounts(vlans: ReadonlySet<number> | undefined): void;
  clearLog(): void;
  /** Opens a port that was shut down for a flood. */
  recover(port: number): void;
}

/** Handle of the running inspection. */
export const arpInspectionHandle = slot<InspectionHandle | undefined>('arpInspection', undefined);

/**
 * Counters since the agent started, or since they were cleared: inspection that is disabled and enabled continues to
 * count.
 */
export const arpCounts = slot<InspectionState['counts']>('arpCounts', new Map());
