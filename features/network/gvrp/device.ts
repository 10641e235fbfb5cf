import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import {
  type DeviceFeature,
  type LiveColumnsOf,
  type LiveOf,
  type Service,
  type StandingContext,
  standing,
} from '../../../device/feature.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { NO_PORTS } from '../../../model/values/port-list.ts';
import { GVRP_ADDRESS } from '../../../protocols/gvrp/gvrp-address.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { dot1qPortVlanEntry } from '../vlan/objects.ts';
import { dynamicMembers } from '../vlan/slots.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { GVRP_FRAMES, isGvrpOn, settingsRead } from './device-settings.ts';
import { dot1dPortGarpEntry, gvrpGlobal } from './objects.ts';
import { gvrpRules } from './rules.ts';
import { gvrpStatistics } from './slots.ts';

/** Frames a second of a port: every VLAN, four times over. */
const FRAMES_A_SECOND = 50;

/** Declarations come to the agent; where GVRP is off they are ordinary multicast (IEEE 802.1D-1998 7.12.3). */
const declared: Contribution = {
  reads: [gvrpGlobal],
  compile(configuration) {
    if (!isGvrpOn(configuration)) return { passedGroups: new Map([[GVRP_ADDRESS, true]]) };
    const matches = [{ destination: GVRP_ADDRESS }];
    return {
      punts: new Map([
        [GVRP_FRAMES, { stage: 'control', action: 'take', rate: FRAMES_A_SECOND, eachPort: true, matches }],
      ]),
    };
  },
};

/** Learned memberships: tagged members in addition to the configured ones. */
const learnt: StateContribution = {
  reads: [],
  uses: [dynamicMembers],
  compile: (_configuration, _hardware, slots) => ({
    memberships: new Map(
      [...slots.get(dynamicMembers)].map(([vlan, members]) => [vlan, { members, untagged: NO_PORTS }]),
    ),
  }),
};

function dynamicVlans({ configuration, slots }: StandingContext): LiveOf<typeof gvrpGlobal> {
  const made = configuration().rowMap(dot1qVlanStaticEntry);
  return {
    gvrpDynamicVlanCount: [...slots.get(dynamicMembers).keys()].filter((vlan) => !made.has(String(vlan))).length,
  };
}

function portStatistics({ configuration, hardware, slots }: StandingContext): LiveColumnsOf<typeof dot1qPortVlanEntry> {
  const statistics = slots.get(gvrpStatistics);
  return new Map(
    bridgePorts(configuration(), hardware).flatMap(
      ({ number, representative }): [string, LiveOf<typeof dot1qPortVlanEntry>][] => {
        const counted = statistics.get(representative);
        if (!counted) return [];
        return [
          [
            rowKey(dot1qPortVlanEntry, { dot1dBasePort: number }),
            {
              dot1qPortGvrpFailedRegistrations: counted.failed,
              dot1qPortGvrpLastPduOrigin:
                counted.lastOrigin ?? dot1qPortVlanEntry.fields.dot1qPortGvrpLastPduOrigin.default,
            },
          ],
        ];
      },
    ),
  );
}

const agent: Service = {
  name: 'GVRP',
  reads: settingsRead,
  wanted: isGvrpOn,
  decides: [dynamicMembers],
  start: async (context) => (await import('./device-gvrp.ts')).startGvrp(context),
};

/** Network > GVRP. */
export const gvrp: DeviceFeature = {
  objects: [gvrpGlobal, dot1dPortGarpEntry],
  rules: gvrpRules,
  contributions: [declared],
  stateContributions: [learnt],
  live: [standing(gvrpGlobal, { group: dynamicVlans }), standing(dot1qPortVlanEntry, { columns: portStatistics })],
  services: [agent],
};
