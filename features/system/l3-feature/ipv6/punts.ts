import type { Contribution } from '../../../../device/contribution.ts';
import { Status } from '../../../../model/schema/kinds/enumeration.ts';
import { DHCPV6_CLIENT_PORT } from '../../../../protocols/dhcpv6/message.ts';
import { EtherType } from '../../../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../../../protocols/frames/ipv4.ts';
import { ipv6AddressObjects } from './addresses.ts';
import { ipv6Rows } from './objects.ts';

/** The class of router advertisements and of neighbor discovery for the switch's interfaces. */
export const discoveryFrames = 'ipv6Discovery';

/** Router advertisement, neighbor solicitation and advertisement (RFC 4861 4). */
const TYPES = [134, 135, 136];

/** Frames a second from each port: a flood at one hides no router behind another. */
const RATE = 100;

/** Messages of stations and routers about IPv6 addresses are copied to the agent. */
export const discoveryContribution: Contribution = {
  reads: ipv6AddressObjects,
  compile(configuration) {
    const matches = ipv6Rows(configuration).flatMap(({ ipIfVlanId: vlan }) =>
      TYPES.map((icmpType) => ({ etherType: EtherType.ipv6, ipProtocol: IpProtocol.icmpv6, icmpType, vlan })),
    );
    if (matches.length === 0) return {};
    return {
      punts: new Map([[discoveryFrames, { stage: 'delivery', action: 'copy', rate: RATE, eachPort: true, matches }]]),
    };
  },
};

/** The kind of frames of answers to the DHCPv6 clients. */
export const dhcpv6Frames = 'dhcpv6Client';

/** Answers of servers are copied to the agent. */
export const dhcpv6Contribution: Contribution = {
  reads: ipv6AddressObjects,
  compile(configuration) {
    const rows = ipv6Rows(configuration).filter(({ dhcpv6State }) => dhcpv6State === Status.enabled);
    if (rows.length === 0) return {};
    const matches = rows.map(({ ipIfVlanId: vlan }) => ({
      etherType: EtherType.ipv6,
      ipProtocol: IpProtocol.udp,
      destinationPort: DHCPV6_CLIENT_PORT,
      vlan,
    }));
    return {
      punts: new Map([[dhcpv6Frames, { stage: 'delivery', action: 'copy', rate: RATE, eachPort: true, matches }]]),
    };
  },
};
