import type { ClassifierPlan } from '../../datapath/plan.ts';
import type { PuntPart } from '../../datapath/punt.ts';
import type { Contribution, StateContribution } from '../../device/contribution.ts';
import { NO_PORTS, portBit, portListOf } from '../../model/values/port-list.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../protocols/frames/ipv4.ts';
import {
  ADDRESS_FRAMES,
  acceptedDevices,
  DISCOVERY_FRAMES,
  detectingPorts,
  isOn,
  membersOfPorts,
  prefixesOf,
  STATION_FRAMES,
  STREAM_FRAMES,
  settingsRead,
  uplinkPorts,
} from './device-settings.ts';
import { placedDevices } from './slots.ts';
import { aSVGlobal } from './vlan-objects.ts';

/** Frames a second that are enough to hear devices by. */
const HEARD_A_SECOND = 20;
/** Answers of all devices at once. */
const ADDRESSES_A_SECOND = 200;
/** Of each port: pictures are sampled. */
const PICTURES_A_SECOND = 2;

/** UDP port of WS-Discovery. */
const DISCOVERY_PORT = 3702;
const ARP_REQUEST = 1;
const ARP_REPLY = 2;

/** Frames from known and accepted devices belong to the surveillance VLAN. */
export const deviceClassifiers: Contribution = {
  reads: settingsRead,
  uses: [placedDevices],
  compile(configuration, hardware, slots) {
    if (!isOn(configuration)) return {};
    const { aSVVlanId: vlan, aSVPriority: priority } = configuration.group(aSVGlobal);
    const accepted = acceptedDevices(configuration, hardware, slots.get(placedDevices));
    const made = accepted.map(({ mac, port }): [string, ClassifierPlan] => [
      `surveillance ${mac}`,
      { rank: 'surveillance', source: mac, ports: portBit(port), vlan, priority },
    ]);
    return made.length === 0 ? {} : { classifiers: new Map(made) };
  },
};

/** Copies for the agent: of unknown devices, of frames that reveal their addresses, and samples of video. */
export const copiedFrames: Contribution = {
  reads: settingsRead,
  uses: [placedDevices],
  compile(configuration, hardware, slots) {
    if (!isOn(configuration)) return {};
    const { aSVVlanId: vlan, aSVOnvifPort: port } = configuration.group(aSVGlobal);
    const placed = slots.get(placedDevices);
    // Further devices at the port of a known one are found in the address table.
    const ports = membersOfPorts(
      configuration,
      hardware,
      detectingPorts(configuration, hardware) & ~portListOf(placed.map((one) => one.port)),
    );
    const strangers = prefixesOf(configuration).map(({ source, sourceMask }) => ({ source, sourceMask, ports }));
    const cameras = placed.filter(({ kind }) => kind === 'camera');
    const addresses = [
      { etherType: EtherType.arp, arpOperation: ARP_REPLY, destination: hardware.baseMacAddress },
      { etherType: EtherType.arp, arpOperation: ARP_REQUEST, vlan },
    ];
    const streams = cameras.flatMap(({ mac }) => [
      { source: mac, ipProtocol: IpProtocol.udp },
      { destination: mac, ipProtocol: IpProtocol.tcp, destinationPort: port },
    ]);
    const discovery = [
      { ipProtocol: IpProtocol.udp, destinationPort: DISCOVERY_PORT },
      { ipProtocol: IpProtocol.udp, sourcePort: DISCOVERY_PORT },
    ];
    const announced = { stage: 'inspection', action: 'copy', rate: HEARD_A_SECOND, eachPort: true } as const;
    const punts = new Map<string, PuntPart>([
      [DISCOVERY_FRAMES, { ...announced, matches: discovery }],
      [ADDRESS_FRAMES, { stage: 'inspection', action: 'copy', rate: ADDRESSES_A_SECOND, matches: addresses }],
    ]);
    if (strangers.length > 0 && ports !== NO_PORTS) {
      punts.set(STATION_FRAMES, { stage: 'control', action: 'copy', rate: HEARD_A_SECOND, matches: strangers });
    }
    if (streams.length > 0) {
      const sampled = { stage: 'inspection', action: 'copy', rate: PICTURES_A_SECOND, eachPort: true } as const;
      punts.set(STREAM_FRAMES, { ...sampled, matches: streams });
    }
    return { punts };
  },
};

/** Uplinks are tagged members, and ports with a device that is accepted untagged ones. */
export const memberPorts: StateContribution = {
  reads: settingsRead,
  uses: [placedDevices],
  compile(configuration, hardware, slots) {
    if (!isOn(configuration)) return {};
    const accepted = acceptedDevices(configuration, hardware, slots.get(placedDevices));
    const untagged = portListOf(accepted.map(({ port }) => port));
    const members = untagged | uplinkPorts(configuration, hardware);
    if (members === NO_PORTS) return {};
    return { memberships: new Map([[configuration.group(aSVGlobal).aSVVlanId, { members, untagged }]]) };
  },
};
