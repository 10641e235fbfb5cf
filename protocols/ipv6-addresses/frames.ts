import { macAt } from '../frames/addresses.ts';
import { buildEthernet, EtherType, parseEthernet } from '../frames/ethernet.ts';
import {
  buildNeighbourMessage,
  type NeighbourMessage,
  parseNeighbourMessage,
  solicitedNode,
} from '../frames/icmpv6.ts';
import { IpProtocol } from '../frames/ipv4.ts';
import { buildIpv6Packet, parseIpv6Packet } from '../frames/ipv6.ts';
import { RecordType } from '../frames/membership-message.ts';
import { buildMld, macOfIpv6Group } from '../frames/mld.ts';
import {
  buildRouterSolicitation,
  parseRouterAdvertisement,
  type RouterAdvertisement,
} from '../frames/router-discovery.ts';
import { isTagged, popTag } from '../frames/vlan-tag.ts';

const ALL_NODES = 'ff02::1';
const ALL_ROUTERS = 'ff02::2';
const UNSPECIFIED = '::';
/** A forwarded packet has a lower one, and is not accepted (RFC 4861 6.1, 7.1). */
const FULL_HOP_LIMIT = 255;

/** Received frames that the engine of an interface needs. */
export type HeardDiscovery =
  | { readonly kind: 'neighbour'; readonly message: NeighbourMessage; readonly source: string; readonly mac: string }
  | { readonly kind: 'router'; readonly message: RouterAdvertisement; readonly source: string };

/** Reads a frame, behind one C-tag if there is one; undefined for what is no message of discovery, or comes from elsewhere. */
export function readDiscovery(frame: Uint8Array): HeardDiscovery | undefined {
  const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
  if (ethernet?.etherType !== EtherType.ipv6) return undefined;
  const packet = parseIpv6Packet(ethernet.payload);
  if (packet?.protocol !== IpProtocol.icmpv6 || packet.timeToLive !== FULL_HOP_LIMIT) return undefined;
  const { payload, source, destination } = packet;
  const neighbour = parseNeighbourMessage(payload, source, destination);
  if (neighbour) return { kind: 'neighbour', message: neighbour, source, mac: macAt(frame, 6) };
  const router = parseRouterAdvertisement(payload, source, destination);
  return router && { kind: 'router', message: router, source };
}

/**
 * "Who has `target`?", from the unspecified address (RFC 4862 5.4.2), after joining its group, for switches on the
 * path.
 */
export function probes(mac: string, target: string): Uint8Array[] {
  const group = solicitedNode(target);
  const asked = { kind: 'solicitation', target, mac: undefined, solicited: false } as const;
  const record = { type: RecordType.toExclude, group: group.address, sources: [] };
  return [
    buildMld({ kind: 'records', records: [record] }, { mac, address: UNSPECIFIED }),
    packetTo(mac, group.mac, UNSPECIFIED, group.address, buildNeighbourMessage(asked, UNSPECIFIED, group.address)),
  ];
}

/** Says to everybody that an address is this station's (RFC 4861 7.2.6). */
export function announcement(mac: string, target: string): Uint8Array {
  const said = { kind: 'advertisement', target, mac, solicited: false } as const;
  const payload = buildNeighbourMessage(said, target, ALL_NODES);
  return packetTo(mac, macOfIpv6Group(ALL_NODES), target, ALL_NODES, payload);
}

/** Solicits routers, from a link-local address or the unspecified one. */
export function routerQuestion(mac: string, source: string | undefined): Uint8Array {
  const from = source ?? UNSPECIFIED;
  const payload = buildRouterSolicitation(source === undefined ? undefined : mac, from, ALL_ROUTERS);
  return packetTo(mac, macOfIpv6Group(ALL_ROUTERS), from, ALL_ROUTERS, payload);
}

function packetTo(mac: string, toMac: string, source: string, destination: string, payload: Uint8Array): Uint8Array {
  const protocol = IpProtocol.icmpv6;
  const packet = buildIpv6Packet({ source, destination, protocol, dscp: 0, timeToLive: FULL_HOP_LIMIT, payload });
  return buildEthernet({ destination: toMac, source: mac, etherType: EtherType.ipv6, payload: packet });
}
