import type { PortPart } from '../../../datapath/plan.ts';
import type { Contribution } from '../../../device/contribution.ts';
import type { DeviceContext, DeviceFeature } from '../../../device/feature.ts';
import { changedRows } from '../../../model/configuration/changed-rows.ts';
import { conflict, type Rule } from '../../../model/configuration/rule.ts';
import { Status, TruthValue } from '../../../model/schema/kinds/enumeration.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { say } from '../../../model/values/message.ts';
import type { Values } from '../../../model/wire/call.ts';
import { dot3EeeCtrl, dot3EeeEntry, EnergyUse, Partner } from './objects.ts';

const [asleep, awake]: readonly [PortPart, PortPart] = [{ energyEfficient: true }, { energyEfficient: false }];

const links: Contribution = {
  reads: [dot3EeeCtrl, dot3EeeEntry],
  compile(configuration) {
    const isOn = configuration.group(dot3EeeCtrl).eeeGlobalState === Status.enabled;
    return {
      ports: new Map(
        configuration
          .rows(dot3EeeEntry)
          .map((row) => [row.ifIndex, isOn && row.eeePortState === Status.enabled ? asleep : awake]),
      ),
    };
  },
};

/** A port whose interface does not offer it is refused. */
const available: Rule = {
  reads: [dot3EeeEntry],
  *check({ changes, hardware }) {
    for (const row of changedRows(changes, dot3EeeEntry)) {
      if (row.eeePortState !== Status.enabled || hardware.ports.get(row.ifIndex)?.energyEfficient) continue;
      const message = say('Port {{port}} has no Energy-Efficient Ethernet: its interface does not offer it.', {
        port: row.ifIndex,
      });
      yield conflict(dot3EeeEntry, message, { row, column: 'eeePortState' });
    }
  },
};

const truth = (holds: boolean | undefined) => (holds ? TruthValue.yes : TruthValue.no);

async function liveLinks({ datapath, hardware }: DeviceContext): Promise<ReadonlyMap<string, Values>> {
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
  live: [{ object: dot3EeeEntry, columns: liveLinks }],
};
