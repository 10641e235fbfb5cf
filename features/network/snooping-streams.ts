import type { PuntedFrame } from '../../datapath/datapath.ts';
import type { ServiceContext } from '../../device/feature.ts';
import { Severity } from '../../device/log/log.ts';
import { Status } from '../../model/schema/kinds/enumeration.ts';
import { say } from '../../model/values/message.ts';
import { hasPort, NO_PORTS, type PortList, parsePortList, portBit } from '../../model/values/port-list.ts';
import { macAt } from '../../protocols/frames/addresses.ts';
import type { HeardMessage } from '../../protocols/frames/membership-message.ts';
import { isTagged, popTag, tagOf } from '../../protocols/frames/vlan-tag.ts';
import { divided, type GroupMessage, isAboutGroups } from '../../protocols/multicast-snooping/divide.ts';
import type { SnoopingEvent } from '../../protocols/multicast-snooping/snooping.ts';
import type { SnoopingStep } from '../../protocols/multicast-snooping/step.ts';
import { portDecisions } from '../security/port-access-control/slots.ts';
import { type ConfiguredMulticastVlan, carries } from './multicast-vlan/configured.ts';
import { multicastVlansInForce } from './multicast-vlan/in-force.ts';
import { KEEP_SOURCE, multicastVlanCtrl } from './multicast-vlan/objects.ts';
import type { Snooped } from './snooping.ts';
import { privateVlanPortEntry } from './vlan/private-vlan-objects.ts';

/** Milliseconds between two entries in the log on reports that were dropped. */
const PAUSE = 60_000;

/** Snooping, as multicast VLANs need it. */
interface Snooping {
  tell(event: SnoopingEvent): SnoopingStep;
  routers(vlan: number): PortList;
}

/** The messages of multicast VLANs: who asks for their streams, in whatever VLAN, and who asks at their sources. */
export interface StreamMessages {
  /** Takes the configuration over; gives back whether the multicast VLANs are others than before. */
  configure(): boolean;
  /** Looks at a message that was taken out; gives back whether that is all that has to be done with it. */
  hear(port: number, vlan: number, punted: PuntedFrame): boolean;
}

/**
 * Takes reports of receivers of multicast VLANs into these: reports of their groups are learned there, and sent to the
 * sources as if the receivers were in that VLAN. Reports of other groups stay in the receivers' own VLAN, or are
 * dropped, as set.
 */
export function streamMessages(of: Snooped, context: ServiceContext, snooping: Snooping): StreamMessages {
  const { clock, datapath, log, slots } = context;
  let streams: readonly ConfiguredMulticastVlan[] = [];
  let forwardsUnmatched = false;
  let quietUntil = 0;

  /** Those of the ports that what came in by `port` may reach. */
  const reachable = (port: number, ports: PortList): PortList => {
    const row = context.configuration().row(privateVlanPortEntry, { privateVlanSourcePort: port });
    return row ? ports & (parsePortList(row.privateVlanForwardPorts) ?? NO_PORTS) : ports;
  };

  /** Rebuilds what a host says of groups. */
  const rebuilt = (message: GroupMessage, frame: Uint8Array, address = message.source) =>
    of.family.build(message, { mac: macAt(frame, 6), address });

  const listens = (stream: ConfiguredMulticastVlan, port: number, message: GroupMessage, frame: Uint8Array): void => {
    const { vlan, sources, replaceSourceIp } = stream;
    snooping.tell({ kind: 'message', vlan, port, message });
    const replaced = of.family.name === 'IGMP' && replaceSourceIp !== KEEP_SOURCE;
    datapath.originate(
      vlan,
      rebuilt(message, frame, replaced ? replaceSourceIp : message.source),
      reachable(port, sources),
    );
  };

  /** Messages that arrived in a multicast VLAN itself. */
  const hearWithin = (stream: ConfiguredMulticastVlan, port: number, punted: PuntedFrame): void => {
    const { frame } = punted;
    const { vlan, sources, receivers } = stream;
    const message = of.family.parse(frame);
    if (!message) return;
    if (hasPort(sources, port)) {
      if (message.kind !== 'query') return;
      snooping.tell({ kind: 'message', vlan, port, message });
      datapath.resume(punted, undefined, receivers);
    } else if (hasPort(receivers, port) && isAboutGroups(message)) {
      const part = divided(message, (group) => (carries(stream, group) ? vlan : undefined)).get(vlan);
      if (part) listens(stream, port, part, frame);
    }
  };

  /** A router without a VLAN asks everybody: those of the multicast VLANs whose streams come in there, too. */
  const passOn = (port: number, query: HeardMessage, frame: Uint8Array): void => {
    if (query.kind !== 'query' || query.group !== undefined || (tagOf(frame)?.vid ?? 0) !== 0) return;
    for (const { vlan, sources, untagged, receivers } of streams) {
      if (!hasPort(sources & untagged, port)) continue;
      snooping.tell({ kind: 'message', vlan, port, message: query });
      datapath.originate(vlan, isTagged(frame) ? popTag(frame) : frame, reachable(port, receivers));
    }
  };

  /** A receiver's report in its own VLAN. */
  const report = (port: number, vlan: number, message: GroupMessage, frame: Uint8Array): boolean => {
    const places = streams.filter(({ receivers }) => hasPort(receivers, port));
    if (places.length === 0) return false;
    const parts = divided(message, (group) => places.find((place) => carries(place, group))?.vlan);
    const rest = parts.get(undefined);
    if (rest && parts.size === 1 && forwardsUnmatched) return false;
    for (const place of places) {
      const part = parts.get(place.vlan);
      if (part) listens(place, port, part, frame);
    }
    if (rest && forwardsUnmatched) stays(port, vlan, rest, frame);
    else if (rest) dropped(port, rest);
    return true;
  };

  const stays = (port: number, vlan: number, rest: GroupMessage, frame: Uint8Array): void => {
    const { forward } = snooping.tell({ kind: 'message', vlan, port, message: rest });
    const others = reachable(port, ~portBit(port));
    datapath.originate(vlan, rebuilt(rest, frame), forward === 'routers' ? snooping.routers(vlan) & others : others);
  };

  const dropped = (port: number, rest: GroupMessage): void => {
    const groups = rest.kind === 'records' ? rest.records.map(({ group }) => group) : [rest.group];
    const group = groups.find((each) => !of.family.staysOnLink(each));
    if (group === undefined || rest.kind === 'leave' || clock.now() < quietUntil) return;
    quietUntil = clock.now() + PAUSE;
    log.write(
      Severity.informational,
      say('Port {{port}} requests {{group}}, which none of its multicast VLANs carries: its report is dropped.', {
        port,
        group,
      }),
    );
  };

  return {
    configure() {
      const former = streams;
      const configuration = context.configuration();
      const { enabled } = of.values(configuration);
      streams = enabled ? multicastVlansInForce(configuration, slots.get(portDecisions)) : [];
      const { multicastVlanForwardUnmatched } = configuration.group(multicastVlanCtrl);
      forwardsUnmatched = multicastVlanForwardUnmatched === Status.enabled;
      return said(former) !== said(streams);
    },
    hear(port, vlan, punted) {
      if (streams.length === 0) return false;
      const within = streams.find((stream) => stream.vlan === vlan);
      if (within) {
        hearWithin(within, port, punted);
        return true;
      }
      const message = of.family.parse(punted.frame);
      if (!message) return false;
      if (isAboutGroups(message)) return report(port, vlan, message, punted.frame);
      passOn(port, message, punted.frame);
      return false;
    },
  };
}

/** Multicast VLANs as text, to be compared. */
function said(streams: readonly ConfiguredMulticastVlan[]): string {
  return JSON.stringify(streams, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
