import { EVERY_PORT } from '../../../datapath/combiners.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { hasPort, NO_PORTS, type PortList, parsePortList, portListOf } from '../../../model/values/port-list.ts';
import type { GvrpPort, GvrpSettings, StaticVlan } from '../../../protocols/gvrp/state.ts';
import { type BridgePort, bridgePorts } from '../../bridge-ports.ts';
import { mirrorSessionEntry } from '../mirroring/objects.ts';
import { multicastVlanEntry } from '../multicast-vlan/objects.ts';
import { trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';

/** The class of the frames that neighbors declare VLANs by. */
export const GVRP_FRAMES = 'gvrp';

/** The objects that `settingsOf` reads. */
export const settingsRead = [
  gvrpGlobal,
  dot1dPortGarpEntry,
  dot1qPortVlanEntry,
  dot1qVlanStaticEntry,
  trunkGroupEntry,
  mirrorSessionEntry,
  multicastVlanEntry,
] as const;

/** States of ports, independent of the configuration. */
export interface PortStates {
  readonly up: PortList;
  readonly discarding: PortList;
}

/** Whether GVRP is on. */
export function isGvrpOn(configuration: Configuration): boolean {
  return configuration.group(gvrpGlobal).dot1qGvrpStatus === Status.enabled;
}

/**
 * Settings of GVRP by the configuration. `up` are the ports with a link, of which a trunk needs one; `discarding` those
 * that the spanning tree blocks, a trunk by its first member.
 */
export function settingsOf(
  configuration: Configuration,
  hardware: Hardware,
  { up, discarding }: PortStates,
): GvrpSettings {
  const targets = portListOf(
    configuration
      .rows(mirrorSessionEntry)
      .filter((session) => session.mirrorSessionStatus === Status.enabled && session.mirrorTargetPort > 0)
      .map((session) => session.mirrorTargetPort),
  );
  const active = bridgePorts(configuration, hardware).filter(
    ({ members, representative }) =>
      (members & up) !== NO_PORTS && (members & targets) === NO_PORTS && !hasPort(discarding, representative),
  );
  const taking = isGvrpOn(configuration) ? active : [];
  return {
    source: hardware.baseMacAddress,
    ports: new Map(
      taking.flatMap((place) => {
        const settings = portOf(configuration, place);
        return settings ? [[place.representative, settings] as const] : [];
      }),
    ),
    active: portListOf(active.map(({ representative }) => representative)),
    vlans: isGvrpOn(configuration) ? vlansOf(configuration) : new Map(),
    maximumVlans: hardware.maxVlans,
    largestVlan: hardware.maxVlanId,
  };
}

/** No protocol brings ports into a multicast VLAN. */
const NOBODYS: StaticVlan = { members: NO_PORTS, forbidden: EVERY_PORT };

/** A trunk's own settings, or those of its first member where it has none. */
function portOf(configuration: Configuration, { number, representative }: BridgePort): GvrpPort | undefined {
  const row =
    configuration.row(dot1qPortVlanEntry, { dot1dBasePort: number }) ??
    configuration.row(dot1qPortVlanEntry, { dot1dBasePort: representative });
  const times = configuration.row(dot1dPortGarpEntry, { dot1dBasePort: number });
  if (row?.dot1qPortGvrpStatus !== Status.enabled || !times) return undefined;
  return {
    joinTime: times.dot1dPortGarpJoinTime,
    leaveTime: times.dot1dPortGarpLeaveTime,
    leaveAllTime: times.dot1dPortGarpLeaveAllTime,
    restricted: row.dot1qPortRestrictedVlanRegistration === Status.enabled,
  };
}

function vlansOf(configuration: Configuration): ReadonlyMap<number, StaticVlan> {
  return new Map([
    ...configuration.rows(dot1qVlanStaticEntry).map((row) => [row.dot1qVlanIndex, staticVlan(row)] as const),
    ...configuration.rows(multicastVlanEntry).map(({ multicastVlanId }) => [multicastVlanId, NOBODYS] as const),
  ]);
}

const staticVlan = onceFor(
  (row: RowOf<typeof dot1qVlanStaticEntry>): StaticVlan => ({
    members: parsePortList(row.dot1qVlanStaticEgressPorts) ?? NO_PORTS,
    forbidden: parsePortList(row.dot1qVlanForbiddenEgressPorts) ?? NO_PORTS,
  }),
);
