import { plannedSlot } from '../../../device/slot.ts';
import type { PortList } from '../../../model/values/port-list.ts';

/** The ports that phones have brought into the voice VLAN. */
export const voicePorts = plannedSlot<PortList>('voicePorts', 0n, 'returns');
