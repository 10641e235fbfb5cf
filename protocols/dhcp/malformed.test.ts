import { describe, expect, test } from 'vitest';
import { buildIpv4, parseIpv4 } from '../frames/ipv4.ts';
import { buildUdp, parseUdp } from '../frames/udp.ts';
import { nextRandom } from '../next-random.ts';
import { buildDhcpFrame, parseDhcpFrame } from './frame.ts';
import { leaseOf } from './lease.ts';
import { buildDhcp, type DhcpMessage, parseDhcp } from './message.ts';
import { addressOption, DhcpOption, type DhcpOptions, decodeOptions, encodeOptions, textOf } from './options.ts';
import { stoppedDhcp } from './state.ts';
import { number, SERVER, SERVER_MAC, settings } from './testing.ts';

const message: DhcpMessage = {
  operation: 'reply',
  transaction: 1,
  seconds: 0,
  broadcast: false,
  clientAddress: '0.0.0.0',
  yourAddress: '192.168.10.77',
  clientMac: settings.mac,
  options: new Map(),
};

function changed(octets: Uint8Array, offset: number, octet: number): Uint8Array {
  const copy = octets.slice();
  copy[offset] = octet;
  return copy;
}

describe('a message', () => {
  const octets = buildDhcp(message);

  test('is as long as that of BOOTP, or as its options need', () => {
    expect(octets).toHaveLength(300);
    const long = buildDhcp({ ...message, options: new Map([[60, new Uint8Array(59).fill(7)]]) });
    expect(long).toHaveLength(236 + 4 + 61 + 1);
    expect(long.at(-1)).toBe(255);
    expect(buildDhcp({ ...message, options: new Map([[60, new Uint8Array(57)]]) })).toHaveLength(300);
  });

  test.each([
    ['another operation', 0, 3],
    ['other hardware than Ethernet', 1, 6],
    ['hardware addresses of other length', 2, 8],
    ['another magic cookie', 239, 0x64],
  ])('of %s is not read', (_what, offset, octet) => {
    expect(parseDhcp(octets)).toBeDefined();
    expect(parseDhcp(changed(octets, offset, octet))).toBeUndefined();
  });

  test('may end with its magic cookie, not before', () => {
    expect(parseDhcp(octets.subarray(0, 240))).toEqual(message);
    expect(parseDhcp(octets.subarray(0, 239))).toBeUndefined();
    expect(parseDhcp(octets.subarray(0, 200))).toBeUndefined();
  });

  test.each([
    ['nowhere else', 0, [44, 108], true],
    ['in the boot file field', 1, [44], true],
    ['in the boot file field, and is damaged there', 1, [108], false],
    ['in the server name field', 2, [108], true],
    ['in the server name field, and is damaged there', 2, [44], false],
  ])('has further options %s', (_where, overload, damagedAt, isRead) => {
    const overloaded = buildDhcp({
      ...message,
      options: new Map([[DhcpOption.overload, Uint8Array.of(overload)]]),
    });
    for (const offset of damagedAt) overloaded.fill(0xfe, offset, offset + 64);
    expect(parseDhcp(overloaded) !== undefined).toBe(isRead);
  });

  test('goes to the port of the side that it is for', () => {
    const frame = buildDhcpFrame({
      sourceMac: SERVER_MAC,
      destinationMac: settings.mac,
      sourceAddress: SERVER,
      destinationAddress: '192.168.10.77',
      message,
    });
    expect(parseDhcpFrame(frame)?.message.operation).toBe('reply');
    const packet = parseIpv4(frame.subarray(14));
    const datagram = packet && parseUdp(packet.payload, packet.source, packet.destination);
    if (!packet || !datagram) throw new Error('no datagram');
    expect(datagram).toMatchObject({ sourcePort: 67, destinationPort: 68 });
    const misled = buildUdp({ ...datagram, destinationPort: 67 }, packet.source, packet.destination);
    const elsewhere = Uint8Array.from([...frame.subarray(0, 14), ...buildIpv4({ ...packet, payload: misled })]);
    expect(parseDhcpFrame(elsewhere)).toBeUndefined();
  });
});

describe('options', () => {
  /** The options in octets; undefined if they are damaged. */
  function read(...octets: number[]): [number, number[]][] | undefined {
    const options = new Map<number, Uint8Array>();
    if (!decodeOptions(Uint8Array.from(octets), options)) return undefined;
    return [...options].map(([code, content]) => [code, [...content]]);
  }

  test('may be padded, be empty, come in parts, and end without an end', () => {
    expect(read(0, 0, 12, 1, 65, 0, 12, 2, 66, 67, 255, 9, 9)).toEqual([[12, [65, 66, 67]]]);
    expect(read(12, 1, 65)).toEqual([[12, [65]]]);
    expect(read(80, 0)).toEqual([[80, []]]);
    expect(read()).toEqual([]);
  });

  test('that are longer than what is there are damaged', () => {
    expect(read(12, 2, 65)).toBeUndefined();
    expect(read(12)).toBeUndefined();
  });

  test('of more than 255 octets are written in parts, and no empty part behind a full one', () => {
    expect([...encodeOptions(new Map([[12, new Uint8Array()]]))]).toEqual([12, 0, 255]);
    expect(encodeOptions(new Map([[12, new Uint8Array(255)]]))).toHaveLength(2 + 255 + 1);
    expect(encodeOptions(new Map([[12, new Uint8Array(256)]]))).toHaveLength(2 + 255 + 2 + 1 + 1);
  });

  test('of text lose what cannot be shown', () => {
    const options = new Map([[DhcpOption.domainName, Uint8Array.of(0x1f, 0x20, 0x61, 0x7e, 0x7f, 0xc3)]]);
    expect(textOf(options, DhcpOption.domainName)).toBe(' a~');
  });
});

describe('a lease', () => {
  function lease(yourAddress: string, change: DhcpOptions) {
    const options = new Map([
      [DhcpOption.serverIdentifier, addressOption(SERVER)],
      [DhcpOption.leaseTime, number(3600)],
      ...change,
    ]);
    const given = { ...message, yourAddress, options };
    const frame = {
      sourceMac: SERVER_MAC,
      destinationMac: settings.mac,
      sourceAddress: SERVER,
      destinationAddress: yourAddress,
      message: given,
    };
    return leaseOf(frame, 0);
  }

  test.each([
    ['10.0.0.1', 8],
    ['127.255.255.254', undefined],
    ['128.1.0.1', 16],
    ['191.255.1.1', 16],
    ['192.0.2.1', 24],
    ['223.1.1.1', 24],
    ['0.0.0.0', undefined],
    ['224.0.0.1', undefined],
    ['255.255.255.255', undefined],
  ])('without a mask of %s has that of its class: %s', (address, prefix) => {
    expect(lease(address, new Map())?.prefix).toBe(prefix);
  });

  test.each([
    ['the whole world as its subnet', '192.0.2.1', '0.0.0.0'],
    ['its subnet as its address', '10.1.2.128', '255.255.255.128'],
    ['the broadcast of its subnet as its address', '10.1.2.127', '255.255.255.128'],
  ])('of %s is none', (_what, address, mask) => {
    expect(lease(address, new Map([[DhcpOption.subnetMask, addressOption(mask)]]))).toBeUndefined();
  });

  test('of the two addresses of a link has either', () => {
    const mask = new Map([[DhcpOption.subnetMask, addressOption('255.255.255.254')]]);
    expect([lease('10.1.2.4', mask)?.prefix, lease('10.1.2.5', mask)?.prefix]).toEqual([31, 31]);
  });

  test.each(['0.0.0.0', '127.0.0.1', '224.0.0.1', '255.255.255.255'])('names no station %s', (address) => {
    const two = Uint8Array.from([...addressOption(address), ...addressOption('192.0.2.7')]);
    const { router, dnsServers, tftpServers } = DhcpOption;
    expect(lease('192.0.2.1', new Map([router, dnsServers, tftpServers].map((code) => [code, two])))).toMatchObject({
      gateway: '192.0.2.7',
      dnsServers: ['192.0.2.7'],
      bootServer: '192.0.2.7',
    });
  });

  test.each([
    [600, 1200, 600, 1200],
    [0, 1200, 1800, 3150],
    [1200, 1200, 1800, 3150],
    [1, 2, 1, 2],
    [600, 3599, 600, 3599],
    [600, 3600, 1800, 3150],
    [600, 4000, 1800, 3150],
  ])('to renew after %i and rebind after %i s is renewed after %i and rebound after %i s', (t1, t2, renew, rebind) => {
    const times = new Map([
      [DhcpOption.renewalTime, number(t1)],
      [DhcpOption.rebindingTime, number(t2)],
    ]);
    expect(lease('192.0.2.1', times)).toMatchObject({ renewalTime: renew, rebindingTime: rebind });
  });

  test('that names one of the two times only has the other from RFC 2131', () => {
    expect(lease('192.0.2.1', new Map([[DhcpOption.renewalTime, number(600)]]))).toMatchObject({
      renewalTime: 600,
      rebindingTime: 3150,
    });
    expect(lease('192.0.2.1', new Map([[DhcpOption.rebindingTime, number(2000)]]))).toMatchObject({
      renewalTime: 1800,
      rebindingTime: 2000,
    });
  });
});

test('two seeds give two rows of numbers, and none is stuck at 0', () => {
  expect(stoppedDhcp(0).random).not.toBe(0);
  expect(stoppedDhcp(4711).random).not.toBe(stoppedDhcp(4712).random);
  expect(stoppedDhcp(-1).random).toBe(0xffff_ffff);
  expect(nextRandom(stoppedDhcp(0).random)).not.toBe(0);
});
