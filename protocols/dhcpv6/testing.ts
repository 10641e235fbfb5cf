import { buildEthernet, EtherType } from '../frames/ethernet.ts';
import { IpProtocol } from '../frames/ipv4.ts';
import { buildIpv6Packet } from '../frames/ipv6.ts';
import { buildUdp } from '../frames/udp.ts';
import { SOME_MOMENT } from '../some-moment.ts';
import { stepDhcpv6 } from './client.ts';
import type { Dhcpv6Event, Dhcpv6News } from './events.ts';
import { identifierOctets } from './identifier.ts';
import {
  buildDhcpv6,
  DHCPV6_CLIENT_PORT,
  DHCPV6_SERVER_PORT,
  type Dhcpv6Message,
  Dhcpv6Type,
  messageIn,
} from './message.ts';
import { type Association, buildAssociation, Dhcpv6Option, type Dhcpv6Options, optionOf } from './options.ts';
import { type Dhcpv6Settings, stoppedDhcpv6 } from './state.ts';

/** For tests: the client, and the one server of the link. */
export const settings: Dhcpv6Settings = {
  mac: '00-11-22-33-44-55',
  linkLocal: 'fe80::211:22ff:fe33:4455',
  association: 1,
  rapidCommit: false,
};
export const SERVER = '00:03:00:01:02:00:00:00:00:01';
export const OTHER_SERVER = '00:03:00:01:02:00:00:00:00:02';
export const LEASED = '2001:db8::77';

/** A typical assignment of a server: an address for an hour, preferred for half of it. */
export function association(columns: Partial<Association> = {}): Association {
  const addresses = [{ address: LEASED, preferredLifetime: 1800, validLifetime: 3600 }];
  return { id: 1, renewalTime: 900, rebindingTime: 1440, addresses, status: 0, ...columns };
}

/** An answer to a message of the client, with further options behind; `null` speaks of no association. */
export function answer(
  asked: Dhcpv6Message,
  type: number,
  given: Association | null = association(),
  more: Dhcpv6Options = [],
  server = SERVER,
  to: Pick<Dhcpv6Settings, 'mac' | 'linkLocal'> = settings,
): Uint8Array {
  const client = optionOf(asked.options, Dhcpv6Option.clientIdentifier) ?? new Uint8Array();
  const options: Dhcpv6Options = [
    [Dhcpv6Option.clientIdentifier, client],
    [Dhcpv6Option.serverIdentifier, identifierOctets(server)],
    ...(given ? [[Dhcpv6Option.addresses, buildAssociation(given)] as const] : []),
    ...more,
  ];
  return serverFrame({ type, transaction: asked.transaction, options }, to);
}

/** A frame of the server to the client. */
export function serverFrame(
  message: Dhcpv6Message,
  to: Pick<Dhcpv6Settings, 'mac' | 'linkLocal'> = settings,
): Uint8Array {
  const source = 'fe80::1';
  const datagram = {
    sourcePort: DHCPV6_SERVER_PORT,
    destinationPort: DHCPV6_CLIENT_PORT,
    content: buildDhcpv6(message),
  };
  const packet = buildIpv6Packet({
    source,
    destination: to.linkLocal,
    protocol: IpProtocol.udp,
    dscp: 0,
    timeToLive: 64,
    payload: buildUdp(datagram, source, to.linkLocal),
  });
  return buildEthernet({
    destination: to.mac,
    source: '02-00-00-00-00-01',
    etherType: EtherType.ipv6,
    payload: packet,
  });
}

/** A client with a network of one's own around it. */
export class Dhcpv6Bench {
  readonly settings: Dhcpv6Settings;
  state = stoppedDhcpv6(4711);
  now = SOME_MOMENT;
  sent: Dhcpv6Message[] = [];
  /** Milliseconds at which each was sent. */
  sentAt: number[] = [];
  news: Dhcpv6News[] = [];

  constructor(change: Partial<Dhcpv6Settings> = {}) {
    this.settings = { ...settings, ...change };
  }

  tell(event: Dhcpv6Event): void {
    const step = stepDhcpv6(this.settings, this.state, event, this.now);
    this.state = step.state;
    for (const frame of step.send) {
      const message = messageIn(frame, DHCPV6_SERVER_PORT);
      if (!message) throw new Error('the client sent something that is not read');
      this.sent.push(message);
      this.sentAt.push(this.now);
    }
    this.news.push(...step.news);
  }

  hear(octets: Uint8Array): void {
    this.tell({ kind: 'frame', octets });
  }

  /** Lets time pass, waking the client whenever it wants to be. */
  pass(seconds: number): void {
    const end = this.now + seconds * 1000;
    while (this.state.wakeAt <= end) {
      this.now = Math.max(this.now, this.state.wakeAt);
      this.tell({ kind: 'wake' });
    }
    this.now = end;
  }

  get last(): Dhcpv6Message {
    const message = this.sent.at(-1);
    if (!message) throw new Error('nothing was sent');
    return message;
  }

  /** The types of what was sent, in words. */
  get asked(): string[] {
    const names = new Map<number, string>(Object.entries(Dhcpv6Type).map(([name, type]) => [type, name]));
    return this.sent.map(({ type }) => names.get(type) ?? String(type));
  }

  /** Solicits, is offered an address and takes it. */
  bind(given?: Association): void {
    this.tell({ kind: 'start' });
    this.pass(1);
    this.hear(answer(this.last, Dhcpv6Type.advertise, given, [[Dhcpv6Option.preference, Uint8Array.of(255)]]));
    this.hear(answer(this.last, Dhcpv6Type.reply, given));
    this.sent = [];
    this.sentAt = [];
    this.news = [];
  }

  get addresses(): string[] {
    return this.state.lease?.addresses.map(({ address }) => address) ?? [];
  }
}
