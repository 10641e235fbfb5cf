import { describe, expect, test } from 'vitest';
import { buildDhcpFrame, parseDhcpFrame } from '../../../protocols/dhcp/frame.ts';
import { type DhcpMessage, DhcpMessageType } from '../../../protocols/dhcp/message.ts';
import { addressesOf, addressOption, DhcpOption, numberOf } from '../../../protocols/dhcp/options.ts';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { DhcpServer } from './dhcp-server.ts';

const SERVER = '10.1.255.250';
const SERVER_MAC = '02-00-00-00-00-FE';
const { discover, request, release, decline } = DhcpMessageType;
const settings = { mac: SERVER_MAC, address: SERVER, first: '10.1.255.254', count: 3, prefix: 15, leaseTime: 100_000 };

const macOf = (client: number) => `02-00-00-00-00-0${client}`;

/** A client's question: its message's type, and its options. */
interface Question {
  readonly client?: number;
  readonly wanted?: string;
  readonly server?: string;
  readonly more?: Partial<DhcpMessage>;
}

function question(type: number, { client = 1, wanted, server, more }: Question = {}): Uint8Array {
  const options = new Map<number, Uint8Array>([[DhcpOption.messageType, Uint8Array.of(type)]]);
  if (wanted !== undefined) options.set(DhcpOption.requestedAddress, addressOption(wanted));
  if (server !== undefined) options.set(DhcpOption.serverIdentifier, addressOption(server));
  const message: DhcpMessage = {
    operation: 'request',
    transaction: 0x1234_5678,
    seconds: 9,
    broadcast: false,
    clientAddress: '0.0.0.0',
    yourAddress: '0.0.0.0',
    clientMac: macOf(client),
    options,
    ...more,
  };
  return buildDhcpFrame({
    sourceMac: macOf(client),
    destinationMac: BROADCAST_MAC,
    sourceAddress: '0.0.0.0',
    destinationAddress: '255.255.255.255',
    message,
  });
}

/** A server, and what it answers in words: "offer 10.1.255.254". */
function begin() {
  const server = new DhcpServer(settings);
  const ask = (type: number, wanted?: Question) => {
    const answer = server.answer(question(type, wanted));
    return answer && parseDhcpFrame(answer);
  };
  const words = (type: number, wanted?: Question) => {
    const message = ask(type, wanted)?.message;
    const names = Object.entries(DhcpMessageType);
    const kind = message?.options.get(DhcpOption.messageType)?.[0];
    return message && `${names.find(([, number]) => number === kind)?.[0]} ${message.yourAddress}`;
  };
  return { server, ask, words };
}

describe('a DHCP server of a scenario', () => {
  test('offers a client an address and gives it when asked, the same again and again', () => {
    const { words } = begin();
    expect(words(discover)).toBe('offer 10.1.255.254');
    expect(words(request, { wanted: '10.1.255.254', server: SERVER })).toBe('ack 10.1.255.254');
    expect(words(discover)).toBe('offer 10.1.255.254');
    expect(words(request, { more: { clientAddress: '10.1.255.254' } })).toBe('ack 10.1.255.254');
  });

  test('gives others the addresses that follow, across octets, until none is left', () => {
    const { words } = begin();
    expect([1, 2, 3, 4].map((client) => words(discover, { client }))).toEqual([
      'offer 10.1.255.254',
      'offer 10.1.255.255',
      'offer 10.2.0.0',
      undefined,
    ]);
    expect(words(request, { client: 4, wanted: '10.1.255.254' })).toBe('nak 0.0.0.0');
    expect(words(release, { client: 2 })).toBeUndefined();
    expect(words(discover, { client: 4 })).toBe('offer 10.1.255.255');
  });

  test('refuses an address that is not the one for the client, and says so to everybody', () => {
    const { ask, words } = begin();
    expect(words(request, { wanted: '10.1.255.1', server: SERVER })).toBe('nak 0.0.0.0');
    const refused = ask(request, { wanted: '10.1.255.1' });
    expect(refused).toMatchObject({ destinationAddress: '255.255.255.255', message: { yourAddress: '0.0.0.0' } });
    expect([...(refused?.message.options.keys() ?? [])]).toEqual([DhcpOption.messageType, DhcpOption.serverIdentifier]);
  });

  test('tells mask, router, name server and time with an address, itself, and pairs answer and question', () => {
    const answer = begin().ask(discover);
    expect(answer).toMatchObject({
      sourceMac: SERVER_MAC,
      destinationMac: macOf(1),
      sourceAddress: SERVER,
      destinationAddress: '10.1.255.254',
      message: { operation: 'reply', transaction: 0x1234_5678, seconds: 0, clientMac: macOf(1) },
    });
    const options = answer?.message.options ?? new Map();
    const { serverIdentifier, subnetMask, router, dnsServers, leaseTime } = DhcpOption;
    expect(addressesOf(options, subnetMask)).toEqual(['255.254.0.0']);
    for (const code of [serverIdentifier, router, dnsServers]) expect(addressesOf(options, code)).toEqual([SERVER]);
    expect(numberOf(options, leaseTime)).toBe(100_000);
  });

  test('answers everybody where the client cannot take unicast yet', () => {
    const answer = begin().ask(discover, { more: { broadcast: true } });
    expect(answer).toMatchObject({ destinationMac: BROADCAST_MAC, destinationAddress: '255.255.255.255' });
  });

  test('leaves alone what is for another server, no question, or no DHCP', () => {
    const { server, words } = begin();
    expect(words(request, { wanted: '10.1.255.254', server: '10.9.9.9' })).toBeUndefined();
    expect(words(decline)).toBeUndefined();
    expect(words(discover, { more: { operation: 'reply' } })).toBeUndefined();
    expect(words(discover, { more: { options: new Map() } })).toBeUndefined();
    expect(server.answer(new Uint8Array(60))).toBeUndefined();
  });
});
