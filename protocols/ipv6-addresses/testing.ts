import { buildEthernet, EtherType, parseEthernet } from '../frames/ethernet.ts';
import { buildNeighbourMessage, parseNeighbourMessage, solicitedNode } from '../frames/icmpv6.ts';
import { IpProtocol } from '../frames/ipv4.ts';
import { buildIpv6Packet, parseIpv6Packet } from '../frames/ipv6.ts';
import { macOfIpv6Group } from '../frames/mld.ts';
import { buildRouterAdvertisement, type PrefixInformation, RouterDiscoveryType } from '../frames/router-discovery.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { type AddressSettings, type AddressState, idleAddresses } from './state.ts';
import { type AddressEvent, type AddressNews, stepAddresses } from './step.ts';

/** For tests: the switch, another station and a router of the link. */
export const OWN_MAC = '00-11-22-AA-BB-CC';
export const LINK_LOCAL = 'fe80::211:22ff:feaa:bbcc';
export const OTHER_MAC = '02-00-00-00-00-66';
const ROUTER_MAC = '02-00-00-00-00-99';
export const ROUTER = 'fe80::99';

interface PacketOptions {
  readonly mac: string;
  readonly source: string;
  readonly destination: string;
  readonly hopLimit?: number;
}

function frameOf(payload: Uint8Array, { mac, source, destination, hopLimit = 255 }: PacketOptions): Uint8Array {
  const packet = buildIpv6Packet({
    source,
    destination,
    protocol: IpProtocol.icmpv6,
    dscp: 0,
    timeToLive: hopLimit,
    payload,
  });
  const toMac = destination.startsWith('ff') ? macOfIpv6Group(destination) : OWN_MAC;
  return buildEthernet({ destination: toMac, source: mac, etherType: EtherType.ipv6, payload: packet });
}

/** "`target` is mine", of another station. */
export function claim(target: string, mac = OTHER_MAC, hopLimit = 255): Uint8Array {
  const message = { kind: 'advertisement', target, mac, solicited: false } as const;
  const ends = { mac, source: target, destination: 'ff02::1', hopLimit };
  return frameOf(buildNeighbourMessage(message, ends.source, ends.destination), ends);
}

/** "Who has `target`?": of another station, from the unspecified address if it wants the address itself. */
export function question(target: string, source = '::', mac = OTHER_MAC): Uint8Array {
  const ends = { mac, source, destination: solicitedNode(target).address };
  const message = {
    kind: 'solicitation',
    target,
    mac: source === '::' ? undefined : mac,
    solicited: false,
  } as const;
  return frameOf(buildNeighbourMessage(message, source, ends.destination), ends);
}

/** A prefix as routers usually advertise it: for a day, preferred half of it. */
export function prefix(text: string, columns: Partial<PrefixInformation> = {}): PrefixInformation {
  const usual = { length: 64, onLink: true, autonomous: true, validLifetime: 86_400, preferredLifetime: 43_200 };
  return { prefix: text, ...usual, ...columns };
}

/** A router's multicast advertisement. */
export function advertised(
  prefixes: readonly PrefixInformation[],
  {
    lifetime = 1800,
    preference = 0 as -1 | 0 | 1,
    source = ROUTER,
    hopLimit = 255,
  }: { lifetime?: number; preference?: -1 | 0 | 1; source?: string; hopLimit?: number } = {},
): Uint8Array {
  const ends = { mac: ROUTER_MAC, source, destination: 'ff02::1', hopLimit };
  const payload = buildRouterAdvertisement({ lifetime, preference, prefixes }, ROUTER_MAC, source, ends.destination);
  return frameOf(payload, ends);
}

/** An engine with a clock of its own. */
export class AddressBench {
  settings: AddressSettings;
  state: AddressState = idleAddresses(7);
  now = SOME_MOMENT;
  /** In words: "probe ADDRESS", "announce ADDRESS", "solicit from ADDRESS", "report". */
  sent: string[] = [];
  news: AddressNews[] = [];

  constructor(settings: Partial<AddressSettings> = {}) {
    const wanted = [{ address: LINK_LOCAL, prefix: 64, origin: 'linkLocal', anycast: false }] as const;
    this.settings = { mac: OWN_MAC, wanted, acceptsRouters: false, makesAddresses: true, limit: 8, ...settings };
  }

  configure(settings: Partial<AddressSettings> = {}): void {
    this.settings = { ...this.settings, ...settings };
    this.tell({ kind: 'configure' });
  }

  hear(octets: Uint8Array): void {
    this.tell({ kind: 'frame', octets });
  }

  tell(event: AddressEvent): void {
    const step = stepAddresses(this.settings, this.state, event, this.now);
    this.state = step.state;
    this.sent.push(...step.send.map(inWords));
    this.news.push(...step.news);
  }

  /** Lets time pass, waking the engine whenever it wants to be. */
  pass(seconds: number): void {
    const end = this.now + seconds * 1000;
    while (this.state.wakeAt <= end) {
      this.now = Math.max(this.now, this.state.wakeAt);
      this.tell({ kind: 'wake' });
    }
    this.now = end;
  }

  /** "ADDRESS standing" of each address. */
  get addresses(): string[] {
    return [...this.state.addresses.values()].map(({ address, standing }) => `${address} ${standing}`);
  }

  standing(address: string): string | undefined {
    return this.state.addresses.get(address)?.standing;
  }
}

function inWords(frame: Uint8Array): string {
  const ethernet = parseEthernet(frame);
  const packet = ethernet && parseIpv6Packet(ethernet.payload);
  if (!packet) return 'something else';
  if (packet.protocol !== IpProtocol.icmpv6) return 'report';
  const message = parseNeighbourMessage(packet.payload, packet.source, packet.destination);
  if (message?.kind === 'solicitation') return `probe ${message.target}`;
  if (message) return `announce ${message.target}`;
  return packet.payload[0] === RouterDiscoveryType.solicitation ? `solicit from ${packet.source}` : 'something else';
}
