import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import type { ObjectDeclaration } from '../../../model/schema/object.ts';
import type { Binding, SnoopingSettings } from '../../../protocols/dhcp-snooping/state.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { trunkGroupEntry } from '../../network/trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../../network/vlan/static-vlan-objects.ts';
import { bridgePortNumbers } from '../inspected-ports.ts';
import { isTrusted, snoopedVlans } from '../snooped.ts';
import {
  BINDINGS,
  dhcpSnoopingConfig,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dhcpSnoopingVlanEntry,
} from './objects.ts';

/** The objects that snooping follows. */
export const settingsRead: readonly ObjectDeclaration[] = [
  dhcpSnoopingConfig,
  dhcpSnoopingVlanEntry,
  dhcpSnoopingPortEntry,
  dhcpSnoopingStaticBindingEntry,
  dot1qVlanStaticEntry,
  trunkGroupEntry,
];

/** Settings of snooping by the configuration; `statics` are the static bindings. */
export function settingsOf(
  configuration: Configuration,
  hardware: Hardware,
  statics: ReadonlyMap<string, Binding>,
): SnoopingSettings {
  const ports = bridgePorts(configuration, hardware);
  const { dhcpSnoopingVerifyMac, dhcpSnoopingPassOption82 } = configuration.group(dhcpSnoopingConfig);
  const rates = ports.flatMap(({ number, representative }): [number, number][] => {
    const row = configuration.row(dhcpSnoopingPortEntry, { dhcpSnoopingPort: representative });
    return row && row.dhcpSnoopingPortRate > 0 ? [[number, row.dhcpSnoopingPortRate]] : [];
  });
  return {
    vlans: snoopedVlans(configuration),
    bridgePorts: bridgePortNumbers(ports, hardware),
    trusted: new Set(ports.filter((port) => isTrusted(configuration, port)).map(({ number }) => number)),
    rates: new Map(rates),
    verifiesMac: dhcpSnoopingVerifyMac === Status.enabled,
    acceptsRelayed: dhcpSnoopingPassOption82 === Status.enabled,
    statics,
    capacity: BINDINGS,
  };
}
