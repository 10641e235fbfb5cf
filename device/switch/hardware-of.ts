import type { DatapathFacts } from '../../datapath/datapath.ts';
import type { Hardware } from '../../model/configuration/hardware.ts';

/** What a switch model says of itself. */
export interface HardwareModel {
  readonly name: string;
  /** VLANs that can exist side by side. */
  readonly maxVlans: number;
}

/** The largest VLAN ID (IEEE 802.1Q-2018 9.6). */
const MAXIMUM_VLAN_ID = 4094;

/** What the configuration needs to know of the switch: its model, and what its datapath says. */
export function hardwareOf(model: HardwareModel, facts: DatapathFacts, baseMacAddress: string): Hardware {
  return {
    modelName: model.name,
    portCount: facts.ports.length,
    baseMacAddress,
    ports: new Map(facts.ports.map(({ name: _, ...port }) => [port.number, port])),
    maxVlanId: MAXIMUM_VLAN_ID,
    maxVlans: model.maxVlans,
    mirrorSessions: facts.mirrorSessions,
    ...(facts.powerBudget !== undefined && { powerBudget: facts.powerBudget }),
    // A switch of which no port can power a device has no power over Ethernet, whatever its datapath could do.
    lacking: facts.ports.some(({ pse }) => pse) ? facts.lacking : new Set([...facts.lacking, 'powerOverEthernet']),
  };
}
