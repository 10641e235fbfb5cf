import type { Contribution, StateContribution } from '../../device/contribution.ts';
import type { Service } from '../../device/feature.ts';
import { NO_PORTS } from '../../model/values/port-list.ts';
import { configuredMulticastVlans, multicastVlanObjects } from './multicast-vlan/configured.ts';
import type { Snooped } from './snooping.ts';
import { membersRead, membersUsed, vlansOf } from './snooping-vlans.ts';
import { trunkGroupEntry } from './trunk/objects.ts';

/** Messages of a port that are looked into in a second; a flood of more is lost, and a host says again what it listens to. */
const MESSAGES_A_SECOND = 200;
/** Routers say that they are there every half minute. */
const HELLOS_A_SECOND = 50;

/** The frames that snooping looks into: messages are taken out, and go on where they belong. */
export function snoopedFrames(of: Snooped): Contribution {
  return {
    reads: [...of.reads, ...membersRead, ...multicastVlanObjects],
    uses: membersUsed,
    compile(configuration, _hardware, slots) {
      const { enabled } = of.values(configuration);
      const vlans = enabled ? vlansOf(of, configuration, slots) : [];
      const streams = enabled ? configuredMulticastVlans(configuration) : [];
      const on = vlans.filter(({ snooped }) => snooped).map(({ vlan }) => vlan);
      if (on.length === 0 && streams.length === 0) return {};
      const everywhere = on.length > 0 && on.length === vlans.length;
      const where = everywhere ? [undefined] : [...on, ...streams.map(({ vlan }) => vlan)];
      // Receivers of a multicast VLAN may report in any VLAN, and so may queriers at the untagged source.
      const ports = streams.reduce((all, each) => all | each.receivers | (each.sources & each.untagged), NO_PORTS);
      const elsewhere = ports === NO_PORTS || everywhere ? [] : of.messages();
      return {
        punts: new Map([
          [
            of.kinds.messages,
            {
              stage: 'inspection',
              action: 'take',
              rate: MESSAGES_A_SECOND,
              eachPort: true,
              matches: [
                ...where.flatMap((vlan) => of.messages(vlan)),
                ...elsewhere.map((match) => ({ ...match, ports })),
              ],
            },
          ],
          [
            of.kinds.routers,
            {
              stage: 'inspection',
              action: 'copy',
              rate: HELLOS_A_SECOND,
              eachPort: true,
              matches: where.flatMap((vlan) => of.routers(vlan)),
            },
          ],
        ]),
      };
    },
  };
}

/** Groups and routers learned. */
export function snoopedState(of: Snooped): StateContribution {
  return {
    reads: [],
    uses: [of.forwarding],
    compile: (_configuration, _hardware, slots) => slots.get(of.forwarding),
  };
}

/** Hears who listens to what while the family is snooped. */
export function snoopingService(of: Snooped): Service {
  return {
    name: `${of.family.name} snooping`,
    reads: [...of.reads, ...membersRead, ...multicastVlanObjects, trunkGroupEntry],
    wanted: (configuration) => of.values(configuration).enabled,
    decides: [of.forwarding],
    start: async (context) => (await import('./snooping-service.ts')).startSnooping(of, context),
  };
}
