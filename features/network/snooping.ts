import type { PuntMatch } from '../../datapath/punt.ts';
import type { DeviceContext } from '../../device/feature.ts';
import type { PlannedSlot, Slot } from '../../device/slot.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import type { ObjectDeclaration } from '../../model/schema/object.ts';
import type { PortList } from '../../model/values/port-list.ts';
import type { MulticastFamily } from '../../protocols/multicast-snooping/family.ts';
import type { SnoopingSettings } from '../../protocols/multicast-snooping/state.ts';
import type { SnoopedForwarding, SnoopingHandle } from './snooping-slots.ts';

/** How a family is snooped, as its page says it. */
interface SnoopingValues extends Omit<SnoopingSettings, 'family' | 'mac' | 'vlans' | 'capacity'> {
  readonly enabled: boolean;
}

/** A VLAN, as the family's pages say it. */
export interface VlanValues {
  readonly vlan: number;
  readonly snooped: boolean;
  /** The ports that are set to lead to routers. */
  readonly routers: PortList;
}

/** One of the two features that snoop: what IGMP's and MLD's have of their own. */
export interface Snooped {
  readonly family: MulticastFamily;
  /** Kinds of frames: what hosts and queriers say, and what other routers are known by. */
  readonly kinds: { readonly messages: string; readonly routers: string };
  /** The family's messages; each with a VLAN where it is given. */
  messages(vlan?: number): readonly PuntMatch[];
  /** PIM hellos. */
  routers(vlan?: number): readonly PuntMatch[];
  /** Groups at most. */
  readonly capacity: number;
  /** The objects that the following look at. */
  readonly reads: readonly ObjectDeclaration[];
  values(configuration: Configuration): SnoopingValues;
  vlans(configuration: Configuration): readonly VlanValues[];
  /** Source address of queries in a VLAN. */
  address(context: Pick<DeviceContext, 'configuration' | 'hardware' | 'slots'>, vlan: number): string;
  /** The slots that `address` looks at. */
  readonly uses: readonly Slot<unknown>[];
  readonly forwarding: PlannedSlot<SnoopedForwarding>;
  readonly handle: Slot<SnoopingHandle | undefined>;
}
