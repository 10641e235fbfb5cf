import type { InterfacePlan } from '../../../datapath/plan.ts';
import type { PuntMatch } from '../../../datapath/punt.ts';
import { type AccessAddress, accessKey } from '../../../device/access-plan.ts';
import type { AccessContribution, Contribution } from '../../../device/contribution.ts';
import { heldAddresses } from '../../../device/held-addresses.ts';
import type { SlotReader } from '../../../device/slot.ts';
import type { Configuration } from '../../../model/configuration/configuration.ts';
import type { Hardware } from '../../../model/hardware/hardware.ts';
import { Status } from '../../../model/schema/kinds/enumeration.ts';
import { millisecondsIn } from '../../../model/schema/milliseconds.ts';
import { interfaceName, VLAN_INTERFACE_BASE } from '../../../model/values/interface-index.ts';
import { EtherType } from '../../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import { type Ipv4Interface, lastingAddresses, leaseOf, wantedAddresses } from '../../interface-addresses.ts';
import { ipIfSecondaryEntry } from './address-objects.ts';
import { type Ipv6Row, ipv6AddressObjects, ipv6InForce } from './ipv6/addresses.ts';
import { ipv6InterfaceEntry } from './ipv6/interface-objects.ts';
import { ipv6Rows } from './ipv6/objects.ts';
import { ipv6Interfaces } from './ipv6/slots.ts';
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

/** The rows of one VLAN's interface: it has a stack of either family, or of both. */
interface InterfaceRows {
  readonly ipv4?: Ipv4Interface;
  readonly ipv6?: Ipv6Row;
}

/** The interfaces by VLAN. One of IPv6 that is disabled, or disabled with all of IPv6, is as none. */
function interfaceRows(configuration: Configuration): ReadonlyMap<number, InterfaceRows> {
  const rows = new Map<number, InterfaceRows>();
  for (const ipv4 of configuration.rows(ipv4InterfaceEntry)) rows.set(ipv4.ipIfVlanId, { ipv4 });
  for (const ipv6 of ipv6Rows(configuration)) rows.set(ipv6.ipIfVlanId, { ...rows.get(ipv6.ipIfVlanId), ipv6 });
  return rows;
}

/** The last plan of each row, given back while it says the same. */
const known = new WeakMap<Ipv4Interface | Ipv6Row, { readonly text: string; readonly plan: InterfacePlan }>();

function interfacePlan(
  vlan: number,
  { ipv4, ipv6 }: InterfaceRows,
  configuration: Configuration,
  hardware: Hardware,
  slots: SlotReader,
): InterfacePlan {
  const mac = hardware.baseMacAddress;
  const speaksIpv4 = ipv4?.ipv4InterfaceEnableStatus === Status.enabled;
  const plan: InterfacePlan = {
    vlan,
    name: interfaceName(VLAN_INTERFACE_BASE + vlan),
    enabled: speaksIpv4 || ipv6 !== undefined,
    mac,
    addresses: [
      // An interface that is disabled keeps its addresses, unlike one without any.
      ...(ipv4 && (speaksIpv4 || !ipv6) ? wantedAddresses(ipv4, configuration, slots) : []),
      ...(ipv6 ? ipv6InForce(ipv6, configuration, mac, slots) : []),
    ],
    dhcpClient: ipv4?.ipAddrCfgMode === AddressMode.dynamic,
    ...(ipv6 && { retransmitTime: millisecondsIn(ipv6InterfaceEntry, ipv6)('ipv6NsRetransmitTime') }),
  };
  const key = ipv4 ?? ipv6;
  if (!key) return plan;
  const text = JSON.stringify(plan);
  const present = known.get(key);
  if (present?.text === text) return present.plan;
  known.set(key, { text, plan });
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
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry, ...ipv6AddressObjects],
  uses: [leases, heldAddresses, ipv6Interfaces],
  compile(configuration, hardware, slots) {
    const rows = interfaceRows(configuration);
    return {
      interfaces: new Map(
        [...rows].map(([vlan, row]) => [vlan, interfacePlan(vlan, row, configuration, hardware, slots)]),
      ),
    };
  },
};

/** The addresses that the switch answers at, for the guard. */
export const accessContribution: AccessContribution = {
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry, ...ipv6AddressObjects],
  uses: [leases, heldAddresses, ipv6Interfaces],
  compile(configuration, hardware, slots) {
    const addresses = new Map<string, AccessAddress>();
    for (const row of configuration.rows(ipv4InterfaceEntry)) {
      if (row.ipv4InterfaceEnableStatus !== Status.enabled) continue;
      const vlan = row.ipIfVlanId;
      const lease = leaseOf(row, slots)?.address;
      const lasting = new Set(lastingAddresses(row, configuration, slots).map(({ address }) => address));
      for (const { address, prefix } of wantedAddresses(row, configuration, slots)) {
        const held = !lasting.has(address) && { held: true };
        addresses.set(accessKey(vlan, address), { vlan, address, prefix, leased: address === lease, ...held });
      }
    }
    for (const row of ipv6Rows(configuration)) {
      const vlan = row.ipIfVlanId;
      for (const { address, prefix } of ipv6InForce(row, configuration, hardware.baseMacAddress, slots)) {
        addresses.set(accessKey(vlan, address), { vlan, address, prefix, leased: false });
      }
    }
    return { addresses };
  },
};

/** Answers to the DHCP client, and what stations say that use the switch's own addresses (RFC 5227), go to the agent as well. */
export const addressFrameContribution: Contribution = {
  reads: [ipv4InterfaceEntry, ipIfSecondaryEntry],
  uses: [leases, heldAddresses, probedLeases],
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
