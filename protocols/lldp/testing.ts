import { ChassisIdSubtype, PortIdSubtype, textIdentifier } from './identifier.ts';
import { bareInformation, type LldpInformation, type MedCapabilities, SystemCapability } from './information.ts';
import { buildLldpdu, lldpFrame } from './lldpdu.ts';
import type { LldpPort, LldpSettings } from './state.ts';

/** For tests: what a switch says of its port `port`. */
export function switchPort(port: number, more: Partial<LldpInformation> = {}): LldpInformation {
  const bridge = SystemCapability.bridge;
  return {
    ...bareInformation(
      { subtype: ChassisIdSubtype.macAddress, octets: Uint8Array.of(2, 0, 0, 0, 0, 1) },
      textIdentifier(PortIdSubtype.local, String(port)),
    ),
    systemName: 'switch',
    capabilities: { supported: bridge, enabled: bridge },
    ...more,
  };
}

/** For tests: what the settings say of a port that speaks and listens. */
export function openPort(port: number, more: Partial<LldpPort> = {}): LldpPort {
  const information = switchPort(port);
  return { up: true, transmit: true, receive: true, information, toEndpoint: information, ...more };
}

/** For tests: the settings of a switch with these ports, everything else as it leaves the factory. */
export function lldpSettings(ports: readonly number[], more: Partial<LldpSettings> = {}): LldpSettings {
  return {
    source: '02-00-00-00-00-01',
    transmitInterval: 30_000,
    holdMultiplier: 4,
    reinitDelay: 2000,
    transmitDelay: 2000,
    fastStart: 3,
    ports: new Map(ports.map((port) => [port, openPort(port)])),
    ...more,
  };
}

/** For tests: a phone's LLDP-MED capabilities. */
export const phone: MedCapabilities = { capabilities: 0x33, deviceClass: 3 };

/** For tests: a frame of a neighbor that is called `name`. */
export function neighbourFrame(name: string, more: Partial<LldpInformation> = {}, timeToLive = 120): Uint8Array {
  const information = {
    ...bareInformation(
      textIdentifier(ChassisIdSubtype.local, name),
      textIdentifier(PortIdSubtype.interfaceName, 'eth0'),
    ),
    systemName: name,
    ...more,
  };
  return lldpFrame('02-00-00-00-00-99', buildLldpdu(information, timeToLive).octets);
}
