import type { TrunkPlan } from '../../../datapath/plan.ts';
import type { TrunkState } from '../../../datapath/state.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import { type DeviceFeature, live, type Service } from '../../../device/feature.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { RowOf } from '../../../model/schema/object.ts';
import { onceFor } from '../../../model/values/once-for.ts';
import { NO_PORTS, type PortList, portListOf } from '../../../model/values/port-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { SLOW_PROTOCOLS_GROUP, StateBit } from '../../../protocols/lacp/lacpdu.ts';
import { idleLacp } from '../../../protocols/lacp/state.ts';
import { configuredTrunks, membersOf } from '../../bridge-ports.ts';
import { activePortRows, portColumns, statisticsRows, trunkRows } from './device-status.ts';
import {
  dot3adAggEntry,
  dot3adAggPortEntry,
  dot3adAggPortListEntry,
  dot3adAggPortStatsEntry,
  lacpCtrl,
  SYSTEM_PRIORITY,
} from './lacp-objects.ts';
import { speaksLacp, TrunkMode, trunkGroupEntry } from './objects.ts';
import { trunkRules } from './rules.ts';
import { lacpReader, SLOW_FRAMES, trunkViews } from './slots.ts';

/** Frames of slow protocols that are heard from a port in a second: of a partner in a hurry, with markers beside. */
const SLOW_FRAMES_A_SECOND = 20;

const trunkPart = onceFor(
  (row: RowOf<typeof trunkGroupEntry>): TrunkPlan => ({ members: membersOf(row), hash: 'sourceDestinationMac' }),
);

const trunks: Contribution = {
  reads: [trunkGroupEntry],
  compile: (configuration) => ({
    trunks: new Map(configuredTrunks(configuration).map(({ number, row }) => [number, trunkPart(row)])),
  }),
};

/** LACPDUs and markers of the members of LACP trunks come to the agent. */
const slowFrames: Contribution = {
  reads: [trunkGroupEntry],
  compile(configuration) {
    const members = configuredTrunks(configuration)
      .filter(({ row }) => speaksLacp(row.trunkMode))
      .reduce((all, trunk) => all | trunk.members, NO_PORTS);
    if (members === NO_PORTS) return {};
    const match = { destination: SLOW_PROTOCOLS_GROUP, etherType: EtherType.slowProtocols, ports: members };
    return {
      punts: new Map([
        [
          SLOW_FRAMES,
          { stage: 'control', action: 'take', rate: SLOW_FRAMES_A_SECOND, eachPort: true, matches: [match] },
        ],
      ]),
    };
  },
};

/** An LACP trunk without any state yet forwards nothing: its links may be a loop. */
const agreed: StateContribution = {
  reads: [trunkGroupEntry],
  uses: [trunkViews],
  compile(configuration, _hardware, slots) {
    const views = slots.get(trunkViews);
    const states = new Map<number, TrunkState>();
    for (const { number, members, row } of configuredTrunks(configuration)) {
      if (!speaksLacp(row.trunkMode)) continue;
      const { collecting, distributing } = views.get(number) ?? nothing;
      states.set(number, { collecting: collecting & members, distributing: distributing & members });
    }
    return { trunks: states };
  },
  foresee(configuration, hardware, slots, former) {
    const { trunks = new Map<number, Partial<TrunkState>>() } = agreed.compile(configuration, hardware, slots);
    const states = new Map(trunks);
    const silent = membersOfSilentPartners(slots);
    for (const { number, row } of configuredTrunks(configuration)) {
      const { collecting = NO_PORTS, distributing = NO_PORTS } = states.get(number) ?? nothing;
      const before = former.row(trunkGroupEntry, { trunkId: row.trunkId })?.trunkMode;
      if (row.trunkMode !== TrunkMode.passive || before !== TrunkMode.active) continue;
      states.set(number, { collecting: collecting & ~silent, distributing: distributing & ~silent });
    }
    return { trunks: states };
  },
};

/** Members whose partner says nothing unless it is spoken to: where both ends wait for each other, their trunk ends. */
function membersOfSilentPartners(slots: SlotReader): PortList {
  const { ports } = slots.get(lacpReader)?.() ?? idleLacp;
  const silent = [...ports].filter(([, { receive, partner }]) => {
    return receive === 'current' && (partner.state & StateBit.activity) === 0;
  });
  return portListOf(silent.map(([port]) => port));
}

const nothing: TrunkState = { collecting: NO_PORTS, distributing: NO_PORTS };

/** Agrees with partners on links, and says what becomes of trunks. */
const linkAggregation: Service = {
  name: 'link aggregation',
  reads: [trunkGroupEntry, dot3adAggPortEntry],
  wanted: (configuration) => configuredTrunks(configuration).length > 0,
  decides: [trunkViews],
  start: async (context) => (await import('./device-lacp.ts')).startAggregation(context),
};

/** Network > Trunk. */
export const trunk: DeviceFeature = {
  objects: [
    trunkGroupEntry,
    lacpCtrl,
    dot3adAggEntry,
    dot3adAggPortListEntry,
    dot3adAggPortEntry,
    dot3adAggPortStatsEntry,
  ],
  rules: trunkRules,
  contributions: [trunks, slowFrames],
  stateContributions: [agreed],
  live: [
    live(lacpCtrl, { group: () => ({ lacpSystemPriority: SYSTEM_PRIORITY }) }),
    live(dot3adAggEntry, { rows: trunkRows }),
    live(dot3adAggPortListEntry, { rows: activePortRows }),
    live(dot3adAggPortEntry, { columns: portColumns }),
    live(dot3adAggPortStatsEntry, { rows: statisticsRows }),
  ],
  services: [linkAggregation],
};
