import { slot } from '../../device/slot.ts';
import type { RuledFinding } from './finding.ts';
import type { Intention } from './intentions.ts';
import type { PortRecord } from './port-situations.ts';

/** A finding, since when it is there, and whether somebody has put it away. */
export interface KnownFinding extends RuledFinding {
  /** Milliseconds since 1970 by the device's clock. */
  readonly since: number;
  readonly intention: Intention | undefined;
}

/** State of ports and findings while the switch runs. */
export interface AttentionDesk {
  readonly record: PortRecord;
  /** Minutes that the record looks back. */
  readonly minutes: number;
  /** Rows of the address table when they were counted last; undefined before. */
  addresses(): number | undefined;
  /** The present findings, the worst first. Rejects if the datapath cannot be read. */
  findings(): Promise<readonly KnownFinding[]>;
  /** Puts a finding away; resolves to false where there is none of this key. Rejects where it cannot be kept. */
  intend(key: string, user: string): Promise<boolean>;
  /** Brings one back; resolves to false where none of this key was put away. Rejects where that cannot be kept. */
  bringBack(key: string): Promise<boolean>;
}

/** Service that watches the switch; undefined until it runs. */
export const attentionDesk = slot<AttentionDesk | undefined>('attentionDesk', undefined);
