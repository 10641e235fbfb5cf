import { parseIpv4 } from '../../../model/values/ipv4.ts';
import { IpProtocol } from '../../../protocols/frames/ipv4.ts';
import {
  buildTransitError,
  handedOn,
  isErrorMessage,
  parseTransit,
  type TransitError,
  type TransitPacket,
} from '../../../protocols/frames/ipv4-transit.ts';
import type { InterfacePlan } from '../../plan.ts';
import { TokenBucket } from '../token-bucket.ts';
import { isBroadcastOf, type Route } from './route-table.ts';

/** Requirements of a router for the station that it is part of. */
export interface ForwarderStation {
  route(destination: string): Route | undefined;
  /** Whether the address is one of the station's own. */
  isOwn(address: string): boolean;
  /** Passes a whole packet to a neighbor. */
  hand(route: Route, packet: Uint8Array): void;
  /** Sends a packet of the station's own. */
  send(packet: { source: string; destination: string; protocol: number; payload: Uint8Array }): void;
  /** Monotonic milliseconds. */
  now(): number;
}

/** Maximum number of errors per second that senders receive (RFC 1812 4.3.2.8). */
const ERROR_RATE = 10;

/**
 * Hands packets of IPv4 on from one of the switch's links to another (RFC 1812 5.2, 5.3): those that a host could have sent, to
 * one host, for as many hops as they may live. Nothing is handed on to all stations of a link (RFC 2644).
 */
export class PacketForwarder {
  readonly #station: ForwarderStation;
  readonly #errors = new TokenBucket(ERROR_RATE);

  constructor(station: ForwarderStation) {
    this.#station = station;
  }

  /** Takes the payload of a frame of IPv4 that came in by `own` to its MAC address, for an address that is not the station's. */
  forward(own: InterfacePlan, payload: Uint8Array): void {
    const packet = parseTransit(payload);
    if (!packet || !this.#isForwarded(packet)) return;
    const route = this.#station.route(packet.destination);
    if (!route) this.#tell('networkUnreachable', own, packet);
    else if (isBroadcastOf(route.via, packet.destination)) return;
    else if (packet.timeToLive <= 1) this.#tell('timeExceeded', own, packet);
    else this.#station.hand(route, handedOn(packet));
  }

  #isForwarded({ source, destination }: TransitPacket): boolean {
    return isUnicast(source) && isUnicast(destination) && !this.#station.isOwn(source);
  }

  #tell(error: TransitError, own: InterfacePlan, packet: TransitPacket): void {
    const [from] = own.addresses.filter(({ address }) => parseIpv4(address) !== undefined);
    if (!from || packet.isLaterFragment || isErrorMessage(packet)) return;
    if (!this.#errors.take(this.#station.now())) return;
    const payload = buildTransitError(error, packet);
    this.#station.send({ source: from.address, destination: packet.source, protocol: IpProtocol.icmp, payload });
  }
}

/** Whether an address can be that of one host of a network beyond this station (RFC 1812 5.3.7, RFC 3927 2.7). */
function isUnicast(text: string): boolean {
  const address = parseIpv4(text) ?? 0;
  const first = address >>> 24;
  return first > 0 && first !== 127 && first < 224 && address >>> 16 !== 0xa9fe;
}
