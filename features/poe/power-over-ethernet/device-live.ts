import type { PowerState } from '../../../datapath/datapath.ts';
import type { DeviceContext, LiveColumnsOf, LiveOf, LiveRowOf } from '../../../device/feature.ts';
import { liveDefaults } from '../../../device/live-defaults.ts';
import { valueOrDefault } from '../../../model/schema/field.ts';
import { rowKey } from '../../../model/schema/object.ts';
import { drawn, inUse, usedShare } from '../../power-used.ts';
import { pethMainPseEntry, SupplyStatus } from './main-pse-objects.ts';
import { Detection, pethPsePortEntry, poeSystemConfig } from './objects.ts';
import { PowerClass, PowerStatus, type poePortState } from './port-state-objects.ts';

/** `pethMainPseEntry`: the supply. */
export async function liveSupply({ datapath }: DeviceContext): Promise<LiveColumnsOf<typeof pethMainPseEntry>> {
  const { power } = await datapath.environment();
  if (!power) return new Map();
  const values = {
    pethMainPsePower: power.budget,
    pethMainPseOperStatus: SupplyStatus.on,
    pethMainPseConsumptionPower: drawn(power),
    pethPsePortsPowered: [...power.ports.values()].filter(({ status }) => status === 'POWER ON').length,
  };
  return new Map([[rowKey(pethMainPseEntry, { pethMainPseGroupIndex: 1 }), values]]);
}

/** `poeSystemConfig`: what is left of the supply, or of the threshold below it. */
export async function liveSystem({ datapath, configuration }: DeviceContext): Promise<LiveOf<typeof poeSystemConfig>> {
  const { power } = await datapath.environment();
  if (!power) return liveDefaults(poeSystemConfig);
  const { poePowerThreshold } = configuration().group(poeSystemConfig);
  const limit = Math.min(power.budget, poePowerThreshold || power.budget);
  return {
    poePowerLeft: Math.max(0, limit - inUse(power)),
    poeUsageRatio: Math.round(usedShare(power, limit) * 1000),
  };
}

/** `poePortState`: what each port gives. */
export async function livePorts({ datapath }: DeviceContext): Promise<LiveRowOf<typeof poePortState>[]> {
  const { power } = await datapath.environment();
  return [...(power?.ports ?? [])]
    .sort(([a], [b]) => a - b)
    .map(([port, { status, powerClass, milliwatts, decivolts }]) => ({
      pethPsePortIndex: port,
      poePortStatus: PowerStatus[status],
      poePortClass: powerClass === 'legacy' ? PowerClass.legacy : (powerClass ?? PowerClass.none),
      poePortPower: milliwatts,
      poePortVoltage: decivolts,
      poePortCurrent: decivolts > 0 ? Math.round((milliwatts * 10) / decivolts) : 0,
    }));
}

/** `pethPsePortEntry`: RFC 3621's view of each port. */
export async function liveStandardPorts({ datapath }: DeviceContext): Promise<LiveColumnsOf<typeof pethPsePortEntry>> {
  const { power } = await datapath.environment();
  return new Map(
    [...(power?.ports ?? [])].map(([port, state]) => [
      rowKey(pethPsePortEntry, { pethPsePortGroupIndex: 1, pethPsePortIndex: port }),
      standardColumns(state),
    ]),
  );
}

function standardColumns({ detection, powerClass, counters }: PowerState): LiveOf<typeof pethPsePortEntry> {
  return {
    pethPsePortDetectionStatus: Detection[detection],
    // Class 0, too, of what has none.
    pethPsePortPowerClassifications: valueOrDefault(
      pethPsePortEntry.fields.pethPsePortPowerClassifications,
      typeof powerClass === 'number' ? powerClass + 1 : 1,
    ),
    pethPsePortMPSAbsentCounter: counters.absent,
    pethPsePortInvalidSignatureCounter: counters.invalidSignature,
    pethPsePortPowerDeniedCounter: counters.denied,
    pethPsePortOverLoadCounter: counters.overload,
    pethPsePortShortCounter: counters.short,
  };
}
