import type { Configuration } from '../../../model/configuration/configuration.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { NO_PORTS, type PortList, parsePortList, portListOf } from '../../../model/values/port-list.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { voiceVlan, voiceVlanOuiEntry, voiceVlanPortEntry } from './objects.ts';

/** The kind of the frames by which phones are heard. */
export const PHONE_FRAMES = 'voiceStations';

/** The objects that this file reads. */
export const settingsRead = [voiceVlan, voiceVlanPortEntry, voiceVlanOuiEntry, dot1qVlanStaticEntry] as const;

/** The ports that listen for phones; none where the voice VLAN is off. */
export function listeningPorts(configuration: Configuration): PortList {
  if (configuration.group(voiceVlan).voiceVlanStatus !== Status.enabled) return NO_PORTS;
  const rows = configuration.rows(voiceVlanPortEntry).filter((row) => row.voiceVlanPortAuto === Status.enabled);
  return portListOf(rows.map((row) => row.ifIndex));
}

/** The prefixes of phones, as addresses that end in zeros. */
export function ouisOf(configuration: Configuration): readonly string[] {
  return configuration.rows(voiceVlanOuiEntry).map((row) => row.voiceVlanOuiAddress);
}

/** The ports that are members of the voice VLAN by configuration. */
export function staticMembers(configuration: Configuration): PortList {
  const { voiceVlanId } = configuration.group(voiceVlan);
  const row = configuration.row(dot1qVlanStaticEntry, { dot1qVlanIndex: voiceVlanId });
  return parsePortList(row?.dot1qVlanStaticEgressPorts ?? '') ?? NO_PORTS;
}
