import type { Contribution } from '../../../../device/contribution.ts';
import { EtherType } from '../../../../protocols/frames/ethernet.ts';
import { IpProtocol } from '../../../../protocols/frames/ipv4.ts';
import { ipv6AddressObjects } from './addresses.ts';
import { ipv6Rows } from './objects.ts';

/** The kind of frames of router advertisements and of neighbour discovery for the switch's interfaces. */
export const discoveryFrames = 'ipv6Discovery';

/** Router advertisement, neighbour solicitation and advertisement (RFC 4861 4). */
const TYPES = [134, 135, 136];

/** Frames a second from each port: a flood at one hides no router behind another. */
const RATE = 100;

/** What stations and routers say of IPv6 addresses goes to the agent as well. */
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
