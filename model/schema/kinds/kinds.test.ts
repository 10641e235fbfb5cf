import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordsOf } from '../../values/message.ts';
import type { Value } from '../../wire/call.ts';
import type { Field } from '../field.ts';
import { counter64 } from './counter64.ts';
import { dateTime } from './date-time.ts';
import { enumeration, status, truth } from './enumeration.ts';
import { gauge } from './gauge.ts';
import { hex } from './hex.ts';
import { host } from './host.ts';
import { integer } from './integer.ts';
import { ipv4 } from './ipv4.ts';
import { ipv4Mask } from './ipv4-mask.ts';
import { ipv6 } from './ipv6.ts';
import { mac } from './mac.ts';
import { oid } from './oid.ts';
import { port } from './port.ts';
import { portList } from './port-list.ts';
import { secret } from './secret.ts';
import { text } from './text.ts';
import { ticks } from './ticks.ts';
import { vlanId } from './vlan-id.ts';
import { vlanList } from './vlan-list.ts';

const label = 'Field';

// biome-ignore lint/suspicious/noExplicitAny: a list of fields of differing values, as in `Fields`
const fields: Readonly<Record<string, Field<any>>> = {
  counter64: counter64({ label }),
  dateTime: dateTime({ label }),
  enumeration: enumeration({ label, choices: { 1: 'One', 7: 'Seven' } }),
  named: enumeration({ label, choices: { one: [1, 'One'], seven: [7, 'Seven'] } }),
  status: status({ label }),
  truth: truth({ label }),
  gauge: gauge({ label }),
  hex: hex({ label, maxLength: 8 }),
  host: host({ label, optional: true }),
  integer: integer({ label, min: -5, max: 50 }),
  ipv4: ipv4({ label, optional: true }),
  ipv4Any: ipv4({ label, addresses: 'any' }),
  ipv4WithPrefix: ipv4({ label, addresses: 'any', prefix: true }),
  ipv4Mask: ipv4Mask({ label }),
  ipv6: ipv6({ label, addresses: 'any' }),
  ipv6WithPrefix: ipv6({ label, addresses: 'any', prefix: true }),
  mac: mac({ label }),
  oid: oid({ label }),
  port: port({ label }),
  portList: portList({ label, maximum: 52 }),
  secret: secret({ label, minLength: 8, maxLength: 32 }),
  text: text({ label, maxLength: 32 }),
  ticks: ticks({ label }),
  vlanId: vlanId({ label }),
  vlanList: vlanList({ label }),
};

/** The message that a field refuses an input with; "" where it takes it. */
function refusal<V extends Value>(field: Field<V>, input: unknown): string {
  const reading = field.read(input);
  return reading.ok ? '' : wordsOf(reading.message);
}

/** The canonical value that a field makes of an input; undefined where it refuses it. */
function value<V extends Value>(field: Field<V>, input: unknown): V | undefined {
  const reading = field.read(input);
  return reading.ok ? reading.value : undefined;
}

describe.each(Object.entries(fields))('%s', (_name, field) => {
  const input = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, withObjectString: true }),
    fc.string(),
    fc.integer().map(String),
    fc.integer(),
    fc.ipV4(),
    fc.ipV6(),
    fc.tuple(fc.ipV4(), fc.nat(40)).map(([address, prefix]) => `${address}/${prefix}`),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.-,/ ') }),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', null, undefined, Number.NaN, -0, 1e308),
  );

  test('reads anything without throwing, and what it takes is canonical and can be shown and compared', () => {
    fc.assert(
      fc.property(input, (something) => {
        const reading = field.read(something);
        if (!reading.ok) {
          expect(wordsOf(reading.message)).not.toMatch(/^$|\{\{/);
          expect(reading.code).not.toBe(0);
          return;
        }
        expect(field.read(reading.value)).toEqual(reading);
        expect(['string', 'number']).toContain(typeof reading.value);
        expect(JSON.parse(JSON.stringify(reading.value))).toBe(reading.value);
        expect(typeof field.show(reading.value)).toBe('string');
        expect(field.compare(reading.value, reading.value)).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  test('takes neither lists, objects, booleans nor nothing', () => {
    for (const something of [[], {}, ['1'], [1], true, false, null, undefined, Symbol('1'), () => 1, 1n]) {
      expect(field.read(something).ok).toBe(false);
    }
    // An object that pretends to be text is not asked for its text.
    const pretender = { toString: () => '1', valueOf: () => 1, trim: () => '1' };
    expect(field.read(pretender).ok).toBe(false);
  });
});

describe('ranges', () => {
  test.each([
    ['integer', integer({ label, min: 3, max: 60 }), 3, 60],
    ['vlanId', vlanId({ label }), 1, 4094],
    ['a narrowed vlanId', vlanId({ label, min: 2 }), 2, 4094],
    ['port', port({ label, maximum: 52 }), 1, 52],
  ])('%s refuses one below and one above', (_name, field, min, max) => {
    expect(value(field, min)).toBe(min);
    expect(value(field, String(max))).toBe(max);
    const message = `Please enter an integer between ${min} ~ ${max}`;
    expect(refusal(field, min - 1)).toBe(message);
    expect(refusal(field, String(max + 1))).toBe(message);
    expect(refusal(field, `${min}.5`)).toBe(message);
    expect(refusal(field, '')).toBe(message);
  });

  test('a fixed value stands beside the range', () => {
    const field = integer({ label, min: 120, max: 1225, fixed: [0] });
    expect(value(field, '0')).toBe(0);
    expect(refusal(field, '1')).toBe('Please enter an integer between 120 ~ 1225');
  });

  test('a step is kept', () => {
    const field = integer({ label, min: 0, max: 61440, step: 4096 });
    expect(value(field, 4096)).toBe(4096);
    expect(refusal(field, 4097)).toBe('The value must be a multiple of 4096.');
  });

  test('lists end at their maximum', () => {
    expect(value(portList({ label, maximum: 52 }), ' 3,1-2,52 ')).toBe('1-3,52');
    expect(refusal(portList({ label: 'Ports', maximum: 52 }), '53')).toContain('Ports must be port numbers');
    expect(refusal(portList({ label, required: true }), '')).toBe('Field must hold at least one port.');
    expect(value(vlanList({ label }), '4094,1')).toBe('1,4094');
    expect(refusal(vlanList({ label, maximum: 4093 }), '4094')).toContain('from 1 to 4093');
  });
});

describe('text and secrets', () => {
  test('length is counted in characters and named in the message', () => {
    const field = text({ label: 'Account', minLength: 5, maxLength: 32, characters: /[A-Za-z0-9]/ });
    expect(value(field, 'admin')).toBe('admin');
    expect(refusal(field, 'root')).toBe('Account must be 5 to 32 characters.');
    expect(refusal(field, 'a'.repeat(33))).toBe('Account must be 5 to 32 characters.');
    expect(refusal(field, 'admin!')).toBe('Account has a character that is not allowed.');
    expect(refusal(field, 'admin\n')).toBe('Account has a character that is not allowed.');
  });

  test('a secret is never shown and never trimmed', () => {
    const field = secret({ label: 'Password', minLength: 8, maxLength: 32 });
    expect(field.access).toBe('wo');
    expect(field.show('correct-horse')).toBe('');
    expect(refusal(field, ' password1')).toBe('Password has a character that is not allowed.');
    expect(refusal(field, '')).toBe('Password must be 8 to 32 characters.');
    expect(value(secret({ label, minLength: 8, maxLength: 32, optional: true }), '')).toBe('');
  });
});

describe('addresses', () => {
  test('empty is accepted where it is a value', () => {
    for (const kind of [ipv4, ipv6, mac, host, oid]) {
      expect(value(kind({ label, optional: true }), ' ')).toBe('');
      expect(kind({ label }).read('').ok).toBe(false);
    }
  });

  test('what is wrong is said in the words of the specification', () => {
    expect(refusal(ipv4({ label }), '192.168.1.256')).toBe('Invalid IPv4 address.');
    expect(refusal(ipv4({ label }), '127.0.0.1')).toBe('Invalid IPv4 address.');
    expect(refusal(ipv4({ label }), '')).toBe('Invalid IPv4 address.');
    expect(refusal(ipv6({ label }), '1::2::3')).toBe('Invalid IPv6 address.');
    expect(refusal(ipv6({ label }), '::1')).toBe('Invalid IPv6 address.');
    expect(refusal(mac({ label }), '00-11-22-33-44')).toBe('Invalid MAC address.');
    expect(refusal(host({ label }), '300.1.1.1')).toBe('Invalid IPv4 address.');
    expect(refusal(host({ label }), 'fe80:::1')).toBe('Invalid IPv6 address.');
    expect(refusal(host({ label: 'Server' }), 'a_b')).toBe(
      'Server must be an IPv4 address, an IPv6 address or a host name.',
    );
  });

  test('the canonical text is what is kept', () => {
    expect(value(mac({ label }), ' 001122aabbcc')).toBe('00-11-22-AA-BB-CC');
    expect(value(ipv6({ label }), '2001:DB8:0:0:0:0:0:1')).toBe('2001:db8::1');
    expect(value(host({ label }), 'NTP.Example.')).toBe('ntp.example');
    expect(value(ipv4Mask({ label }), '24')).toBe('255.255.255.0');
    expect(value(ipv4Mask({ label }), '/0')).toBe('0.0.0.0');
  });

  test('groups are let in only where they are wanted', () => {
    expect(refusal(ipv4({ label }), '224.0.0.5')).toBe('Invalid IPv4 address.');
    expect(value(ipv4({ label, addresses: 'hostOrMulticast' }), '224.0.0.5')).toBe('224.0.0.5');
    expect(refusal(ipv4({ label, addresses: 'multicast' }), '192.0.2.1')).toBe('Invalid IPv4 address.');
    const station = mac({ label, addresses: 'unicast' });
    expect(refusal(station, '01-00-5E-00-00-01')).toBe('Field must be the MAC address of one station.');
    expect(refusal(station, '00-00-00-00-00-00')).toBe('Field must be the MAC address of one station.');
    const group = mac({ label, addresses: 'multicast' });
    expect(refusal(group, '02-00-00-00-00-01')).toBe('Field must be a multicast MAC address.');
  });

  test('prefix lengths stop at 32 and 128, whatever the controls let through', () => {
    const four = ipv4({ label, prefix: true });
    expect(value(four, '192.0.2.1/32')).toBe('192.0.2.1/32');
    expect(refusal(four, '192.0.2.1/33')).toBe('Invalid IPv4 address.');
    expect(refusal(four, '192.0.2.1')).toBe('Invalid IPv4 address.');
    const six = ipv6({ label, prefix: true });
    expect(value(six, '2001:DB8::1/128')).toBe('2001:db8::1/128');
    expect(refusal(six, '2001:db8::1/129')).toBe('Invalid IPv6 address.');
  });

  test('a mask is contiguous and within its bounds', () => {
    const field = ipv4Mask({ label: 'Mask', minPrefix: 1, maxPrefix: 31 });
    expect(refusal(field, '255.0.255.0')).toBe('Mask must be a subnet mask, 128.0.0.0 to 255.255.255.254.');
    expect(field.read('0.0.0.0').ok).toBe(false);
    expect(field.read('32').ok).toBe(false);
    expect(field.default).toBe('255.255.255.0');
  });

  test('are ordered by number', () => {
    const addresses = ['', '9.0.0.1', '10.0.0.2', '10.0.0.10'];
    expect([...addresses].reverse().sort(ipv4({ label }).compare)).toEqual(addresses);
    const six = ['::2', '::10', 'fe80::1'];
    expect([...six].reverse().sort(ipv6({ label }).compare)).toEqual(six);
  });
});

describe('what is shown', () => {
  test('words instead of numbers', () => {
    expect(status({ label }).show(1)).toBe('Enabled');
    expect(port({ label }).show(5002)).toBe('Trunk 2');
    expect(port({ label }).show(10_010)).toBe('vlan10');
    expect(port({ label, optional: true }).show(0)).toBe('None');
    expect(gauge({ label, scale: 1000, decimals: 1 }).show(15_400)).toBe('15.4');
    expect(gauge({ label, words: { [-1]: 'unknown' } }).show(-1)).toBe('unknown');
    expect(ticks({ label }).show(6100)).toBe('1 min 1 s');
    expect(dateTime({ label }).show('')).toBe('never');
  });

  test('a choice that is none is refused with the choices', () => {
    expect(refusal(status({ label: 'State' }), 0)).toBe('State must be one of 1 (Enabled), 2 (Disabled).');
    expect(refusal(status({ label }), 'toString')).not.toBe('');
  });

  test('64-bit counters keep every digit and are ordered by number', () => {
    const field = counter64({ label });
    expect(value(field, '18446744073709551615')).toBe('18446744073709551615');
    expect(field.read('18446744073709551616').ok).toBe(false);
    expect(['10', '9', '100'].sort(field.compare)).toEqual(['9', '10', '100']);
  });

  test('a date that does not exist is told from a text that is none', () => {
    expect(refusal(dateTime({ label }), '2026-02-30 00:00:00')).toBe('The date does not exist.');
    expect(refusal(dateTime({ label }), 'soon')).toContain('must be a date and time');
  });

  test('hexadecimal digits', () => {
    expect(value(hex({ label, maxLength: 4 }), '88cc')).toBe('88CC');
    expect(refusal(hex({ label, minLength: 1, maxLength: 4 }), '')).toBe('Field must be 1 to 4 characters.');
    expect(refusal(hex({ label, maxLength: 4 }), 'xyz')).toBe('Field must be hexadecimal digits.');
    expect(refusal(hex({ label, maxLength: 4, octets: true }), 'abc')).toContain('whole octets');
  });
});

test('an enumeration gives its wire values by the names that it is declared with', () => {
  const mode = enumeration({ label, choices: { automatic: [4, 'Auto'], off: [1, 'Off'] } });
  expect(mode.values).toEqual({ automatic: 4, off: 1 });
  expect(mode.default).toBe(4);
  expect(mode.limits.choices).toEqual([
    { value: 4, label: 'Auto' },
    { value: 1, label: 'Off' },
  ]);
  expect([value(mode, '1'), value(mode, 2), mode.show(1)]).toEqual([1, undefined, 'Off']);
  expect([status({ label }).values, truth({ label }).values]).toEqual([
    { enabled: 1, disabled: 2 },
    { yes: 1, no: 2 },
  ]);
});
