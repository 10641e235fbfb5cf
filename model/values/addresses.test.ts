import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseHost, parseHostName } from './host-name.ts';
import { formatIpv4, isHostIpv4, parseIpv4 } from './ipv4.ts';
import {
  ipv4Broadcast,
  ipv4Masks,
  ipv4Network,
  ipv4SubnetsOverlap,
  isHostInIpv4Subnet,
  parseIpv4Prefix,
  prefixOfIpv4Mask,
} from './ipv4-mask.ts';
import { classOfIpv6, formatIpv6, Ipv6Class, parseIpv6, parseIpv6Prefix } from './ipv6.ts';
import { isGroupMac, isSameMac, isZeroMac, parseMac } from './mac.ts';

const uint32 = fc.integer({ min: 0, max: 0xffff_ffff });
const uint128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const prefix32 = fc.integer({ min: 0, max: 32 });

/** The number of an address that the test itself spells right. */
function ip(text: string): number {
  const address = parseIpv4(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
}

test('no text makes a parser throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended(), fc.domain()), (text) => {
      parseIpv4(text);
      parseIpv4Prefix(text);
      parseIpv6(text);
      parseIpv6Prefix(text);
      parseMac(text);
      parseHost(text);
      classOfIpv6(text);
    }),
    { numRuns: 2000 },
  );
});

describe('IPv4', () => {
  test('every address reads back', () => {
    fc.assert(
      fc.property(uint32, (address) => {
        expect(parseIpv4(formatIpv4(address))).toBe(address);
      }),
    );
  });

  test.each(['', '1.2.3', '1.2.3.4.5', '1.2.3.256', '01.2.3.4', '1.2.3.4 ', '0x1.2.3.4', '1.2.3.-4', '1..2.3'])(
    '%j is none',
    (text) => expect(parseIpv4(text)).toBeUndefined(),
  );

  test.each([
    ['1.0.0.1', true],
    ['0.1.2.3', false],
    ['127.0.0.1', false],
    ['255.255.255.255', false],
    ['10.0.0.0', false],
    ['10.255.255.255', false],
    ['10.0.0.255', true],
    ['10.1.0.0', true],
    ['126.1.255.255', true],
    ['128.0.1.1', false],
    ['128.1.1.1', true],
    ['172.16.0.0', false],
    ['172.16.255.255', false],
    ['172.16.1.0', true],
    ['192.168.10.0', false],
    ['192.168.10.255', false],
    ['192.168.10.200', true],
    ['223.255.255.254', true],
    ['224.0.0.1', false],
    ['240.0.0.1', false],
  ])('%s can be a host: %s', (text, expected) => {
    expect(isHostIpv4(ip(text))).toBe(expected);
  });

  test('multicast groups are let in where they are allowed, and nothing above them', () => {
    expect(isHostIpv4(ip('239.255.255.255'), true)).toBe(true);
    expect(isHostIpv4(ip('240.0.0.1'), true)).toBe(false);
  });
});

describe('IPv4 masks and subnets', () => {
  test('there are 33, each with its prefix length', () => {
    expect(ipv4Masks).toHaveLength(33);
    expect(ipv4Masks[0]).toBe('0.0.0.0');
    expect(ipv4Masks[22]).toBe('255.255.252.0');
    expect(ipv4Masks[32]).toBe('255.255.255.255');
    expect(ipv4Masks.map(prefixOfIpv4Mask)).toEqual(Array.from({ length: 33 }, (_, prefix) => prefix));
    expect(prefixOfIpv4Mask('255.0.255.0')).toBeUndefined();
  });

  test('a block holds its first address, its last, and whatever shares the prefix', () => {
    fc.assert(
      fc.property(uint32, prefix32, (address, prefix) => {
        const first = ipv4Network(address, prefix);
        const last = ipv4Broadcast(address, prefix);
        expect(first).toBeLessThanOrEqual(address);
        expect(last).toBeGreaterThanOrEqual(address);
        expect(last - first + 1).toBe(2 ** (32 - prefix));
        expect(isHostInIpv4Subnet(first, prefix)).toBe(prefix >= 31);
        expect(isHostInIpv4Subnet(last, prefix)).toBe(prefix >= 31);
        expect(isHostInIpv4Subnet(address, prefix)).toBe(prefix >= 31 || (address !== first && address !== last));
      }),
    );
  });

  test('subnets overlap just where one holds the other', () => {
    expect(ipv4SubnetsOverlap(ip('10.0.0.1'), 8, ip('10.9.9.9'), 24)).toBe(true);
    expect(ipv4SubnetsOverlap(ip('10.0.0.1'), 24, ip('10.0.1.1'), 24)).toBe(false);
    expect(ipv4SubnetsOverlap(ip('192.168.1.130'), 25, ip('192.168.1.2'), 24)).toBe(true);
  });

  test('a prefix length of 33 is refused', () => {
    expect(parseIpv4Prefix('192.0.2.1/32')).toEqual({ address: ip('192.0.2.1'), prefix: 32 });
    expect(parseIpv4Prefix('192.0.2.1/0')?.prefix).toBe(0);
    for (const text of [
      '192.0.2.1/33',
      '192.0.2.1/',
      '192.0.2.1',
      '/24',
      '192.0.2.1/024',
      '192.0.2.1/-1',
      'x/24',
      '1/192.0.2.1/24',
      '192.0.2.1/240',
    ]) {
      expect(parseIpv4Prefix(text)).toBeUndefined();
    }
  });
});

describe('IPv6', () => {
  test('every address reads back, and its text is canonical', () => {
    fc.assert(
      fc.property(fc.oneof(uint128, uint32.map(BigInt), fc.constant(0n)), (address) => {
        const text = formatIpv6(address);
        expect(parseIpv6(text)).toBe(address);
        expect(parseIpv6(text.toUpperCase())).toBe(address);
        // The URL standard writes IPv6 addresses as RFC 5952 says, but for mapped IPv4 addresses.
        if (address >> 32n !== 0xffffn) expect(`[${text}]`).toBe(new URL(`http://[${text}]/`).hostname);
      }),
    );
  });

  test('the first of the longest runs of zero groups is left out, and no single one', () => {
    const group = fc.constantFrom(0n, 0n, 0n, 1n, 0xffffn);
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = groups.reduce<bigint>((sum, value) => (sum << 16n) | value, 0n);
        fc.pre(address >> 32n !== 0xffffn);
        expect(`[${formatIpv6(address)}]`).toBe(new URL(`http://[${formatIpv6(address)}]/`).hostname);
      }),
    );
    expect(formatIpv6(parseIpv6('1:0:0:2:3:4:5:6') ?? 0n)).toBe('1::2:3:4:5:6');
    expect(formatIpv6(parseIpv6('1:0:0:2:0:0:3:4') ?? 0n)).toBe('1::2:0:0:3:4');
    expect(formatIpv6(parseIpv6('1:0:2:3:4:5:6:7') ?? 0n)).toBe('1:0:2:3:4:5:6:7');
  });

  test('whatever a browser takes for an address is read as the same one', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const address = parseIpv6(text);
        expect(address).toBeDefined();
        expect(new URL(`http://[${formatIpv6(address ?? 0n)}]/`).hostname).toBe(new URL(`http://[${text}]/`).hostname);
      }),
    );
  });

  test.each([
    '',
    ':',
    ':::',
    '::::',
    '1:::2',
    '1:::',
    ':::1',
    '1::2::3',
    ':1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:',
    '1:2:3:4:5:6:7:8::',
    '::1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    '::1.2.3',
    '1.2.3.4::',
    '::1.2.3.4:5',
    'fe80::1%eth0',
    '1.2.3.4',
  ])('%j is none', (text) => {
    expect(parseIpv6(text)).toBeUndefined();
    expect(classOfIpv6(text)).toBe(-1);
  });

  test('embedded IPv4', () => {
    expect(formatIpv6(parseIpv6('::FFFF:192.0.2.1') ?? 0n)).toBe('::ffff:192.0.2.1');
    expect(formatIpv6(parseIpv6('64:ff9b::192.0.2.33') ?? 0n)).toBe('64:ff9b::c000:221');
  });

  test.each([
    ['::', Ipv6Class.unspecified],
    ['::1', Ipv6Class.loopback],
    ['ff02::1', Ipv6Class.multicast],
    ['fe80::1', Ipv6Class.linkLocal],
    ['febf::1', Ipv6Class.linkLocal],
    ['fec0::1', Ipv6Class.global],
    ['2001:db8::1', Ipv6Class.global],
  ])('%s is of class %s', (text, expected) => {
    expect(classOfIpv6(text)).toBe(expected);
  });

  test('a prefix length of 129 is refused', () => {
    expect(parseIpv6Prefix('2001:db8::/128')?.prefix).toBe(128);
    expect(parseIpv6Prefix('2001:db8::/0')?.prefix).toBe(0);
    expect(parseIpv6Prefix('2001:db8::/64')?.prefix).toBe(64);
    for (const text of [
      '2001:db8::/129',
      '2001:db8::/',
      '2001:db8::',
      '/64',
      '2001:db8::/064',
      '/2001:db8::/64',
      'x/64',
      '::/a',
      '::/1280',
    ]) {
      expect(parseIpv6Prefix(text)).toBeUndefined();
    }
  });
});

describe('MAC', () => {
  test('the three spellings are one address', () => {
    const octet = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
    fc.assert(
      fc.property(
        fc.array(octet, { minLength: 6, maxLength: 6 }),
        fc.constantFrom(':', '-', ''),
        (octets, separator) => {
          const canonical = octets.join('-').toUpperCase();
          expect(parseMac(octets.join(separator))).toBe(canonical);
          expect(isSameMac(octets.join(separator), canonical)).toBe(true);
          expect(isGroupMac(canonical)).toBe(Number.parseInt(octets[0] ?? '', 16) % 2 === 1);
        },
      ),
    );
  });

  test.each(['', '00-11-22-33-44', '00-11-22-33-44-5G', '00-11:22-33-44-55', '0011.2233.4455', '00-11-22-33-44-55-66'])(
    '%j is none',
    (text) => {
      expect(parseMac(text)).toBeUndefined();
      expect(isSameMac(text, text)).toBe(false);
    },
  );

  test('two addresses are told from each other', () => {
    expect(isSameMac('00-11-22-33-44-55', '00:11:22:33:44:56')).toBe(false);
    expect(isSameMac('00-11-22-33-44-55', '00-11-22-33-44')).toBe(false);
  });

  test('all zeros is noticed in any spelling', () => {
    expect(isZeroMac('00:00:00:00:00:00')).toBe(true);
    expect(isZeroMac('000000000001')).toBe(false);
  });
});

describe('host names', () => {
  test('domains read as themselves in lower case', () => {
    fc.assert(
      fc.property(fc.domain(), (name) => {
        expect(parseHostName(name)).toBe(name.toLowerCase());
      }),
    );
    expect(parseHostName('NTP.Example.')).toBe('ntp.example');
  });

  test.each(['host1', '1a', '3com.example', '1.2.3.x4', '1.2.3.4x', `${'a'.repeat(63)}.b`])('%j is one', (text) => {
    expect(parseHostName(text)).toBe(text);
  });

  test('has 253 characters at most, the dot of the root aside', () => {
    const longest = `${'a.'.repeat(126)}b`;
    expect(parseHostName(longest)).toBe(longest);
    expect(parseHostName(`${longest}.`)).toBe(longest);
    expect(parseHostName(`${longest}b`)).toBeUndefined();
  });

  test.each([
    '',
    '.',
    '-a',
    'a-',
    'a..b',
    'a_b',
    'a b',
    '1.2.3.400',
    '12',
    'a.b.3',
    `${'a'.repeat(64)}.b`,
    'ä.example',
  ])('%j is none', (text) => expect(parseHostName(text)).toBeUndefined());

  test('a host is told by what it is', () => {
    expect(parseHost('192.0.2.1')).toEqual({ type: 1, text: '192.0.2.1' });
    expect(parseHost('2001:DB8:0:0::1')).toEqual({ type: 2, text: '2001:db8::1' });
    expect(parseHost('Log.Example')).toEqual({ type: 16, text: 'log.example' });
  });
});
