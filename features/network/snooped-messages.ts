import type { PuntMatch } from '../../datapath/punt.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { mldTypes } from '../../protocols/frames/mld.ts';

const IGMP = 2;

/** Messages of hosts and queriers about IPv4 groups. */
export const igmpMessages: readonly PuntMatch[] = [{ etherType: EtherType.ipv4, ipProtocol: IGMP }];

/** Messages of hosts and queriers about IPv6 groups. */
export const mldMessages: readonly PuntMatch[] = mldTypes.map((icmpType) => ({ etherType: EtherType.ipv6, icmpType }));
