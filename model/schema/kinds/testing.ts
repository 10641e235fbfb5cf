import type { MibSyntax } from '../../smi/syntax.ts';
import type { Value } from '../../wire/call.ts';
import { ErrorCode } from '../../wire/error-code.ts';
import type { Access, Field, FieldKind, FieldOptions, Limits } from '../field.ts';
import { counter64 } from './counter64.ts';
import { dateTime } from './date-time.ts';
import { enumeration, status, truth } from './enumeration.ts';
import { gauge } from './gauge.ts';
import { hex } from './hex.ts';
import { host } from './host.ts';
import { integer } from './integer.ts';
import { ipAddress } from './ip-address.ts';
import { ipv4 } from './ipv4.ts';
import { ipv4Mask } from './ipv4-mask.ts';
import { ipv6 } from './ipv6.ts';
import { mac } from './mac.ts';
import { oid } from './oid.ts';
import { port } from './port.ts';
import { portList } from './port-list.ts';
import { secret } from './secret.ts';
import { printable, text } from './text.ts';
import { ticks } from './ticks.ts';
import { vlanId } from './vlan-id.ts';
import { vlanList } from './vlan-list.ts';

/** Something typed or sent, the value that is kept of it, and how that is shown where it is not shown as it is. */
type Taken = readonly [input: unknown, kept: Value, shown?: string];

/** Something typed or sent, the sentence it is refused with, and the code where it is not `wrongValue`. */
type Refused = readonly [input: unknown, sentence: string, code?: ErrorCode];

/** For tests: what a field of a kind promises. Everything that holds of all kinds is asked of each of these. */
export interface KindExample {
  /** The field with whatever a declaration says of itself. */
  // biome-ignore lint/suspicious/noExplicitAny: a list of fields of differing values, as in `Fields`
  readonly make: (options: FieldOptions<any>) => Field<any>;
  readonly kind: FieldKind;
  /** If the declaration has none; here, if none is given, `rw`. */
  readonly access?: Access;
  /** The value of a fresh row where the declaration says none; here, if none is given, "". */
  readonly fresh?: Value;
  /** Parameters of a control besides the characters. */
  readonly limits: Limits;
  /** Characters that a control accepts, and some that it drops; none if it accepts any. */
  readonly typed?: string;
  readonly dropped?: string;
  readonly syntax: MibSyntax['type'];
  readonly takes: readonly Taken[];
  readonly refuses: readonly Refused[];
  /** Values in the order that a table sorts them in. */
  readonly ascending: readonly Value[];
}

const DIGITS = '0123456789';
const HEX = `${DIGITS}abcdefABCDEF`;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

const between = (min: number, max: number) => `Please enter an integer between ${min} ~ ${max}`;
const wrongSecret = 'Field may contain letters without accents, digits and punctuation, but no blanks.';
const ipv4Refused = (...inputs: unknown[]): Refused[] => inputs.map((input) => [input, 'Invalid IPv4 address.']);
const ipv6Refused = (...inputs: unknown[]): Refused[] => inputs.map((input) => [input, 'Invalid IPv6 address.']);
const macRefused = (...inputs: unknown[]): Refused[] => inputs.map((input) => [input, 'Invalid MAC address.']);
const refusedAs = (sentence: string, inputs: readonly unknown[]): Refused[] =>
  inputs.map((input): Refused => [input, sentence]);

const numberTexts = ['', ' ', 'a', '1.5', '5.0', '1e1', '0x1', '+5', '--5', '5-', '1 2', '99999999999999999'];

/** For tests: every kind, plain and with its options; the field is called "Field". */
export const kindExamples: Readonly<Record<string, KindExample>> = {
  'a whole number': {
    make: (options) => integer({ ...options, min: -5, max: 50 }),
    kind: 'integer',
    fresh: -5,
    limits: { min: -5, max: 50 },
    syntax: 'Integer32',
    takes: [
      [-5, -5],
      ['-5', -5],
      ['50', 50],
      [' 7\t', 7],
      ['007', 7],
      ['0000000000000050', 50],
      [-0, 0],
      ['-0', 0],
    ],
    refuses: refusedAs(between(-5, 50), [-6, '-6', 51, '51', 1.5, Number.NaN, ...numberTexts]),
    ascending: [-5, 0, 9, 10],
  },
  'a whole number with values beside its range': {
    make: (options) => integer({ ...options, min: 120, max: 1225, fixed: [0], words: { 0: 'never' } }),
    kind: 'integer',
    fresh: 120,
    limits: { min: 120, max: 1225, fixed: [0] },
    syntax: 'Integer32',
    takes: [
      ['0', 0, 'never'],
      [120, 120],
      [1225, 1225],
    ],
    refuses: refusedAs(between(120, 1225), [-1, 1, 119, 1226]),
    ascending: [0, 120, 1225],
  },
  'a whole number whose control lets more pass': {
    make: (options) => integer({ ...options, min: 0, max: 23, controlMax: 24 }),
    kind: 'integer',
    fresh: 0,
    limits: { min: 0, max: 23, controlMax: 24 },
    syntax: 'Integer32',
    takes: [
      [0, 0],
      ['23', 23],
    ],
    refuses: refusedAs(between(0, 23), [-1, 24, '24', 25]),
    ascending: [0, 23],
  },
  'a whole number in steps': {
    make: (options) => integer({ ...options, min: 0, max: 61_440, step: 4096 }),
    kind: 'integer',
    fresh: 0,
    limits: { min: 0, max: 61_440, step: 4096 },
    syntax: 'Integer32',
    takes: [
      [0, 0],
      ['4096', 4096],
      [61_440, 61_440],
    ],
    refuses: [
      ...refusedAs('The value must be a multiple of 4096.', [1, 4095, '4097']),
      ...refusedAs(between(0, 61_440), [-4096, 65_536]),
    ],
    ascending: [0, 4096, 8192],
  },
  'a VLAN identifier': {
    make: (options) => vlanId(options),
    kind: 'vlanId',
    fresh: 1,
    limits: { min: 1, max: 4094 },
    syntax: 'Unsigned32',
    takes: [
      ['1', 1],
      [4094, 4094],
    ],
    refuses: refusedAs(between(1, 4094), [0, 4095, '-1', ...numberTexts]),
    ascending: [2, 10, 4094],
  },
  'a VLAN identifier with words': {
    make: (options) => vlanId({ ...options, min: 2, max: 4093, fixed: [0], words: { 0: 'Any' } }),
    kind: 'vlanId',
    fresh: 2,
    limits: { min: 2, max: 4093, fixed: [0] },
    syntax: 'Unsigned32',
    takes: [
      [0, 0, 'Any'],
      [2, 2],
      [4093, 4093],
    ],
    refuses: refusedAs(between(2, 4093), [1, 4094]),
    ascending: [0, 2, 10],
  },
  'a VLAN identifier that may be left out': {
    make: (options) => vlanId({ ...options, optional: true, words: { 0: 'None' } }),
    kind: 'vlanId',
    fresh: 0,
    limits: { min: 1, max: 4094, fixed: [0], optional: true },
    syntax: 'Unsigned32',
    takes: [
      ['', 0, 'None'],
      [' ', 0, 'None'],
      [0, 0, 'None'],
      ['4094', 4094],
    ],
    refuses: refusedAs(between(1, 4094), ['-1', 4095, 'x']),
    ascending: [0, 1, 4094],
  },
  'a port': {
    make: (options) => port(options),
    kind: 'port',
    fresh: 1,
    limits: { min: 1, max: 65_535, optional: false },
    syntax: 'Unsigned32',
    takes: [
      ['3', 3],
      [5000, 5000],
      [5001, 5001, 'Trunk 1'],
      [5064, 5064, 'Trunk 64'],
      [5065, 5065],
      [10_000, 10_000],
      [10_001, 10_001, 'vlan1'],
      [65_535, 65_535, 'vlan55535'],
    ],
    refuses: refusedAs(between(1, 65_535), [0, 65_536, ...numberTexts]),
    ascending: [2, 10, 5001, 10_001],
  },
  'a port or none': {
    make: (options) => port({ ...options, optional: true, maximum: 52 }),
    kind: 'port',
    fresh: 0,
    limits: { min: 0, max: 52, optional: true },
    syntax: 'Unsigned32',
    takes: [
      [0, 0, 'No port'],
      ['52', 52],
    ],
    refuses: refusedAs(between(0, 52), [-1, 53]),
    ascending: [0, 1, 52],
  },
  'a port by a name of its own': {
    make: (options) => port({ ...options, name: (index) => `slot ${index}` }),
    kind: 'port',
    fresh: 1,
    limits: { min: 1, max: 65_535, optional: false },
    syntax: 'Unsigned32',
    takes: [[3, 3, 'slot 3']],
    refuses: [],
    ascending: [1, 2],
  },
  'a duration': {
    make: (options) => ticks(options),
    kind: 'ticks',
    access: 'ro',
    fresh: 0,
    limits: { min: 0, max: Number.MAX_SAFE_INTEGER },
    syntax: 'TimeTicks',
    takes: [[6100, 6100, '1 min 1 s']],
    refuses: refusedAs(between(0, Number.MAX_SAFE_INTEGER), [-1, 1.5, '']),
    ascending: [0, 99, 100],
  },
  'a measured number': {
    make: (options) => gauge(options),
    kind: 'gauge',
    access: 'ro',
    fresh: 0,
    limits: {},
    syntax: 'Integer32',
    takes: [
      [12, 12],
      ['-40', -40],
      [' 7 ', 7],
      ['12.50', 12.5, '13'],
      [-0, 0],
      ['-0', 0],
    ],
    refuses: refusedAs('Field must be a number.', [
      '',
      ' ',
      'a',
      '1e3',
      '0x1',
      '5.',
      '.5',
      '1,5',
      '1.2.3',
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1234567890123456',
    ]),
    ascending: [-40, 0, 9, 10.5],
  },
  'a measured number in another unit': {
    make: (options) => gauge({ ...options, scale: 1000, decimals: 1, words: { [-1]: 'unknown' } }),
    kind: 'gauge',
    access: 'ro',
    fresh: 0,
    limits: {},
    syntax: 'Integer32',
    takes: [
      [15_400, 15_400, '15.4'],
      [-1, -1, 'unknown'],
      [1, 1, '0.0'],
    ],
    refuses: [],
    ascending: [-1, 0, 15_400],
  },
  'a 64-bit counter': {
    make: (options) => counter64(options),
    kind: 'counter64',
    access: 'ro',
    fresh: '0',
    limits: {},
    syntax: 'Counter64',
    takes: [
      ['18446744073709551615', '18446744073709551615'],
      [' 7 ', '7'],
      ['00000000000000000007', '7'],
      [5, '5'],
    ],
    refuses: refusedAs('Field must be a whole number from 0 to 18446744073709551615.', [
      '18446744073709551616',
      '000000000000000000007',
      '-1',
      -1,
      1.5,
      '1.5',
      '1a',
      'a1',
      '',
      ' ',
    ]),
    ascending: ['0', '9', '10', '11', '99', '100', '18446744073709551615'],
  },
  'one of numbered choices': {
    make: (options) => enumeration({ ...options, choices: { 1: 'One', 7: 'Seven' } }),
    kind: 'enumeration',
    fresh: 1,
    limits: {
      choices: [
        { value: 1, label: 'One' },
        { value: 7, label: 'Seven' },
      ],
    },
    syntax: 'Integer32',
    takes: [
      ['1', 1, 'One'],
      [7, 7, 'Seven'],
    ],
    refuses: refusedAs('Field must be one of 1 (One), 7 (Seven).', [0, 2, 8, '', 'One', 'toString', 1.5]),
    ascending: [1, 7],
  },
  'one of named choices': {
    make: (options) => enumeration({ ...options, choices: { off: [4, 'Off'], on: [1, 'On'] } }),
    kind: 'enumeration',
    fresh: 4,
    limits: {
      choices: [
        { value: 4, label: 'Off' },
        { value: 1, label: 'On' },
      ],
    },
    syntax: 'Integer32',
    takes: [
      ['1', 1, 'On'],
      [4, 4, 'Off'],
    ],
    refuses: refusedAs('Field must be one of 4 (Off), 1 (On).', [0, 2, 'off', 'constructor']),
    ascending: [1, 4],
  },
  'a status': {
    make: (options) => status(options),
    kind: 'status',
    fresh: 2,
    limits: {
      choices: [
        { value: 1, label: 'Enabled' },
        { value: 2, label: 'Disabled' },
      ],
    },
    syntax: 'Integer32',
    takes: [
      ['1', 1, 'Enabled'],
      [2, 2, 'Disabled'],
    ],
    refuses: refusedAs('Field must be one of 1 (Enabled), 2 (Disabled).', [0, 3]),
    ascending: [1, 2],
  },
  'a truth value': {
    make: (options) => truth(options),
    kind: 'truth',
    fresh: 2,
    limits: {
      choices: [
        { value: 1, label: 'Yes' },
        { value: 2, label: 'No' },
      ],
    },
    syntax: 'Integer32',
    takes: [
      [1, 1, 'Yes'],
      ['2', 2, 'No'],
    ],
    refuses: refusedAs('Field must be one of 1 (Yes), 2 (No).', [0, 3]),
    ascending: [1, 2],
  },
  'a line of text': {
    make: (options) => text({ ...options, maxLength: 8 }),
    kind: 'text',
    limits: { minLength: 0, maxLength: 8, optional: true },
    typed: `${LETTERS}${DIGITS}~\`!@#$%^&*.{}[]() _+=-`,
    dropped: '"\',/:;<>?\\|ä\t\n\u007f',
    syntax: 'OctetString',
    takes: [
      ['', ''],
      [' a b ', ' a b '],
      ['12345678', '12345678'],
      [5, '5'],
    ],
    refuses: [
      ['123456789', 'Field must be 0 to 8 characters.', ErrorCode.wrongLength],
      ['Küche', 'Field has a character that is not allowed.'],
      ['ab\n', 'Field has a character that is not allowed.'],
      ['\nab', 'Field has a character that is not allowed.'],
    ],
    ascending: ['', 'B', 'a', 'ab'],
  },
  'a line of text that the device writes': {
    make: (options) => text({ access: 'ro', ...options, maxLength: 8 }),
    kind: 'text',
    access: 'ro',
    limits: { minLength: 0, maxLength: 8, optional: true },
    typed: `${LETTERS}${DIGITS} \t~!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}`,
    dropped: 'ä\n\u007f',
    syntax: 'OctetString',
    takes: [['a, b', 'a, b']],
    refuses: [['ab\n', 'Field has a character that is not allowed.']],
    ascending: ['a', 'b'],
  },
  'a name': {
    make: (options) => text({ ...options, maxLength: 8, characters: printable }),
    kind: 'text',
    limits: { minLength: 0, maxLength: 8, optional: true },
    typed: `${LETTERS}${DIGITS} \t~!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}`,
    dropped: 'ä\n\u007f',
    syntax: 'OctetString',
    takes: [['a\tb c', 'a\tb c']],
    refuses: [['ab\n', 'Field has a character that is not allowed.']],
    ascending: ['a', 'b'],
  },
  'a text of a form': {
    make: (options) =>
      text({
        ...options,
        minLength: 3,
        maxLength: 6,
        characters: /[a-z.]/iu,
        trim: true,
        pattern: { matches: /^[^.]/, refusal: { text: 'Field must not begin with a dot.' } },
      }),
    kind: 'text',
    limits: { minLength: 3, maxLength: 6, optional: false },
    typed: `${LETTERS}.`,
    dropped: DIGITS,
    syntax: 'OctetString',
    takes: [
      [' abc ', 'abc'],
      ['ABCDEF', 'ABCDEF'],
    ],
    refuses: [
      [' ab ', 'Field must be 3 to 6 characters.', ErrorCode.wrongLength],
      ['', 'Field must be 3 to 6 characters.', ErrorCode.wrongLength],
      ['abcdefg', 'Field must be 3 to 6 characters.', ErrorCode.wrongLength],
      ['abc1', 'Field has a character that is not allowed.'],
      ['.abc', 'Field must not begin with a dot.'],
    ],
    ascending: ['abc', 'abd'],
  },
  'an optional text of a form': {
    make: (options) =>
      text({ ...options, maxLength: 6, pattern: { matches: /^[a-z]/, refusal: { text: 'Begin with a letter.' } } }),
    kind: 'text',
    limits: { minLength: 0, maxLength: 6, optional: true },
    syntax: 'OctetString',
    takes: [
      ['', ''],
      ['a1', 'a1'],
    ],
    refuses: [['1a', 'Begin with a letter.']],
    ascending: ['', 'a'],
  },
  'a secret': {
    make: (options) => secret({ ...options, minLength: 8, maxLength: 12 }),
    kind: 'secret',
    access: 'wo',
    limits: { minLength: 8, maxLength: 12, optional: false },
    syntax: 'OctetString',
    takes: [
      ['password', 'password', ''],
      ['123456789012', '123456789012', ''],
    ],
    refuses: [
      ['', 'Field must be 8 to 12 characters.', ErrorCode.wrongLength],
      ['1234567', 'Field must be 8 to 12 characters.', ErrorCode.wrongLength],
      ['1234567890123', 'Field must be 8 to 12 characters.', ErrorCode.wrongLength],
      ...refusedAs(wrongSecret, [' password', 'pass word', 'password ', 'Passwört', 'pass\tword', 'pass\u007fword']),
    ],
    ascending: [],
  },
  'a secret or none': {
    make: (options) => secret({ ...options, minLength: 4, maxLength: 12, optional: true }),
    kind: 'secret',
    access: 'wo',
    limits: { minLength: 4, maxLength: 12, optional: true },
    syntax: 'OctetString',
    takes: [
      ['', '', ''],
      ['abcd', 'abcd', ''],
    ],
    refuses: [
      ['abc', 'Field must be 4 to 12 characters.', ErrorCode.wrongLength],
      [' ', wrongSecret],
    ],
    ascending: [],
  },
  'a secret of any length': {
    make: (options) => secret({ ...options, minLength: 0, maxLength: 4 }),
    kind: 'secret',
    access: 'wo',
    limits: { minLength: 0, maxLength: 4, optional: true },
    syntax: 'OctetString',
    takes: [['', '', '']],
    refuses: [],
    ascending: [],
  },
  'hexadecimal digits': {
    make: (options) => hex({ ...options, maxLength: 4 }),
    kind: 'hex',
    limits: { minLength: 0, maxLength: 4, optional: true },
    typed: HEX,
    dropped: 'gGxX -:',
    syntax: 'OctetString',
    takes: [
      ['', ''],
      [' 88cC ', '88CC'],
      ['abc', 'ABC'],
      [8, '8'],
    ],
    refuses: [
      ['0x1', 'Field must be hexadecimal digits.'],
      ['g1', 'Field must be hexadecimal digits.'],
      ['1g', 'Field must be hexadecimal digits.'],
      ['88CC0', 'Field must be 0 to 4 characters.', ErrorCode.wrongLength],
    ],
    ascending: ['', '0A', 'A0', 'FF'],
  },
  'octets in hexadecimal': {
    make: (options) => hex({ ...options, minLength: 2, maxLength: 4, octets: true }),
    kind: 'hex',
    limits: { minLength: 2, maxLength: 4, optional: false },
    typed: HEX,
    dropped: 'g ',
    syntax: 'OctetString',
    takes: [
      ['ff', 'FF'],
      ['00ff', '00FF'],
    ],
    refuses: [
      ['', 'Field must be 2 to 4 characters.', ErrorCode.wrongLength],
      ['f', 'Field must be 2 to 4 characters.', ErrorCode.wrongLength],
      ['fffff', 'Field must be 2 to 4 characters.', ErrorCode.wrongLength],
      ['fff', 'Field must be whole octets, two digits each.'],
    ],
    ascending: ['00', '0A', 'FF'],
  },
  'a moment': {
    make: (options) => dateTime(options),
    kind: 'dateTime',
    access: 'ro',
    limits: { maxLength: 19, optional: true },
    typed: `${DIGITS}-: T`,
    dropped: 'aZ./',
    syntax: 'OctetString',
    takes: [
      ['', '', 'never'],
      [' 2026-01-31 13:05:09 ', '2026-01-31 13:05:09'],
      ['2026-1-3T1:5', '2026-01-03 01:05:00'],
      ['2026-1-3 1:5:9', '2026-01-03 01:05:09'],
    ],
    refuses: [
      ...refusedAs('The date does not exist.', [
        '2026-02-30 00:00:00',
        '2026-2-30T0:0',
        '2026-13-01 00:00',
        '2026-10-00 10:10:10',
        '2026-01-01 24:00:00',
        '2026-01-01 23:60:00',
        '2026-01-01 23:59:60',
      ]),
      ...refusedAs('Field must be a date and time, such as "2026-01-31 13:05:09".', [
        'soon',
        '2026-01-31',
        '2026-13-01 00:00:',
        'on 2026-13-01 00:00',
        '2026-13-01 00:00 sharp',
        '2026-13-01 00:00:00:00',
        '2026-13-01x00:00',
        '26-13-01 00:00',
        '2026-130-01 00:00',
        '2026-13-010 00:00',
        '2026-13-01 000:00',
        '2026-13-01 00:000',
        '2026-13-01 00:00:000',
        '2026-1-a 0:0',
      ]),
    ],
    ascending: ['', '2025-12-31 23:59:59', '2026-01-01 00:00:00'],
  },
  'a moment with other words for none': {
    make: (options) => dateTime({ ...options, never: 'not yet' }),
    kind: 'dateTime',
    access: 'ro',
    limits: { maxLength: 19, optional: true },
    syntax: 'OctetString',
    takes: [['', '', 'not yet']],
    refuses: [],
    ascending: [],
  },
  'an IPv4 address': {
    make: (options) => ipv4(options),
    kind: 'ipv4',
    limits: { maxLength: 15, prefix: false, optional: false },
    typed: `${DIGITS}./`,
    dropped: 'abc: -',
    syntax: 'IpAddress',
    takes: [
      [' 192.0.2.1 ', '192.0.2.1'],
      ['223.255.255.254', '223.255.255.254'],
    ],
    refuses: ipv4Refused(
      '',
      '192.0.2.256',
      '192.0.2.1/24',
      '127.0.0.1',
      '0.0.0.0',
      '224.0.0.5',
      '240.0.0.1',
      'a.b.c.d',
    ),
    ascending: ['', '9.0.0.1', '10.0.0.2', '10.0.0.10', '223.0.0.1'],
  },
  'an IPv4 address or none': {
    make: (options) => ipv4({ ...options, optional: true }),
    kind: 'ipv4',
    limits: { maxLength: 15, prefix: false, optional: true },
    syntax: 'IpAddress',
    takes: [
      ['', ''],
      [' ', ''],
      ['192.0.2.1', '192.0.2.1'],
    ],
    refuses: ipv4Refused('0.0.0.0', '1'),
    ascending: ['', '9.0.0.1'],
  },
  'any IPv4 address': {
    make: (options) => ipv4({ ...options, addresses: 'any' }),
    kind: 'ipv4',
    limits: { maxLength: 15, prefix: false, optional: false, octetMinimums: [0, 0, 0, 0] },
    syntax: 'IpAddress',
    takes: [
      ['0.0.0.0', '0.0.0.0'],
      ['255.255.255.255', '255.255.255.255'],
    ],
    refuses: ipv4Refused('', '1.2.3'),
    ascending: ['', '0.0.0.0', '0.0.0.1', '255.255.255.255'],
  },
  'an IPv4 group': {
    make: (options) => ipv4({ ...options, addresses: 'multicast' }),
    kind: 'ipv4',
    limits: { maxLength: 15, prefix: false, optional: false },
    syntax: 'IpAddress',
    takes: [
      ['224.0.0.0', '224.0.0.0'],
      ['239.255.255.255', '239.255.255.255'],
    ],
    refuses: ipv4Refused('223.255.255.254', '240.0.0.0', '192.0.2.1'),
    ascending: ['224.0.0.1', '239.0.0.1'],
  },
  'an IPv4 host or group': {
    make: (options) => ipv4({ ...options, addresses: 'hostOrMulticast' }),
    kind: 'ipv4',
    limits: { maxLength: 15, prefix: false, optional: false },
    syntax: 'IpAddress',
    takes: [
      ['192.0.2.1', '192.0.2.1'],
      ['224.0.0.5', '224.0.0.5'],
    ],
    refuses: ipv4Refused('127.0.0.1', '240.0.0.1'),
    ascending: ['192.0.2.1', '224.0.0.5'],
  },
  'an IPv4 address with its prefix length': {
    make: (options) => ipv4({ ...options, prefix: true }),
    kind: 'ipv4',
    limits: { maxLength: 18, prefix: true, optional: false },
    typed: `${DIGITS}./`,
    dropped: ':a',
    syntax: 'OctetString',
    takes: [
      ['192.0.2.1/32', '192.0.2.1/32'],
      ['192.0.2.1/0', '192.0.2.1/0'],
      ['223.255.255.254/24', '223.255.255.254/24'],
    ],
    refuses: ipv4Refused('', '192.0.2.1', '192.0.2.1/33', '192.0.2.1/', '127.0.0.1/8', '192.0.2.1/024'),
    ascending: ['', '9.0.0.1/8', '10.0.0.1/8', '10.0.0.1/24', '10.0.0.2/0'],
  },
  'an address of either family': {
    make: (options) => ipAddress(options),
    kind: 'ipAddress',
    limits: { maxLength: 43, optional: false },
    typed: `${HEX}.:/`,
    dropped: 'gG% -',
    syntax: 'OctetString',
    takes: [
      [' 192.0.2.1 ', '192.0.2.1'],
      ['2001:DB8:0::1', '2001:db8::1'],
      ['fe80::1', 'fe80::1'],
    ],
    refuses: [
      ...ipv4Refused('', '10.0.0.1/8', '127.0.0.1', '10', 'ns.example'),
      ...ipv6Refused('fe80:::1', '::1', '::', 'ff02::1', '2001:db8::1/64'),
    ],
    ascending: ['192.0.2.1', '2001:db8::1'],
  },
  'a subnet mask': {
    make: (options) => ipv4Mask(options),
    kind: 'ipv4Mask',
    fresh: '255.255.255.0',
    limits: { min: 0, max: 32, maxLength: 15, optional: false },
    typed: `${DIGITS}./`,
    dropped: ':a ',
    syntax: 'IpAddress',
    takes: [
      ['255.255.255.0', '255.255.255.0'],
      ['0', '0.0.0.0'],
      ['/24', '255.255.255.0'],
      [' 32 ', '255.255.255.255'],
    ],
    refuses: refusedAs('Field must be a subnet mask, 0.0.0.0 to 255.255.255.255.', [
      '',
      '255.0.255.0',
      '33',
      '/33',
      '//24',
      '24/',
      '-1',
      '024',
      'a',
    ]),
    ascending: ['0.0.0.0', '255.0.0.0', '255.255.255.255'],
  },
  'a subnet mask within bounds': {
    make: (options) => ipv4Mask({ ...options, minPrefix: 8, maxPrefix: 30 }),
    kind: 'ipv4Mask',
    fresh: '255.255.255.0',
    limits: { min: 8, max: 30, maxLength: 15, optional: false },
    syntax: 'IpAddress',
    takes: [
      ['8', '255.0.0.0'],
      ['255.255.255.252', '255.255.255.252'],
    ],
    refuses: refusedAs('Field must be a subnet mask, 255.0.0.0 to 255.255.255.252.', ['7', '31', '254.0.0.0']),
    ascending: ['255.0.0.0', '255.255.255.0'],
  },
  'a subnet mask or none': {
    make: (options) => ipv4Mask({ ...options, optional: true }),
    kind: 'ipv4Mask',
    limits: { min: 0, max: 32, maxLength: 15, optional: true },
    syntax: 'IpAddress',
    takes: [
      ['', ''],
      ['24', '255.255.255.0'],
    ],
    refuses: [],
    ascending: ['', '0.0.0.0', '128.0.0.0'],
  },
  'an IPv6 address': {
    make: (options) => ipv6(options),
    kind: 'ipv6',
    limits: { maxLength: 43, prefix: false, optional: false },
    typed: `${HEX}:/`,
    dropped: 'gG% -.',
    syntax: 'OctetString',
    takes: [
      [' 2001:DB8:0:0:0:0:0:1 ', '2001:db8::1'],
      ['fe80::1', 'fe80::1'],
    ],
    refuses: ipv6Refused('', '::', '::1', 'ff02::1', '1::2::3', '2001:db8::1/64', '192.0.2.1'),
    ascending: ['', '::2', '::10', '2001:db8::1', 'fe80::1'],
  },
  'any IPv6 address or none': {
    make: (options) => ipv6({ ...options, addresses: 'any', optional: true }),
    kind: 'ipv6',
    limits: { maxLength: 43, prefix: false, optional: true },
    syntax: 'OctetString',
    takes: [
      ['', ''],
      ['::', '::'],
      ['::1', '::1'],
      ['FF02::1', 'ff02::1'],
    ],
    refuses: ipv6Refused('1', ':'),
    ascending: ['', '::', '::1'],
  },
  'an IPv6 address with its prefix length': {
    make: (options) => ipv6({ ...options, prefix: true }),
    kind: 'ipv6',
    limits: { maxLength: 43, prefix: true, optional: false },
    syntax: 'OctetString',
    takes: [
      ['2001:DB8::1/128', '2001:db8::1/128'],
      ['2001:db8::1/0', '2001:db8::1/0'],
    ],
    refuses: ipv6Refused('', '2001:db8::1', '2001:db8::1/129', '::1/128', 'ff02::1/16'),
    ascending: ['', '2001:db8::1/8', '2001:db8::1/64', '2001:db8::2/0'],
  },
  'a MAC address': {
    make: (options) => mac(options),
    kind: 'mac',
    limits: { maxLength: 17, optional: false },
    typed: `${HEX}:-`,
    dropped: 'gG. /',
    syntax: 'OctetString',
    takes: [
      [' 001122aabbcc ', '00-11-22-AA-BB-CC'],
      ['01:00:5e:00:00:01', '01-00-5E-00-00-01'],
      ['00-00-00-00-00-00', '00-00-00-00-00-00'],
    ],
    refuses: macRefused('', '00-11-22-33-44', '00-11-22-33-44-5G', '00-11:22-33-44-55', '0011.2233.4455'),
    ascending: ['', '00-11-22-33-44-55', '00-11-22-33-44-AA', '01-00-00-00-00-00'],
  },
  'the MAC address of a station': {
    make: (options) => mac({ ...options, addresses: 'unicast', optional: true }),
    kind: 'mac',
    limits: { maxLength: 17, optional: true },
    syntax: 'OctetString',
    takes: [
      ['', ''],
      ['02-00-00-00-00-01', '02-00-00-00-00-01'],
    ],
    refuses: macRefused('01-00-5E-00-00-01', 'ffffffffffff', '00:00:00:00:00:00', '1'),
    ascending: [],
  },
  'the MAC address of a group': {
    make: (options) => mac({ ...options, addresses: 'multicast' }),
    kind: 'mac',
    limits: { maxLength: 17, optional: false },
    syntax: 'OctetString',
    takes: [['01-00-5E-00-00-01', '01-00-5E-00-00-01']],
    refuses: [...macRefused('02-00-00-00-00-01', '00-00-00-00-00-00'), ...macRefused('', '1')],
    ascending: [],
  },
  'a host': {
    make: (options) => host(options),
    kind: 'host',
    limits: { maxLength: 253, optional: false },
    typed: `${LETTERS}${DIGITS}.:/-`,
    dropped: '_ ä',
    syntax: 'OctetString',
    takes: [
      ['192.0.2.1', '192.0.2.1'],
      ['2001:DB8::1', '2001:db8::1'],
      ['fe80::1', 'fe80::1'],
      [' NTP.Example. ', 'ntp.example'],
      [`${'a.'.repeat(126)}a`, `${'a.'.repeat(126)}a`],
    ],
    refuses: [
      ...ipv4Refused('300.1.1.1', '127.0.0.1', '224.0.0.5', '1', '1.2.3'),
      ...ipv6Refused('fe80:::1', '::1', '::', 'ff02::1', ':', 'a:b'),
      ...refusedAs('Field must be an IPv4 address, an IPv6 address or a host name.', [
        '',
        'a_b',
        'a_1',
        '1_a',
        '-a',
        `${'a.'.repeat(127)}a`,
      ]),
    ],
    ascending: ['', '192.0.2.1', 'a.example', 'b.example'],
  },
  'a short host': {
    make: (options) => host({ ...options, maxLength: 9, optional: true }),
    kind: 'host',
    limits: { maxLength: 9, optional: true },
    syntax: 'OctetString',
    takes: [
      ['', ''],
      ['abcdefghi', 'abcdefghi'],
      ['192.0.2.1', '192.0.2.1'],
    ],
    refuses: [
      ['abcdefghij', 'Field must be an IPv4 address, an IPv6 address or a host name.'],
      ...ipv4Refused('192.0.2.10'),
      ...ipv6Refused('2001:db8::1'),
    ],
    ascending: [],
  },
  'an object identifier': {
    make: (options) => oid(options),
    kind: 'oid',
    limits: { optional: false },
    typed: `${DIGITS}.`,
    dropped: 'a- ',
    syntax: 'ObjectIdentifier',
    takes: [
      ['.1.3.6.01', '1.3.6.1'],
      [' 1.3 ', '1.3'],
    ],
    refuses: refusedAs('Field must be an object identifier, such as "1.3.6.1.2.1".', ['', '1.', '3.1', 'iso']),
    ascending: ['', '1.3', '1.3.6.2', '1.3.6.10', '2.1'],
  },
  'an object identifier or none': {
    make: (options) => oid({ ...options, optional: true }),
    kind: 'oid',
    limits: { optional: true },
    syntax: 'ObjectIdentifier',
    takes: [
      ['', ''],
      ['1.3', '1.3'],
    ],
    refuses: [],
    ascending: [],
  },
  ports: {
    make: (options) => portList({ ...options, maximum: 52 }),
    kind: 'portList',
    limits: { min: 1, max: 52, optional: true },
    typed: `${DIGITS},-`,
    dropped: 'a .;',
    syntax: 'OctetString',
    takes: [
      ['', ''],
      [' 3,1-2,52 ', '1-3,52'],
      [7, '7'],
    ],
    refuses: refusedAs('Field must be port numbers and ranges from 1 to 52, such as "1-3,5".', [
      '0',
      0,
      '53',
      53,
      '3-1',
      '1,,2',
      'a',
    ]),
    ascending: ['', '1', '1-3', '2', '10'],
  },
  'one port at least': {
    make: (options) => portList({ ...options, required: true }),
    kind: 'portList',
    limits: { min: 1, max: 64, optional: false },
    syntax: 'OctetString',
    takes: [['64', '64']],
    refuses: [
      ['', 'Field must contain at least one port.'],
      ['65', 'Field must be port numbers and ranges from 1 to 64, such as "1-3,5".'],
    ],
    ascending: [],
  },
  VLANs: {
    make: (options) => vlanList(options),
    kind: 'vlanList',
    limits: { min: 1, max: 4094, optional: true },
    typed: `${DIGITS},-`,
    dropped: 'a .;',
    syntax: 'OctetString',
    takes: [
      ['', ''],
      [' 4094,1 ', '1,4094'],
      ['2,3,4-5', '2-5'],
      [7, '7'],
    ],
    refuses: refusedAs('Field must be VLAN IDs and ranges from 1 to 4094, such as "2-5,9".', [
      '0',
      '4095',
      '5-2',
      'a',
      0,
    ]),
    ascending: ['', '1', '1-3', '2', '10'],
  },
  'one VLAN at least': {
    make: (options) => vlanList({ ...options, required: true, maximum: 100 }),
    kind: 'vlanList',
    limits: { min: 1, max: 100, optional: false },
    syntax: 'OctetString',
    takes: [['100', '100']],
    refuses: [
      ['', 'Field must contain at least one VLAN ID.'],
      ['101', 'Field must be VLAN IDs and ranges from 1 to 100, such as "2-5,9".'],
    ],
    ascending: [],
  },
};
