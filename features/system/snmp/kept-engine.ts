import type { Keepable } from '../../../device/flash/keeper.ts';
import { isRecord } from '../../../model/values/json-record.ts';
import { BOOTS_MAXIMUM } from '../../../protocols/snmp/usm.ts';

/** How often an engine of this ID has started. */
export interface KeptEngine {
  /** In hexadecimal digits. */
  readonly engineId: string;
  readonly boots: number;
}

/** The engine's boots outlive a start: with them no message of before can be sent once more (RFC 3414 2.2). */
export const keptEngine: Keepable<KeptEngine> = {
  name: 'snmp-engine',
  version: 1,
  write: (value) => value,
  read(json) {
    if (!isRecord(json) || typeof json.engineId !== 'string' || typeof json.boots !== 'number') return undefined;
    const { engineId, boots } = json;
    return Number.isInteger(boots) && boots >= 0 && boots <= BOOTS_MAXIMUM ? { engineId, boots } : undefined;
  },
};
