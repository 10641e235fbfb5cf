import type { PlannedSlot, SlotReader } from '../../device/slot.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import { NO_PORTS, type PortList, portListOf } from '../../model/values/port-list.ts';
import type { PortDecision } from '../security/port-access-control/slots.ts';
import { membershipOf } from '../vlan-membership.ts';
import type { Snooped, VlanValues } from './snooping.ts';
import { dynamicMembers } from './vlan/slots.ts';
import { dot1qVlanStaticEntry } from './vlan/static-vlan-objects.ts';
import { voiceVlan } from './voice-vlan/objects.ts';
import { voicePorts } from './voice-vlan/slots.ts';

/** A VLAN in force, and how it is snooped. */
interface VlanInForce extends VlanValues {
  /** Those that were set, and those that an engine added. */
  readonly members: PortList;
}

/** The objects and slots that `vlansOf` looks at beside those of its family. */
export const membersRead: readonly ObjectDeclaration[] = [dot1qVlanStaticEntry, voiceVlan];
export const membersUsed: readonly PlannedSlot<unknown>[] = [dynamicMembers, voicePorts];

/** The ports that authentication put into a VLAN, as guests too. */
type AssignedPorts = (vlan: number) => PortList;

/** Results of authentication, as `vlansOf` takes them. */
export function assignedPorts(decisions: ReadonlyMap<number, PortDecision>): AssignedPorts {
  return (vlan) => {
    const isIn = ({ vlan: ofPort, stationVlans }: PortDecision) =>
      ofPort === vlan || [...stationVlans.values()].includes(vlan);
    return portListOf([...decisions].filter(([, decision]) => isIn(decision)).map(([port]) => port));
  };
}

/**
 * Every VLAN in force. One that neighbors registered has no row to disable snooping in: it is snooped.
 * @param assigned needed only by callers that ask for members.
 */
export function vlansOf(
  of: Snooped,
  configuration: Configuration,
  slots: SlotReader,
  assigned: AssignedPorts = () => NO_PORTS,
): readonly VlanInForce[] {
  const made = configuration.rowMap(dot1qVlanStaticEntry);
  const learnt = slots.get(dynamicMembers);
  const phones = slots.get(voicePorts);
  const { voiceVlanId } = configuration.group(voiceVlan);
  const membersOf = (vlan: number): PortList => {
    const row = made.get(String(vlan));
    const set = row && membershipOf(row);
    const added = (learnt.get(vlan) ?? NO_PORTS) | (vlan === voiceVlanId ? phones : NO_PORTS) | assigned(vlan);
    return (set?.members ?? NO_PORTS) | (added & ~(set?.forbidden ?? NO_PORTS));
  };
  const foreign = [...learnt.keys()].filter((vlan) => !made.has(String(vlan)));
  return [
    ...of.vlans(configuration).map((values) => ({ ...values, members: membersOf(values.vlan) })),
    ...foreign.map((vlan) => ({ vlan, snooped: true, routers: NO_PORTS, members: membersOf(vlan) })),
  ];
}
