import { SOME_MOMENT } from '../some-moment.ts';
import { type DhcpEvent, type DhcpNews, stepDhcp } from './client.ts';
import type { DhcpSettings } from './client-frame.ts';
import { buildDhcpFrame, type DhcpFrame, parseDhcpFrame } from './frame.ts';
import { DhcpMessageType } from './message.ts';
import { addressOption, DhcpOption } from './options.ts';
import { stoppedDhcp } from './state.ts';

/** The settings of every client here, where a test changes none. */
export const settings: DhcpSettings = { mac: '00-11-22-33-44-55', hostName: 'core-switch-1', retries: 7 };
/** The one server, and where its frames come from. */
export const SERVER = '192.168.10.1';
export const SERVER_MAC = '02-00-00-00-00-01';

/** A 32-bit number as the content of an option. */
export function number(value: number): Uint8Array {
  const octets = new Uint8Array(4);
  new DataView(octets.buffer).setUint32(0, value);
  return octets;
}

/** The frame that an event or a step holds, read. */
function read(octets: Uint8Array | undefined): DhcpFrame {
  const frame = parseDhcpFrame(octets ?? new Uint8Array());
  if (!frame) throw new Error('no DHCP frame');
  return frame;
}

/** The message type (option 53). */
export const typeOf = (frame: DhcpFrame) => frame.message.options.get(DhcpOption.messageType)?.[0];

/** A server's reply to a frame of the client. */
export function reply(
  asked: DhcpFrame,
  type: number,
  change: ReadonlyMap<number, Uint8Array | undefined> = new Map(),
  yourAddress = '192.168.10.77',
) {
  const options = new Map<number, Uint8Array>([
    [DhcpOption.messageType, Uint8Array.of(type)],
    [DhcpOption.serverIdentifier, addressOption(SERVER)],
    [DhcpOption.leaseTime, number(3600)],
    [DhcpOption.subnetMask, addressOption('255.255.255.0')],
    [DhcpOption.router, addressOption(SERVER)],
    [DhcpOption.dnsServers, Uint8Array.from([...addressOption(SERVER), ...addressOption('192.168.10.2')])],
    [DhcpOption.domainName, new TextEncoder().encode('lan.example')],
  ]);
  for (const [code, content] of change) content ? options.set(code, content) : options.delete(code);
  return buildDhcpFrame({
    sourceMac: SERVER_MAC,
    destinationMac: 'FF-FF-FF-FF-FF-FF',
    sourceAddress: SERVER,
    destinationAddress: '255.255.255.255',
    message: {
      ...asked.message,
      operation: 'reply',
      clientAddress: '0.0.0.0',
      yourAddress,
      options,
    },
  });
}

/** A client with a network of one's own around it. */
export function clientOf(change: Partial<DhcpSettings> = {}) {
  const own = { ...settings, ...change };
  const client = {
    /** Milliseconds since the beginning. */
    now: 0,
    state: stoppedDhcp(4711),
    sent: [] as DhcpFrame[],
    news: [] as DhcpNews[],
    /** When it wants to be woken, likewise. */
    get wakeAt(): number {
      return client.state.wakeAt - SOME_MOMENT;
    },
    feed(event: DhcpEvent) {
      const step = stepDhcp(own, client.state, event, SOME_MOMENT + client.now);
      client.state = step.state;
      client.sent.push(...step.send.map(read));
      if (step.news) client.news.push(step.news);
    },
    hear(octets: Uint8Array) {
      client.feed({ kind: 'frame', octets });
    },
    /** Lets the client wake until `end`, in seconds since the start. */
    until(end: number) {
      while (client.wakeAt <= end * 1000) {
        client.now = client.wakeAt;
        client.feed({ kind: 'wake' });
      }
      client.now = end * 1000;
    },
    last: () => {
      const frame = client.sent.at(-1);
      if (!frame) throw new Error('nothing was sent');
      return frame;
    },
    bind(options?: ReadonlyMap<number, Uint8Array | undefined>) {
      client.feed({ kind: 'start' });
      client.hear(reply(client.last(), DhcpMessageType.offer, options));
      client.hear(reply(client.last(), DhcpMessageType.ack, options));
    },
  };
  return client;
}
