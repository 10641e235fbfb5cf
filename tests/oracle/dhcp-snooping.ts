import { ipv4 } from './access-list.ts';
import { addressAt, numberAt, type Packet, sumOf } from './packet.ts';
import type { Settings } from './settings.ts';

/** Where a DHCP message goes: on as any frame, only to trusted ports, or nowhere. */
export type Passage = 'on' | 'trusted' | 'nowhere';

/** What a message says (RFC 2131 2, RFC 2132). */
interface Message {
  readonly isReply: boolean;
  readonly transaction: number;
  readonly client: string;
  /** ciaddr, yiaddr and giaddr. */
  readonly has: number;
  readonly gets: number;
  readonly relay: number;
  /** Options 53, 50, 51 and 82. */
  readonly type: number | undefined;
  readonly asksFor: number;
  readonly lease: number;
  readonly isRelayed: boolean;
}

interface Binding {
  readonly vlan: number;
  readonly mac: string;
  readonly ip: number;
  readonly port: number;
  readonly until: number;
}

const UDP = 17;
const MAGIC = 0x63825363;
const DECLINE = 4;
const ACK = 5;
const NAK = 6;
const RELEASE = 7;
/** Sent only by servers: OFFER, ACK, NAK, and the answers to lease queries (RFC 4388 6.1). */
const OF_SERVERS = [2, ACK, NAK, 11, 12, 13];
/** Seconds after which an answer is no longer awaited. */
const PATIENCE = 60;

/** DHCP snooping (docs/specification/security.md): servers only at trusted ports, and the addresses of stations. */
export class DhcpSnooping {
  readonly #settings: Settings;
  readonly #isTrusted: (port: number) => boolean;
  #bindings: Binding[] = [];
  /** Who asked, from which port: the last one counts. */
  #asked: { readonly key: string; readonly port: number; readonly at: number }[] = [];

  constructor(settings: Settings, isTrusted: (port: number) => boolean) {
    this.#settings = settings;
    this.#isTrusted = isTrusted;
  }

  /** Whether a binding of `vlan` says that the station has the address at the port. */
  isBound(vlan: number, mac: string, ip: number, port: number, now: number): boolean {
    const one = this.#bindingOf(vlan, mac, now);
    return one?.ip === ip && one.port === port;
  }

  /** Where a frame goes; undefined where it is none of DHCP, or its VLAN is not snooped. */
  hear(packet: Packet, vlan: number, port: number, now: number): Passage | undefined {
    const settings = this.#settings;
    if (!settings.isOn('dhcpSnoopingConfig', 'dhcpSnoopingStatus')) return undefined;
    if (!settings.isOn('dhcpSnoopingVlanEntry', 'dhcpSnoopingVlanStatus', [vlan])) return undefined;
    const { octets, ip } = packet;
    if (ip?.version !== 4 || ip.protocol !== UDP || ip.offset > 0 || ip.payload + 8 > ip.end) return undefined;
    if (![67, 68].includes(numberAt(octets, ip.payload + 2, 2))) return undefined;
    const message = messageOf(packet);
    if (this.#isTrusted(port)) {
      if (message?.isReply) this.#answered(message, vlan, now);
      return message && !message.isReply ? 'trusted' : 'on';
    }
    const isOfServer = !message || message.isReply || OF_SERVERS.includes(message.type ?? 0);
    return isOfServer || !this.#mayAsk(message, packet.source, vlan, port, now) ? 'nowhere' : 'trusted';
  }

  #mayAsk(message: Message, source: string, vlan: number, port: number, now: number): boolean {
    const settings = this.#settings;
    if (message.isRelayed && !settings.isOn('dhcpSnoopingConfig', 'dhcpSnoopingPassOption82')) return false;
    const verifies = settings.isOn('dhcpSnoopingConfig', 'dhcpSnoopingVerifyMac', [], 1);
    if (verifies && message.relay === 0 && message.client !== source) return false;
    const { client: mac, type } = message;
    if (type === RELEASE || type === DECLINE) {
      const ip = type === RELEASE ? message.has : message.asksFor;
      const owner = this.#ownerOf(vlan, ip, now);
      const concerned = [this.#bindingOf(vlan, mac, now), owner];
      if (concerned.some((one) => one && (one.mac !== mac || one.port !== port))) return false;
      if (owner) this.#forget((one) => one.vlan === vlan && one.mac === mac);
      return true;
    }
    this.#asked.push({ key: `${vlan} ${mac} ${message.transaction}`, port, at: now });
    return true;
  }

  #answered({ client: mac, transaction, type, gets: ip, lease }: Message, vlan: number, now: number): void {
    const key = `${vlan} ${mac} ${transaction}`;
    const asked = this.#asked.findLast((one) => one.key === key && one.at > now - PATIENCE)?.port;
    const present = this.#bindings.find((one) => one.vlan === vlan && one.mac === mac && one.until > now);
    if (type === NAK && asked !== undefined && asked === present?.port) this.#forget((one) => one === present);
    if (type !== ACK || ip === 0 || lease === 0) return;
    const port = asked ?? (present?.ip === ip ? present.port : undefined);
    if (port === undefined || this.#fixed(vlan, (one) => one.mac === mac || one.ip === ip)) return;
    // One address of a station, and one owner of an address.
    this.#forget((one) => one.vlan === vlan && (one.mac === mac || one.ip === ip));
    this.#bindings.push({
      vlan,
      mac,
      ip,
      port,
      until: now + (lease === 0xffff_ffff ? Number.POSITIVE_INFINITY : lease),
    });
  }

  #forget(which: (one: Binding) => boolean): void {
    this.#bindings = this.#bindings.filter((one) => !which(one));
  }

  #bindingOf(vlan: number, mac: string, now: number): Binding | undefined {
    const ofStation = (one: Binding) => one.mac === mac;
    return this.#fixed(vlan, ofStation) ?? this.#learned(vlan, ofStation, now);
  }

  #ownerOf(vlan: number, ip: number, now: number): Binding | undefined {
    const ofAddress = (one: Binding) => one.ip === ip;
    return this.#fixed(vlan, ofAddress) ?? this.#learned(vlan, ofAddress, now);
  }

  #learned(vlan: number, which: (one: Binding) => boolean, now: number): Binding | undefined {
    return this.#bindings.find((one) => one.vlan === vlan && one.until > now && which(one));
  }

  #fixed(vlan: number, which: (one: Binding) => boolean): Binding | undefined {
    return this.#settings
      .rows('dhcpSnoopingStaticBindingEntry')
      .map((row) => ({
        vlan: Number(row.bindingVlanId),
        mac: `${row.bindingMac}`,
        ip: Number(ipv4(row.bindingIp)),
        port: Number(row.bindingPort),
        until: Number.POSITIVE_INFINITY,
      }))
      .find((one) => one.vlan === vlan && which(one));
  }
}

/** The message of a packet to a port of DHCP; undefined where it is not whole, or its checksums are wrong. */
function messageOf({ octets, ip, at }: Packet): Message | undefined {
  if (!ip || ip.isFragment || sumOf(octets.subarray(at, ip.payload)) !== 0xffff) return undefined;
  const udp = octets.subarray(ip.payload, ip.payload + numberAt(octets, ip.payload + 4, 2));
  const isWhole = udp.length >= 8 && ip.payload + numberAt(octets, ip.payload + 4, 2) <= ip.end;
  const pseudo = [...octets.subarray(at + 12, at + 20), 0, UDP, udp.length >> 8, udp.length & 255];
  const isSound = numberAt(udp, 6, 2) === 0 || sumOf(Uint8Array.from([...pseudo, ...udp])) === 0xffff;
  const said = udp.subarray(8);
  const isBootp = [1, 2].includes(said[0] ?? 0) && said[1] === 1 && said[2] === 6 && numberAt(said, 236, 4) === MAGIC;
  const options = optionsOf(said.subarray(240));
  if (!isWhole || !isSound || !isBootp || !options) return undefined;
  const numberOf = (code: number) => {
    const value = options.get(code);
    return value ? numberAt(value, 0, value.length) : undefined;
  };
  return {
    isReply: said[0] === 2,
    transaction: numberAt(said, 4, 4),
    client: addressAt(said, 28),
    has: numberAt(said, 12, 4),
    gets: numberAt(said, 16, 4),
    relay: numberAt(said, 24, 4),
    type: numberOf(53),
    asksFor: numberOf(50) ?? 0,
    lease: numberOf(51) ?? 0,
    isRelayed: numberAt(said, 24, 4) !== 0 || options.has(82),
  };
}

/** Options by their code; undefined where one is cut off. */
function optionsOf(octets: Uint8Array): Map<number, Uint8Array> | undefined {
  const options = new Map<number, Uint8Array>();
  for (let at = 0; at < octets.length && octets[at] !== 255; ) {
    const code = octets[at] ?? 0;
    if (code === 0) {
      at += 1;
      continue;
    }
    const end = at + 2 + (octets[at + 1] ?? 0);
    if (at + 1 >= octets.length || end > octets.length) return undefined;
    options.set(code, octets.subarray(at + 2, end));
    at = end;
  }
  return options;
}
