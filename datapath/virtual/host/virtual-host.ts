import { BROADCAST_MAC, ipv4At } from '../../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, type EthernetFrame, EtherType } from '../../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, type IcmpEcho, parseIcmpEcho } from '../../../protocols/frames/icmp.ts';
import {
  buildIcmpv6Echo,
  buildNeighbourMessage,
  parseIcmpv6Echo,
  parseNeighbourMessage,
  solicitedNode,
} from '../../../protocols/frames/icmpv6.ts';
import { buildIp, isIpv6, parseIp } from '../../../protocols/frames/ip.ts';
import { type IpPacket, IpProtocol } from '../../../protocols/frames/ipv4.ts';
import {
  NeighbourCache,
  type NeighbourPacket,
  type NeighbourStep,
} from '../../../protocols/neighbour/neighbour-cache.ts';
import type { Cancel, Clock } from '../../clock.ts';
import type { NeighbourEntry, NeighbourSelection } from '../../datapath.ts';
import type {
  EchoOptions,
  EchoResult,
  HostStack,
  TcpListener,
  TcpServer,
  TcpStream,
  UdpBinding,
  UdpSocket,
} from '../../host-stack.ts';
import { emptyPlan, type ForwardingPlan, type InterfacePlan, type VlanId } from '../../plan.ts';
import { EchoRequests } from './echo-requests.ts';
import { PacketForwarder } from './packet-forwarder.ts';
import { isBroadcastOf, type Route, RouteTable } from './route-table.ts';
import { TcpPorts } from './tcp-ports.ts';
import { UdpPorts } from './udp-ports.ts';

const TIME_TO_LIVE = 64;
/** Neighbor discovery is accepted only from the link itself (RFC 4861 7.1). */
const FULL_HOP_LIMIT = 255;
/** Milliseconds between neighbor solicitations (RFC 4861 10, RETRANS_TIMER). */
const RETRANSMIT_TIME = 1000;
const UNKNOWN_MAC = '00-00-00-00-00-00';

/** The part of a plan for the station. */
export type StationPlan = Pick<ForwardingPlan, 'interfaces' | 'routes' | 'forwardsIpv4' | 'neighbours' | 'arpAgeing'>;

/** Sends an untagged frame of the switch into a VLAN. */
type Originate = (vlan: VlanId, frame: Uint8Array) => void;

/**
 * The switch's interfaces as IP stations in their VLANs: they resolve and answer ARP (RFC 826) and neighbor discovery
 * (RFC 4861), ping and answer ping, and carry UDP and TCP, for IPv4 and IPv6. If the plan wants it they forward IPv4
 * packets between VLANs (RFC 1812).
 */
export class VirtualHost implements HostStack {
  readonly #clock: Clock;
  readonly #originate: Originate;
  readonly #caches = new Map<VlanId, NeighbourCache>();
  readonly #echoes: EchoRequests;
  readonly #udp = new UdpPorts();
  readonly #tcp: TcpPorts;
  readonly #forwarder: PacketForwarder;
  #plan: StationPlan = emptyPlan;
  #ways = new RouteTable(emptyPlan);
  #cancelWake: Cancel = () => {};

  constructor(clock: Clock, originate: Originate) {
    this.#clock = clock;
    this.#originate = originate;
    this.#echoes = new EchoRequests(clock);
    this.#forwarder = new PacketForwarder({
      route: (destination) => this.#route(destination),
      isOwn: (address) => this.#owner(address) !== undefined,
      hand: (route, payload) => this.#hand(route, { etherType: EtherType.ipv4, payload }),
      send: (packet) => this.#sendPacket(packet),
      now: () => clock.now(),
    });
    this.#tcp = new TcpPorts(clock, (segment, source, destination) => {
      this.#sendPacket({ source, destination, protocol: IpProtocol.tcp, payload: segment });
    });
  }

  /** Takes over the interfaces that are enabled, and the routes. */
  configure(plan: StationPlan): void {
    const former = this.#plan;
    for (const [vlan, own] of former.interfaces) if (own !== plan.interfaces.get(vlan)) this.#caches.delete(vlan);
    this.#plan = plan;
    if (plan.neighbours !== former.neighbours || plan.arpAgeing !== former.arpAgeing) {
      for (const [vlan, own] of plan.interfaces) {
        if (own.enabled && (this.#caches.has(vlan) || this.#pinnedIn(vlan).size > 0))
          this.#settle(vlan, this.#cache(vlan));
      }
    }
    if (plan.interfaces !== former.interfaces || plan.routes !== former.routes) this.#ways = new RouteTable(plan);
  }

  /** Ends what is under way: echo requests time out at once, ports are closed. */
  stop(): void {
    this.#cancelWake();
    this.#caches.clear();
    this.#echoes.stop();
    this.#udp.closeAll();
    this.#tcp.stop();
  }

  echo(address: string, { timeout, size = 56 }: EchoOptions): Promise<EchoResult> {
    if (this.#owner(address)) return Promise.resolve({ kind: 'reply', milliseconds: 0, timeToLive: TIME_TO_LIVE });
    const route = this.#route(address);
    if (!route) return Promise.resolve({ kind: 'unreachable' });
    return this.#echoes.begin(address, route.neighbour, timeout, ({ identifier, sequence }) => {
      const content = Uint8Array.from({ length: size }, (_, index) => index & 0xff);
      this.#sendEcho({ kind: 'request', identifier, sequence, content }, route, address);
    });
  }

  /** Everybody in the VLANs of the interfaces who is known or asked for. */
  neighbours(): readonly NeighbourEntry[] {
    const enabled = [...this.#plan.interfaces.values()].filter((own) => own.enabled);
    return enabled.flatMap(({ vlan }) => {
      const isSaid = this.#pinnedIn(vlan).size > 0;
      const cache = isSaid ? this.#cache(vlan) : this.#caches.get(vlan);
      return (cache?.known(this.#clock.now()) ?? []).map(
        ({ address, mac, isStatic, state, age }): NeighbourEntry => ({
          vlan,
          address,
          mac,
          origin: isStatic ? 'static' : 'learned',
          state,
          age: Math.floor(age / 1000),
        }),
      );
    });
  }

  /** Forgets learned neighbors; returns how many. */
  forgetNeighbours({ version, vlan, address }: NeighbourSelection): number {
    const isMeant = (one: string) => isIpv6(one) === (version === 6) && (address === undefined || address === one);
    const caches = [...this.#caches].filter(([one]) => vlan === undefined || vlan === one);
    return caches.reduce((sum, [, cache]) => sum + cache.forget(isMeant), 0);
  }

  openUdp(binding: UdpBinding): UdpSocket {
    return this.#udp.open(binding, (datagram, destination) => {
      const source = this.#route(destination)?.source;
      if (source === undefined) return false;
      this.#sendPacket({ source, destination, protocol: IpProtocol.udp, payload: datagram(source) });
      return true;
    });
  }

  connectTcp(address: string, port: number, listener: TcpListener): TcpStream {
    return this.#tcp.connect(this.#route(address)?.source, address, port, listener);
  }

  listenTcp(port: number, accept: (stream: TcpStream) => TcpListener): TcpServer {
    return this.#tcp.listen(port, accept);
  }

  /** Takes a frame, untagged, that came in by an interface: to its own address, or to a group. */
  receive(own: InterfacePlan, frame: EthernetFrame): void {
    if (frame.etherType === EtherType.arp) this.#receiveArp(own, frame.payload);
    const isToMe = frame.destination === own.mac;
    const mayForward = this.#plan.forwardsIpv4 && isToMe && frame.etherType === EtherType.ipv4;
    if (mayForward && !this.#owner(ipv4At(frame.payload, 16))) {
      this.#forwarder.forward(own, frame.payload);
      return;
    }
    const packet = parseIp(frame.etherType, frame.payload);
    if (!packet) return;
    // A router is reached at each of its addresses, by whichever link.
    const isForMe = owns(own, packet.destination) || mayForward;
    if (packet.protocol === IpProtocol.icmpv6) this.#receiveNeighbourMessage(own, packet);
    if (isForMe && isToMe) this.#receiveEcho(own, frame.source, packet);
    if (packet.protocol === IpProtocol.udp && (isForMe || isBroadcastOf(own, packet.destination))) {
      this.#udp.receive(packet, own.vlan);
    }
    if (packet.protocol === IpProtocol.tcp && isForMe && isToMe) this.#tcp.receive(packet);
  }

  /** The interface that has an address itself. */
  #owner(address: string): InterfacePlan | undefined {
    return [...this.#plan.interfaces.values()].find((own) => own.enabled && owns(own, address));
  }

  #route(destination: string): Route | undefined {
    return this.#ways.wayTo(destination);
  }

  /**
   * Sends a packet by the route to its destination; one to the switch itself, which is never a ping, arrives there.
   * Without a route it is lost.
   */
  #sendPacket(wanted: Pick<IpPacket, 'source' | 'destination' | 'protocol' | 'payload'>): void {
    const packet = { ...wanted, dscp: 0, timeToLive: TIME_TO_LIVE };
    const owner = this.#owner(packet.destination);
    const route = this.#route(packet.destination);
    if (owner && packet.protocol === IpProtocol.udp) this.#udp.receive(packet, owner.vlan);
    else if (owner) this.#tcp.receive(packet);
    else if (route) this.#hand(route, buildIp(packet));
  }

  #hand({ via, neighbour }: Route, packet: NeighbourPacket): void {
    if (isBroadcastOf(via, neighbour)) this.#sendFrame(via, BROADCAST_MAC, packet.etherType, packet.payload);
    else this.#follow(via, this.#cache(via.vlan).send(neighbour, packet, this.#clock.now()));
  }

  #sendEcho(echo: IcmpEcho, route: Route, destination: string): void {
    const { source } = route;
    const payload = isIpv6(destination) ? buildIcmpv6Echo(echo, source, destination) : buildIcmpEcho(echo);
    const protocol = isIpv6(destination) ? IpProtocol.icmpv6 : IpProtocol.icmp;
    this.#sendPacket({ source, destination, protocol, payload });
  }

  #receiveEcho(own: InterfacePlan, mac: string, packet: IpPacket): void {
    const { source, destination, protocol } = packet;
    const echo =
      protocol === IpProtocol.icmp
        ? parseIcmpEcho(packet.payload)
        : protocol === IpProtocol.icmpv6
          ? parseIcmpv6Echo(packet.payload, source, destination)
          : undefined;
    if (echo?.kind === 'reply') this.#echoes.answered(echo, source, packet.timeToLive);
    if (echo?.kind !== 'request') return;
    const reply: IcmpEcho = { ...echo, kind: 'reply' };
    const payload = isIpv6(source) ? buildIcmpv6Echo(reply, destination, source) : buildIcmpEcho(reply);
    // To where the question came from: what holds for a ping has to hold without a route back, too.
    const answer = { ...packet, source: destination, destination: source, timeToLive: TIME_TO_LIVE, payload };
    const whole = buildIp(answer);
    this.#sendFrame(own, mac, whole.etherType, whole.payload);
  }

  #receiveArp(own: InterfacePlan, payload: Uint8Array): void {
    const packet = parseArp(payload);
    if (!packet) return;
    const { senderMac, senderAddress, targetAddress } = packet;
    const isForMe = owns(own, targetAddress);
    if (senderAddress !== '0.0.0.0' && !owns(own, senderAddress)) this.#learn(own, senderAddress, senderMac, isForMe);
    if (packet.operation !== 'request' || !isForMe) return;
    const reply = buildArp({
      operation: 'reply',
      senderMac: own.mac,
      senderAddress: targetAddress,
      targetMac: senderMac,
      targetAddress: senderAddress,
    });
    this.#sendFrame(own, senderMac, EtherType.arp, reply);
  }

  #receiveNeighbourMessage(own: InterfacePlan, packet: IpPacket): void {
    const { source, destination } = packet;
    const message = parseNeighbourMessage(packet.payload, source, destination);
    if (!message || packet.timeToLive !== FULL_HOP_LIMIT) return;
    const { kind, mac, target, solicited, override = true } = message;
    if (kind === 'advertisement') {
      const step = mac && this.#cache(own.vlan).advertised(target, { mac, solicited, override }, this.#clock.now());
      if (step) this.#follow(own, step);
      return;
    }
    if (!owns(own, target) || owns(own, source)) return;
    if (mac !== undefined && source !== '::') this.#learn(own, source, mac, true);
    // One that has no address yet looks for duplicates: the answer goes to everybody (RFC 4861 7.2.4).
    const isProbe = source === '::';
    const to = isProbe ? 'ff02::1' : source;
    // Others may have an anycast address, too, and answer better (RFC 4861 7.2.7).
    const isSole = !isAnycast(own, target);
    const advertised = {
      kind: 'advertisement',
      target,
      mac: own.mac,
      solicited: !isProbe,
      override: isSole,
    } as const;
    const toMac = isProbe ? '33-33-00-00-00-01' : mac;
    if (toMac !== undefined) this.#sendIcmpv6(own, toMac, target, to, buildNeighbourMessage(advertised, target, to));
  }

  #learn(own: InterfacePlan, address: string, mac: string, spokeToMe: boolean): void {
    const cache = this.#cache(own.vlan);
    const now = this.#clock.now();
    this.#follow(own, spokeToMe ? cache.heard(address, mac, now) : cache.corrected(address, mac, now));
  }

  #ask(own: InterfacePlan, address: string): void {
    const source = this.#route(address)?.source;
    if (source === undefined) return;
    if (isIpv6(address)) {
      const group = solicitedNode(address);
      const asked = { kind: 'solicitation', target: address, mac: own.mac, solicited: false } as const;
      const message = buildNeighbourMessage(asked, source, group.address);
      this.#sendIcmpv6(own, group.mac, source, group.address, message);
      return;
    }
    const request = buildArp({
      operation: 'request',
      senderMac: own.mac,
      senderAddress: source,
      targetMac: UNKNOWN_MAC,
      targetAddress: address,
    });
    this.#sendFrame(own, BROADCAST_MAC, EtherType.arp, request);
  }

  #sendIcmpv6(own: InterfacePlan, mac: string, source: string, destination: string, payload: Uint8Array): void {
    const protocol = IpProtocol.icmpv6;
    const packet = buildIp({ source, destination, protocol, dscp: 0, timeToLive: FULL_HOP_LIMIT, payload });
    this.#sendFrame(own, mac, packet.etherType, packet.payload);
  }

  #sendFrame(own: InterfacePlan, destination: string, etherType: number, payload: Uint8Array): void {
    this.#originate(own.vlan, buildEthernet({ destination, source: own.mac, etherType, payload }));
  }

  #cache(vlan: VlanId): NeighbourCache {
    let cache = this.#caches.get(vlan);
    if (!cache) {
      cache = new NeighbourCache((address) =>
        isIpv6(address) ? (this.#plan.interfaces.get(vlan)?.retransmitTime ?? RETRANSMIT_TIME) : RETRANSMIT_TIME,
      );
      this.#caches.set(vlan, cache);
      this.#settle(vlan, cache);
    }
    return cache;
  }

  /** Gives a cache the static entries, and the aging time of the others. */
  #settle(vlan: VlanId, cache: NeighbourCache): void {
    const seconds = this.#plan.arpAgeing.get(vlan) ?? Number.POSITIVE_INFINITY;
    cache.pin(this.#pinnedIn(vlan));
    cache.setAgeing((address) => (isIpv6(address) ? Number.POSITIVE_INFINITY : seconds * 1000));
  }

  #pinnedIn(vlan: VlanId): ReadonlyMap<string, string> {
    const own = [...this.#plan.neighbours.values()].filter((neighbour) => neighbour.vlan === vlan);
    return new Map(own.map(({ address, mac }) => [address, mac]));
  }

  #follow(own: InterfacePlan, { send, ask, unreachable }: NeighbourStep): void {
    for (const { mac, packet } of send) this.#sendFrame(own, mac, packet.etherType, packet.payload);
    for (const address of ask) this.#ask(own, address);
    for (const address of unreachable) {
      this.#echoes.unreachable(address);
      this.#tcp.unreachable((remote) => this.#route(remote)?.neighbour === address);
    }
    this.#setWake();
  }

  #setWake(): void {
    const at = Math.min(...[...this.#caches.values()].map(({ wakeAt }) => wakeAt), Number.POSITIVE_INFINITY);
    this.#cancelWake();
    if (at === Number.POSITIVE_INFINITY) return;
    this.#cancelWake = this.#clock.after(Math.max(0, at - this.#clock.now()), () => this.#wakeUp());
  }

  #wakeUp(): void {
    for (const [vlan, cache] of this.#caches) {
      const own = this.#plan.interfaces.get(vlan);
      if (own) this.#follow(own, cache.wake(this.#clock.now()));
    }
  }
}

function owns(plan: InterfacePlan, address: string): boolean {
  return plan.addresses.some((own) => own.address === address);
}

function isAnycast(plan: InterfacePlan, address: string): boolean {
  return plan.addresses.some((own) => own.address === address && own.isAnycast === true);
}
