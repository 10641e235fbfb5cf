import { macNumberAt } from '../../protocols/frames/addresses.ts';
import { isGroupDestination } from '../../protocols/frames/ethernet.ts';
import type { FlowWay } from './flow-cache.ts';
import { egressFilter } from './stages/egress-filter.ts';
import type { Arrived } from './stages/passage.ts';
import { taggedForm, untaggedForm } from './stages/tagging.ts';
import type { SwitchPort } from './switch-port.ts';
import type { Tables } from './tables.ts';

/**
 * The way of a frame that has passed every ingress stage under `generation`, unchanged and without being given to the agent;
 * undefined if the next frame like it may fare otherwise: it goes to the switch itself or to an address that is not known, to a group
 * that is filtered, or a rule slows, copies or changes it.
 */
export function flowWay(passage: Arrived, tables: Tables, generation: number): FlowWay | undefined {
  const { port, from, frame, vlan, now, rule } = passage;
  const { addresses, vlans, secured, processor } = tables;
  if (rule && (rule.bucket || rule.plan.copyTo !== undefined || changesPacket(rule.plan))) return undefined;
  const address = macNumberAt(frame, 6);
  const source = addresses.row(vlan, address);
  if (!source || processor.isOwnRow(vlan, address)) return undefined;
  const isGroup = isGroupDestination(frame);
  if (isGroup && (processor.listens(vlan) || tables.groups.filters(vlan) || !tables.streams.isEmpty)) return undefined;
  const to = macNumberAt(frame, 0);
  const destination = isGroup ? undefined : addresses.row(vlan, to);
  if (!isGroup && (!destination || processor.owns(vlan, to) || !addresses.isInForce(destination, now))) {
    return undefined;
  }
  const departures: { port: SwitchPort; isTagged: boolean }[] = [];
  egressFilter(passage, tables, (leaving, representative) => {
    departures.push({ port: leaving, isTagged: !vlans.isUntagged(vlan, representative) });
  });
  return {
    generation,
    port,
    tagLength: passage.control < 0 ? 0 : 4,
    source,
    sourcePort: source.port,
    sourceVlan: source.vlan,
    isSecured: secured.has(from.number),
    destination,
    destinationPort: destination?.port ?? 0,
    rule,
    queue: passage.queue,
    tagged: taggedForm(passage, tables),
    untagged: untaggedForm(passage),
    departures,
  };
}

/** A rule that gives a DSCP or a precedence rewrites each packet that does not have it yet. */
function changesPacket({ dscp, precedence }: { readonly dscp?: number; readonly precedence?: number }): boolean {
  return dscp !== undefined || precedence !== undefined;
}
