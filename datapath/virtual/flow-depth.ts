import type { AccessCondition } from '../../model/access-control/access-rule.ts';
import { chunkOf } from '../../model/access-control/access-rule.ts';
import { NO_PORTS, type PortList } from '../../model/values/port-list.ts';
import { EtherType } from '../../protocols/frames/ethernet.ts';
import { EVERY_PORT } from '../combiners.ts';
import type { ForwardingPlan } from '../plan.ts';
import type { PuntMatch } from '../punt.ts';

/** How deep the stages that a plan uses look into frames, by port. */
export interface PlanDepth {
  /** Ports at which the headers of packets make a difference. */
  readonly packets: PortList;
  /** Ports at which any octet of a frame may make one. */
  readonly anywhere: PortList;
  /** Packets of ARP differ by more than their addresses. */
  readonly arp: boolean;
}

type Sections = Pick<ForwardingPlan, 'deniedAttacks' | 'accessControl' | 'queueing' | 'punts'>;

const FRAME_FIELDS: ReadonlySet<string> = new Set(['vlan', 'priority', 'destination', 'source', 'etherType']);

/** What the stages of a plan look at, of frames that pass all of them. */
export function depthOf({ deniedAttacks, accessControl, queueing, punts }: Sections): PlanDepth {
  const looksAtPackets = deniedAttacks.size > 0 || queueing?.codePoints !== undefined || queueing?.trafficClasses.size;
  let packets = looksAtPackets ? EVERY_PORT : NO_PORTS;
  let anywhere = NO_PORTS;
  for (const { match, ports } of accessControl.values()) {
    if (match.some(({ field }: AccessCondition) => chunkOf(field))) anywhere |= ports;
    else if (match.some(({ field }) => !FRAME_FIELDS.has(field))) packets |= ports;
  }
  let arp = false;
  for (const { stage, matches } of punts.values()) {
    // Frames of the other stages end, or are given to the agent one by one.
    if (stage !== 'control' && stage !== 'inspection') continue;
    for (const match of matches) {
      if (looksIntoPacket(match)) packets |= match.ports ?? EVERY_PORT;
      arp ||= match.arpOperation !== undefined || match.arpSender !== undefined;
    }
  }
  return { packets, anywhere, arp };
}

function looksIntoPacket({ etherType, ipProtocol, sourcePort, destinationPort, icmpType }: PuntMatch): boolean {
  const isOfPacket = etherType === undefined || etherType === EtherType.ipv4 || etherType === EtherType.ipv6;
  const fields = [ipProtocol, sourcePort, destinationPort, icmpType];
  return isOfPacket && fields.some((field) => field !== undefined);
}
