import type { ForwardingPlan } from '../../datapath/plan.ts';
import { compilePlan } from '../../device/configuration/compile-plan.ts';
import type { DeviceFeature } from '../../device/feature.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import type { Hardware, HardwarePort } from '../../model/hardware/hardware.ts';
import { wordsOf } from '../../model/values/message.ts';
import { bandwidthControl } from './bandwidth-control/device.ts';
import { gvrp } from './gvrp/device.ts';
import { igmpSnooping } from './igmp-snooping/device.ts';
import { loopbackDetection } from './loopback-detection/device.ts';
import { macVlan } from './mac-vlan/device.ts';
import { mirroring } from './mirroring/device.ts';
import { mldSnooping } from './mld-snooping/device.ts';
import { multicastFiltering } from './multicast-filtering/device.ts';
import { multicastVlan } from './multicast-vlan/device.ts';
import { physicalInterface } from './physical-interface/device.ts';
import { protocolVlan } from './protocol-vlan/device.ts';
import { spanningTreeFeature } from './spanning-tree/device.ts';
import { staticMulticast } from './static-multicast/device.ts';
import { staticUnicast } from './static-unicast/device.ts';
import { trunk } from './trunk/device.ts';
import { vlan } from './vlan/device.ts';
import { voiceVlanFeature } from './voice-vlan/device.ts';

/** For tests: the features that this folder's tests put together. */
export const networkFeatures: readonly DeviceFeature[] = [
  physicalInterface,
  trunk,
  mirroring,
  spanningTreeFeature,
  loopbackDetection,
  staticUnicast,
  staticMulticast,
  bandwidthControl,
  igmpSnooping,
  mldSnooping,
  multicastVlan,
  multicastFiltering,
  vlan,
  gvrp,
  macVlan,
  voiceVlanFeature,
  protocolVlan,
];

const objects = networkFeatures.flatMap((feature) => feature.objects);
const rules = [...networkFeatures.flatMap((feature) => feature.rules ?? []), ...referenceRules(objects)];

function portOf(number: number): HardwarePort {
  return number <= 8
    ? { number, media: 'copper', speeds: [10, 100, 1000], pse: true }
    : { number, media: 'fiber', speeds: [100, 1000], pse: false };
}

/** For tests: a switch of eight copper and two fiber ports. */
export const testHardware: Hardware = {
  modelName: 'TPE-1021WS',
  portCount: 10,
  baseMacAddress: '02-00-00-00-00-01',
  ports: new Map(Array.from({ length: 10 }, (_, at) => [at + 1, portOf(at + 1)])),
  maxVlanId: 4094,
  maxVlans: 256,
  mirrorSessions: 2,
  lacking: new Set(),
};

/** For tests: that switch, never configured. */
export function factory(hardware: Hardware = testHardware): Configuration {
  return factoryConfiguration(objects, hardware);
}

/** For tests: what the rules say of going from `before` to `after`, in words. */
export function problemsOf(before: Configuration, after: Configuration, hardware: Hardware = testHardware) {
  const changes = changesBetween(objects, before, after);
  const changed = new Set(changes.map((change) => change.object));
  return rules
    .filter((rule) => rule.concerns.some((object) => changed.has(object)))
    .flatMap((rule) => [...rule.check({ before, after, changes, hardware })])
    .map((problem) => ({ ...problem, message: wordsOf(problem.message) }));
}

/** For tests: the messages of `problemsOf`. */
export function messagesOf(before: Configuration, after: Configuration, hardware: Hardware = testHardware): string[] {
  return problemsOf(before, after, hardware).map((problem) => problem.message);
}

/** For tests: the plan that the features make of `configuration`. */
export function planOf(configuration: Configuration, hardware: Hardware = testHardware): ForwardingPlan {
  const contributions = networkFeatures.flatMap((feature) => feature.contributions ?? []);
  return compilePlan(contributions, { configuration, hardware, slots: { get: ({ empty }) => empty } }).whole;
}
