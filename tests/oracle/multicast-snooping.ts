import { address } from './access-list.ts';
import type { Family, Message } from './group-families.ts';
import { isPlain, type StreamVlan, type StreamVlans } from './multicast-vlan.ts';
import type { Packet } from './packet.ts';
import { portsIn, type Settings } from './settings.ts';

/** Where a message about groups goes: on as any frame, only to the ports of routers, or nowhere. */
export type Spread = 'on' | 'routers' | 'nowhere';

interface Listener {
  until: number;
  oldestUntil: number;
}

/** IGMP or MLD snooping (docs/specification/network.md 4): who listens to what, and where routers are. No querier of its own. */
export class MulticastSnooping {
  readonly #settings: Settings;
  readonly #family: Family;
  readonly #leadOf: (port: number) => number;
  readonly #streams: StreamVlans;
  /** By VLAN and group, then by port. */
  readonly #groups = new Map<string, Map<number, Listener>>();
  /** By VLAN and port, until when a router is there. */
  readonly #routers = new Map<string, number>();

  constructor(settings: Settings, family: Family, leadOf: (port: number) => number, streams: StreamVlans) {
    this.#streams = streams;
    this.#settings = settings;
    this.#family = family;
    this.#leadOf = leadOf;
  }

  /**
   * The multicast VLAN that a message of a receiver of streams concerns, wherever it is said; 'nowhere' where it concerns none and
   * others are not let. Undefined of everything else.
   */
  stream(packet: Packet, vlan: number, port: number): StreamVlan | 'nowhere' | undefined {
    const { version, prefix, isMessage } = this.#family;
    if (!this.#settings.isOn(`${prefix}Ctrl`, `${prefix}Status`) || !isMessage(packet) || !isPlain(packet))
      return undefined;
    const within = this.#streams.of(vlan);
    const message = this.#messageOf(packet);
    // Who asks is a source.
    if (within && message?.kind === 'query' && !within.sources.includes(port)) return 'nowhere';
    if (!message || message.kind === 'query' || message.group === undefined) return undefined;
    if (within) return within.carries(message.group, version) ? within : 'nowhere';
    if (!this.#streams.isReceiver(port)) return undefined;
    return this.#streams.serving(port, message.group, version) ?? (this.#streams.lets ? undefined : 'nowhere');
  }

  /** The multicast VLANs beside its own that a general query without a tag is for. */
  askedBeside(packet: Packet, vlan: number, port: number): readonly StreamVlan[] {
    if (!this.isMessage(packet) || !isPlain(packet) || this.#streams.of(vlan)) return [];
    const isUntagged = (packet.tags[0]?.vid ?? 0) === 0;
    return isUntagged && this.#messageOf(packet)?.kind === 'query' ? this.#streams.askedAt(port) : [];
  }

  /** Whether a frame is one of the family's messages, whatever it says. */
  isMessage(packet: Packet): boolean {
    const { prefix, isMessage } = this.#family;
    return this.#settings.isOn(`${prefix}Ctrl`, `${prefix}Status`) && isMessage(packet);
  }

  #messageOf(packet: Packet): Message | undefined {
    const { read, macOf } = this.#family;
    const message = read(packet);
    return packet.ip && address(packet.destination) === macOf(packet.ip.destination) ? message : undefined;
  }

  /** Where a frame goes; undefined where it is no message, or its VLAN is not snooped. */
  hear(packet: Packet, vlan: number, port: number, isMember: boolean, now: number): Spread | undefined {
    const { isMessage, staysOnLink } = this.#family;
    if (!this.#isOn(vlan) || !isMessage(packet) || !isPlain(packet)) return undefined;
    if (!isMember) return 'on';
    const message = this.#messageOf(packet);
    if (!message) return 'nowhere';
    const { kind, group, source, isOldest } = message;
    if (kind === 'query') {
      if (source !== 0n) this.#routers.set(`${vlan} ${port}`, now + this.#seconds('RouterPortPurgeInterval', 250));
      return 'on';
    }
    const key = `${vlan} ${group}`;
    const listeners = this.#groups.get(key) ?? new Map<number, Listener>();
    this.#groups.set(key, listeners);
    const known = listeners.get(port);
    if (kind === 'report' && group !== undefined && !staysOnLink(group)) {
      const until = now + this.#seconds('HostPortPurgeInterval', 260);
      listeners.set(port, { until, oldestUntil: isOldest ? until : (known?.oldestUntil ?? 0) });
    }
    if (kind === 'leave' && known && known.oldestUntil <= now) this.#leave(listeners, known, vlan, port, now);
    return 'routers';
  }

  #leave(listeners: Map<number, Listener>, known: Listener, vlan: number, port: number, now: number): void {
    if (this.#settings.row(`${this.#family.prefix}Ctrl`)[this.#family.fastLeave] === 1) listeners.delete(port);
    // A querier behind the very port asks itself.
    else if (!this.#routersHeard(vlan, now).includes(port)) {
      const asked = this.#seconds('RobustnessValue', 2) * this.#seconds('GrpQueryInterval', 1);
      known.until = Math.min(known.until, now + asked);
    }
  }

  /** The ports that lead to routers. */
  routers(vlan: number, now: number): number[] {
    if (!this.#isOn(vlan)) return [];
    const streams = this.#streams.of(vlan);
    if (streams) return [...streams.sources];
    const row = this.#settings.row(`${this.#family.prefix}VlanRouterEntry`, vlan);
    const fixed = portsIn(row[`${this.#family.prefix}VlanStaticRouterPorts`]).map((port) => this.#leadOf(port));
    return [...fixed, ...this.#routersHeard(vlan, now)];
  }

  /** The ports with listeners to a group of this address; undefined if there are none. */
  listeners(vlan: number, mac: string, now: number): number[] | undefined {
    const ports = [...this.#groups].flatMap(([key, listeners]) => {
      const [at, group = '0'] = key.split(' ');
      if (Number(at) !== vlan || this.#family.macOf(BigInt(group)) !== address(mac)) return [];
      return [...listeners].filter(([, { until }]) => until > now).map(([port]) => port);
    });
    return ports.length === 0 || !this.#isOn(vlan) ? undefined : ports;
  }

  /** A station heard at a port is no longer there. */
  forget(port: number): void {
    for (const listeners of this.#groups.values()) listeners.delete(port);
    for (const key of this.#routers.keys()) if (key.endsWith(` ${port}`)) this.#routers.delete(key);
  }

  #routersHeard(vlan: number, now: number): number[] {
    const heard = [...this.#routers].filter(([key, until]) => key.startsWith(`${vlan} `) && until > now);
    return heard.map(([key]) => Number(key.split(' ')[1]));
  }

  #isOn(vlan: number): boolean {
    const { prefix } = this.#family;
    return (
      this.#settings.isOn(`${prefix}Ctrl`, `${prefix}Status`) &&
      this.#settings.isOn(`${prefix}VlanFilterEntry`, `${prefix}VlanFilterStatus`, [vlan], 1)
    );
  }

  #seconds(name: string, byDefault: number): number {
    return Number(this.#settings.row(`${this.#family.prefix}Ctrl`)[`${this.#family.prefix}${name}`] ?? byDefault);
  }
}
