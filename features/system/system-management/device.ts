import type { DeviceContext, DeviceFeature, Service } from '../../../device/feature.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import type { Values } from '../../../model/wire/call.ts';
import { sysSystemCtrl, system } from './objects.ts';

/** The object identifier of a device that no enterprise has numbered (RFC 2578, zeroDotZero). */
const ZERO_DOT_ZERO = '0.0';

/** Monotonic milliseconds at which each agent started. */
const starts = new WeakMap<DeviceContext, number>();

/** Notes when the agent started, on the clock that setting the date does not move. */
const uptime: Service = {
  name: 'uptime',
  reads: [],
  start(context) {
    starts.set(context, context.clock.now());
    return { stop: () => void starts.delete(context) };
  },
};

function liveSystem(context: DeviceContext): Values {
  const { clock, hardware } = context;
  return {
    sysDescr: `${hardware.modelName} managed switch, Faceplate ${softwareVersion}`,
    sysObjectID: ZERO_DOT_ZERO,
    sysUpTime: Math.floor((clock.now() - (starts.get(context) ?? clock.now())) / 10),
  };
}

const hardwareVersions = { virtual: 'Virtual switch', openvswitch: 'Open vSwitch' } as const;

function liveDevice({ hardware, datapath }: DeviceContext): Values {
  return {
    modelName: hardware.modelName,
    sysHardwareVersion: hardwareVersions[datapath.facts.kind],
    sysBootVersion: `Node.js ${process.versions.node}`,
    sysSoftwareVersion: softwareVersion,
    sysSerialNumber: hardware.baseMacAddress.replaceAll('-', ''),
    systemSwitchBaseMacAddress: hardware.baseMacAddress,
  };
}

/** System > System Management. */
export const systemManagement: DeviceFeature = {
  objects: [system, sysSystemCtrl],
  live: [
    { object: system, group: liveSystem },
    { object: sysSystemCtrl, group: liveDevice },
  ],
  services: [uptime],
};
