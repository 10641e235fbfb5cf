import type { Environment } from '../../datapath/datapath.ts';
import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  type LiveRowOf,
  live,
  type Service,
} from '../../device/feature.ts';
import { slot } from '../../device/slot.ts';
import { TruthValue } from '../../model/schema/kinds/enumeration.ts';
import type { Values } from '../../model/wire/call.ts';
import { memoryUsed, processorLoad, processorTime, storageUsed } from '../host-measure.ts';
import { hostNames } from '../hosts/slots.ts';
import { featureStates } from './device-features.ts';
import { portTrafficRows, trafficRows } from './device-traffic.ts';
import { fansState, powerUsed, stateOf, thresholds, worst } from './health.ts';
import {
  FanStatus,
  fanEntry,
  portAddressEntry,
  portTrafficEntry,
  sysDashboard,
  sysFeatureState,
  sysHealth,
  trafficEntry,
} from './objects.ts';

/** Milliseconds over which the processors' load is averaged. */
const LOAD_INTERVAL = 5_000;

/** Percent that the processors were busy. */
const load = slot('load', 0);

/** Keeps the processors' load of the last five seconds. */
const loadSampling: Service = {
  name: 'processor load',
  reads: [],
  start(context) {
    let before = processorTime();
    context.clock.every(LOAD_INTERVAL, () => {
      const after = processorTime();
      const percent = processorLoad(before, after);
      context.slots.update(load, () => percent);
      before = after;
    });
    return {};
  },
};

/** Measurements of the device itself; undefined for those that are not possible. */
async function measured(context: DeviceContext) {
  const [memory, flash, environment] = await Promise.all([
    memoryUsed(),
    storageUsed(context.dataDirectory),
    context.datapath.environment(),
  ]);
  return { cpu: context.slots.get(load), memory, flash, environment };
}

async function dashboard(context: DeviceContext): Promise<LiveOf<typeof sysDashboard>> {
  const { cpu, memory, flash, environment } = await measured(context);
  return {
    cpuMemory: worst([stateOf(cpu, thresholds.cpu), stateOf(memory, thresholds.memory)]),
    temp: stateOf(environment.temperature, thresholds.temperature),
    system: worst([fansState(environment.fans), stateOf(flash, thresholds.flash)]),
    poe: stateOf(powerUsed(environment.power), thresholds.power),
  };
}

async function health(context: DeviceContext): Promise<LiveOf<typeof sysHealth>> {
  const { cpu, memory, flash, environment } = await measured(context);
  return {
    cpuUtilization: cpu,
    memoryUtilization: memory,
    flashUtilization: flash ?? 0,
    temperature: Math.round(environment.temperature ?? 0),
  };
}

const fans = ({ fans: states = [] }: Environment): LiveRowOf<typeof fanEntry>[] =>
  states.map((state, place) => ({ fanIndex: place + 1, fanStatus: FanStatus[state] }));

async function addressesAtPorts(
  { datapath, slots }: DeviceContext,
  { ifIndex }: Values,
): Promise<LiveRowOf<typeof portAddressEntry>[]> {
  const entries = await datapath.forwardingDatabase();
  const names = await slots.get(hostNames)?.read();
  return entries
    .filter(({ port }) => ifIndex === undefined || String(port) === String(ifIndex))
    .map(({ port, fid, address, origin }) => ({
      ifIndex: port,
      dot1qFdbId: fid,
      dot1qTpFdbAddress: address,
      isStatic: origin === 'static' ? TruthValue.yes : TruthValue.no,
      portAddressHost: names?.get(address)?.name ?? '',
    }))
    .sort((a, b) => a.ifIndex - b.ifIndex);
}

/** Dashboard. */
export const dashboardFeature: DeviceFeature = {
  objects: [sysDashboard, sysFeatureState, sysHealth, fanEntry, portAddressEntry, trafficEntry, portTrafficEntry],
  live: [
    live(sysDashboard, { group: dashboard }),
    live(sysFeatureState, { group: featureStates }),
    live(sysHealth, { group: health }),
    live(fanEntry, { rows: async ({ datapath }) => fans(await datapath.environment()) }),
    live(portAddressEntry, { rows: addressesAtPorts }),
    live(trafficEntry, { rows: trafficRows }),
    live(portTrafficEntry, { rows: portTrafficRows }),
  ],
  services: [loadSampling],
};
