import type { PortPart } from '../../../datapath/plan.ts';
import { EVERY_VLAN } from '../../../datapath/state.ts';
import type { Contribution, StateContribution } from '../../../device/contribution.ts';
import { type DeviceContext, type DeviceFeature, type LiveColumnsOf, live } from '../../../device/feature.ts';
import { changedRows } from '../../../model/configuration/changed-rows.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import { hasPort, NO_PORTS, type PortList, portBit } from '../../../model/values/port-list.ts';
import { carriedBy } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot3EeeCtrl, dot3EeeEntry, EnergyUse, Partner } from './objects.ts';

/** The ports whose links may sleep. */
function sleepingPorts(configuration: Configuration): PortList {
  if (configuration.group(dot3EeeCtrl).eeeGlobalState !== Status.enabled) return NO_PORTS;
  return configuration
    .rows(dot3EeeEntry)
    .filter((row) => row.eeePortState === Status.enabled)
    .reduce((ports, { ifIndex }) => ports | portBit(ifIndex), NO_PORTS);
}

/** For the guard: a link whose setting changes renegotiates, and is down meanwhile. */
const interruption: StateContribution = {
  reads: [dot3EeeCtrl, dot3EeeEntry, trunkGroupEntry],
  compile: () => ({}),
  foresee(configuration, hardware, _slots, former) {
    const changed = sleepingPorts(configuration) ^ sleepingPorts(former);
    const ports = carriedBy(changed, configuration, hardware);
    return ports === NO_PORTS ? {} : { blocked: new Map([[EVERY_VLAN, { ports }]]) };
  },
};

const [asleep, awake]: readonly [PortPart, PortPart] = [{ energyEfficient: true }, { energyEfficient: false }];

const links: Contribution = {
  reads: [dot3EeeCtrl, dot3EeeEntry],
  compile(configuration) {
    const sleeping = sleepingPorts(configuration);
    const rows = configuration.rows(dot3EeeEntry);
    return { ports: new Map(rows.map(({ ifIndex }) => [ifIndex, hasPort(sleeping, ifIndex) ? asleep : awake])) };
  },
};

/** A port whose interface does not offer it is refused. */
const available: Rule = {
  concerns: [dot3EeeEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot3EeeEntry)) {
      if (row.eeePortState !== Status.enabled || hardware.ports.get(row.ifIndex)?.energyEfficient) continue;
      const message = say('Port {{port}} has no Energy-Efficient Ethernet: its interface does not support it.', {
        port: row.ifIndex,
      });
      yield conflict(dot3EeeEntry, message, { row, column: 'eeePortState' });
    }
  },
};

const truth = (holds: boolean | undefined) => (holds ? TruthValue.yes : TruthValue.no);

async function liveLinks({ datapath, hardware }: DeviceContext): Promise<LiveColumnsOf<typeof dot3EeeEntry>> {
  const states = await datapath.energyStates();
  return new Map(
    [...hardware.ports.values()].map(({ number: ifIndex, energyEfficient }) => {
      const state = states.get(ifIndex);
      return [
        rowKey(dot3EeeEntry, { ifIndex }),
        {
          eeeAvailable: truth(energyEfficient),
          eeeLinkPartner: Partner[state?.partner ?? 'unknown'],
          eeeOperState: state?.isActive ? EnergyUse.active : EnergyUse.inactive,
          eeeTxLpi: truth(state?.sendsIdle),
          eeeRxLpi: truth(state?.receivesIdle),
          eeeTxWakeTime: state?.wakeTime ?? 0,
        },
      ];
    }),
  );
}

/** System > IEEE 802.3az EEE. */
export const energyEfficientEthernet: DeviceFeature = {
  objects: [dot3EeeCtrl, dot3EeeEntry],
  rules: [available],
  contributions: [links],
  stateContributions: [interruption],
  live: [live(dot3EeeEntry, { columns: liveLinks })],
};
