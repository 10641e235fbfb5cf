import type { DatapathFacts } from '../../datapath/datapath.ts';
import type { Hardware } from '../../model/hardware/hardware.ts';

/** Facts of a switch model. */
export interface HardwareModel {
  readonly name: string;
  /** VLANs that can exist side by side. */
  readonly maxVlans: number;
}

/** The largest VLAN ID (IEEE 802.1Q-2018 9.6). */
const MAXIMUM_VLAN_ID = 4094;

/** Facts about the switch for the configuration: its model, and those of its datapath. */
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
