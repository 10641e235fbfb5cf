import type { InterfacePlan } from '../../../datapath/plan.ts';
import type { PuntMatch } from '../../../datapath/punt.ts';
import { type AccessAddress, accessKey } from '../../../device/access-plan.ts';
import type { AccessContribution, Contribution } from '../../../device/contribution.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/configuration/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { interfaceName } from '../../../model/values/interface-index.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { type Ipv4Interface, leaseOf, wantedAddresses } from '../../interface-addresses.ts';
import { ipIfSecondaryEntry } from './address-objects.ts';
import { AddressMode, ipv4InterfaceEntry } from './objects.ts';
import { duplicateAddresses, leases, probedLeases } from './slots.ts';

/** Whether somebody else was found to use the address in this VLAN as well (RFC 5227). */
export function isDuplicate(slots: SlotReader, vlan: number, address: string): boolean {
  return slots.get(duplicateAddresses).has(`${vlan} ${address}`);
}

/** The address of a lease that is to be probed before it is used. */
export function probedAddress(row: Ipv4Interface, slots: SlotReader): readonly { readonly address: string }[] {
  const lease = row.ipAddrCfgMode === AddressMode.dynamic ? slots.get(probedLeases).get(row.ipIfVlanId) : undefined;
  return lease ? [lease] : [];
}

/** The last plan of each row, given back while it says the same. */
const known = new WeakMap<Ipv4Interface, { readonly text: string; readonly plan: InterfacePlan }>();

function interfacePlan(
  row: Ipv4Interface,
  configuration: Configuration,
  hardware: Hardware,
  slots: SlotReader,
): InterfacePlan {
  const plan: InterfacePlan = {
    vlan: row.ipIfVlanId,
    name: interfaceName(row.ipv4InterfaceIfIndex),
    enabled: row.ipv4InterfaceEnableStatus === Status.enabled,
    mac: hardware.baseMacAddress,
    addresses: wantedAddresses(row, configuration, slots),
    dhcpClient: row.ipAddrCfgMode === AddressMode.dynamic,
  };
  const text = JSON.stringify(plan);
  const present = known.get(row);
  if (present?.text === text) return present.plan;
  known.set(row, { text, plan });
  return plan;
}

/** The UDP port of DHCP clients (RFC 2131 4.1). */
const DHCP_CLIENT = 68;

/** Kinds of frames that the agent is given for the interfaces' addresses. */
export const addressFrames = { dhcp: 'dhcpClient', arp: 'addressConflict' } as const;

/** Frames a second that the agent is given of each kind. */
const ANSWER_RATE = 100;

function dhcpAnswers(row: Ipv4Interface): PuntMatch[] {
  if (row.ipAddrCfgMode !== AddressMode.dynamic) return [];
  return [
    { etherType: EtherType.ipv4, ipProtocol: IpProtocol.udp, destinationPort: DHCP_CLIENT, vlan: row.ipIfVlanId },
  ];
}

/** The switch's own interfaces. */
export const interfaceContribution: Contribution = {
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry],
  uses: [leases],
  compile(configuration, hardware, slots) {
    const rows = configuration.rows(ipv4InterfaceEntry);
    return {
      interfaces: new Map(rows.map((row) => [row.ipIfVlanId, interfacePlan(row, configuration, hardware, slots)])),
    };
  },
};

/** The addresses that the switch answers at, for the guard. */
export const accessContribution: AccessContribution = {
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry],
  uses: [leases],
  compile(configuration, _hardware, slots) {
    const addresses = new Map<string, AccessAddress>();
    for (const row of configuration.rows(ipv4InterfaceEntry)) {
      if (row.ipv4InterfaceEnableStatus !== Status.enabled) continue;
      const vlan = row.ipIfVlanId;
      const lease = leaseOf(row, slots)?.address;
      for (const { address, prefix } of wantedAddresses(row, configuration, slots)) {
        addresses.set(accessKey(vlan, address), { vlan, address, prefix, leased: address === lease });
      }
    }
    return { addresses };
  },
};

/** Answers to the DHCP client, and what stations say that use the switch's own addresses (RFC 5227), go to the agent as well. */
export const addressFrameContribution: Contribution = {
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry],
  uses: [leases, probedLeases],
  compile(configuration, _hardware, slots) {
    const enabled = configuration
      .rows(ipv4InterfaceEntry)
      .filter((row) => row.ipv4InterfaceEnableStatus === Status.enabled);
    const copies = { stage: 'delivery', action: 'copy', rate: ANSWER_RATE } as const;
    const claims = (row: Ipv4Interface): PuntMatch[] =>
      [...wantedAddresses(row, configuration, slots), ...probedAddress(row, slots)].map(({ address }) => ({
        etherType: EtherType.arp,
        arpSender: address,
        vlan: row.ipIfVlanId,
      }));
    return {
      punts: new Map([
        [addressFrames.dhcp, { ...copies, matches: enabled.flatMap(dhcpAnswers) }],
        [addressFrames.arp, { ...copies, matches: enabled.flatMap(claims) }],
      ]),
    };
  },
};
