import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import type { AddressOwner } from '../../../protocols/arp-inspection/verdict.ts';
import { bridgePorts } from '../../bridge-ports.ts';
import { dhcpSnoopingStaticBindingEntry } from '../dhcp-snooping/objects.ts';
import { bindingKey, dhcpBindings } from '../dhcp-snooping/slots.ts';
import { bridgePortNumbers } from '../inspected-ports.ts';
import { isSnooping, isTrusted, snoopedVlans } from '../snooped.ts';

/** Owners of addresses, by bindings. */
export interface Owners {
  ownerOf(vlan: number, address: string): AddressOwner | undefined;
  /** The addresses of a station in a VLAN. */
  addressesOf(vlan: number, mac: string): readonly string[];
}

/** Owners by the static bindings of a configuration, and by learned ones, read at each call, if it snoops. */
export function ownersUnder(configuration: Configuration, hardware: Hardware, slots: SlotReader): Owners {
  const ports = bridgePorts(configuration, hardware);
  const numbers = bridgePortNumbers(ports, hardware);
  const trusted = new Set(ports.filter((port) => isTrusted(configuration, port)).map(({ number }) => number));
  const vlans = isSnooping(configuration) ? snoopedVlans(configuration) : new Set<number>();
  const learnt = () => slots.get(dhcpBindings).learnt;
  const fixed = new Map(
    configuration
      .rows(dhcpSnoopingStaticBindingEntry)
      .map((row) => [
        bindingKey(row.bindingVlanId, row.bindingIp),
        { vlan: row.bindingVlanId, mac: row.bindingMac, address: row.bindingIp, port: row.bindingPort },
      ]),
  );
  const owner = ({ mac, port }: AddressOwner): AddressOwner => ({ mac, port: numbers.get(port) ?? port });
  const learntOwner = (vlan: number, address: string) => {
    const binding = vlans.has(vlan) ? learnt().get(bindingKey(vlan, address)) : undefined;
    const found = binding && owner(binding);
    return found && !trusted.has(found.port) ? found : undefined;
  };
  return {
    ownerOf(vlan, address) {
      const set = fixed.get(bindingKey(vlan, address));
      return set ? owner(set) : learntOwner(vlan, address);
    },
    addressesOf: (vlan, mac) =>
      [...fixed.values(), ...learnt().values()]
        .filter((binding) => binding.vlan === vlan && binding.mac === mac)
        .map(({ address }) => address),
  };
}
