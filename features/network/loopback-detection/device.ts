import { type BlockedPorts, EVERY_VLAN } from '../../../datapath/state.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveColumnsOf,
  live,
  operation,
  type Service,
} from '../../../device/feature.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { NO_PORTS, portBit } from '../../../model/values/port-list.ts';
import { formatVlanList } from '../../../model/values/vlan-list.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { PROBES_A_SECOND } from '../../../protocols/loop-detection/detection.ts';
import { LOOPBACK_ASSISTANCE } from '../../../protocols/loop-detection/probe.ts';
import type { LoopPlace } from '../../../protocols/loop-detection/state.ts';
import { LOOPBACK_FRAMES, portsTakingPart, settingsRead } from './device-settings.ts';
import { LoopStatus, sysLBD, sysLBDCtrlEntry } from './objects.ts';
import { loopBlocks, loopRecovery } from './slots.ts';

/**
 * The switch's own probes come to the agent wherever they come in; it is never asked about those of others. More than are
 * ever sent come only out of a loop.
 */
const probes: Contribution = {
  reads: settingsRead,
  compile(configuration, { baseMacAddress }) {
    if (portsTakingPart(configuration).length === 0) return {};
    const match = { etherType: EtherType.loopback, destination: LOOPBACK_ASSISTANCE, source: baseMacAddress };
    return {
      punts: new Map([
        [
          LOOPBACK_FRAMES,
          { stage: 'control', action: 'take', rate: PROBES_A_SECOND, eachPort: true, matches: [match] },
        ],
      ]),
    };
  },
};

/** Blocked ports. A port that begins to be probed may turn out to be at a loop. */
const closed: StateContribution = {
  reads: settingsRead,
  uses: [loopBlocks],
  compile: (_configuration, _hardware, slots) => ({ blocked: blockedAt(slots.get(loopBlocks)) }),
  foresee(configuration, _hardware, slots, former) {
    const before = new Set(portsTakingPart(former));
    const probed = portsTakingPart(configuration).filter((port) => !before.has(port));
    return { blocked: blockedAt([...slots.get(loopBlocks), ...probed.map((port) => ({ port, vlan: 0 }))]) };
  },
};

function blockedAt(places: readonly LoopPlace[]): ReadonlyMap<number, BlockedPorts> {
  const blocked = new Map<number, BlockedPorts>();
  for (const { port, vlan } of places) {
    const key = vlan || EVERY_VLAN;
    blocked.set(key, { ports: (blocked.get(key)?.ports ?? NO_PORTS) | portBit(port) });
  }
  return blocked;
}

function liveColumns({ hardware, slots }: DeviceContext): LiveColumnsOf<typeof sysLBDCtrlEntry> {
  const places = slots.get(loopBlocks);
  return new Map(
    [...hardware.ports.keys()].map((port) => {
      const here = places.filter((place) => place.port === port);
      const columns = {
        sysLBDPortLoopStatus: here.length > 0 ? LoopStatus.loop : LoopStatus.normal,
        sysLBDPortLoopVlan: formatVlanList(here.map(({ vlan }) => vlan).filter((vlan) => vlan !== 0)),
      };
      return [rowKey(sysLBDCtrlEntry, { sysLBDCtrlIndex: port }), columns];
    }),
  );
}

/** Recover: the port is opened at once, and probed. A port that is not closed stays as it is. */
const recover = operation(sysLBDCtrlEntry, {
  operate({ slots }, { values }) {
    if (values.sysLBDPortRecover === undefined) return;
    slots.get(loopRecovery)?.(Number(values.sysLBDCtrlIndex));
  },
});

const detection: Service = {
  name: 'loopback detection',
  reads: settingsRead,
  wanted: (configuration) => configuration.group(sysLBD).sysLBDStateEnable === Status.enabled,
  decides: [loopBlocks],
  start: async (context) => (await import('./device-detection.ts')).startDetection(context),
};

/** Network > Loopback Detection. */
export const loopbackDetection: DeviceFeature = {
  objects: [sysLBD, sysLBDCtrlEntry],
  contributions: [probes],
  stateContributions: [closed],
  live: [live(sysLBDCtrlEntry, { columns: liveColumns })],
  operations: [recover],
  services: [detection],
};
