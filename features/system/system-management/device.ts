import {
  type DeviceContext,
  type DeviceFeature,
  type LiveOf,
  live,
  type StandingContext,
  standing,
} from '../../../device/feature.ts';
import { softwareVersion } from '../../../device/software-version.ts';
import { serialNumber } from '../../../model/hardware/hardware.ts';
import { modelIdentifier } from './model-identifiers.ts';
import { sysSystemCtrl, system } from './objects.ts';

function liveSystem(context: DeviceContext): LiveOf<typeof system> {
  const { power, hardware } = context;
  return {
    sysDescr: `${hardware.modelName} managed switch, Faceplate ${softwareVersion}`,
    sysObjectID: modelIdentifier(hardware.modelName),
    sysUpTime: Math.floor(power.upTime() / 10),
  };
}

const hardwareVersions = { virtual: 'Virtual switch', openvswitch: 'Open vSwitch' } as const;

function liveDevice({ hardware, datapath }: StandingContext): LiveOf<typeof sysSystemCtrl> {
  return {
    modelName: hardware.modelName,
    sysHardwareVersion: hardwareVersions[datapath.facts.kind],
    sysBootVersion: `Node.js ${process.versions.node}`,
    sysSoftwareVersion: softwareVersion,
    sysSerialNumber: serialNumber(hardware),
    systemSwitchBaseMacAddress: hardware.baseMacAddress,
  };
}

/** System > System Management. */
export const systemManagement: DeviceFeature = {
  objects: [system, sysSystemCtrl],
  live: [live(system, { group: liveSystem }), standing(sysSystemCtrl, { group: liveDevice })],
};
