import { describe, expect, it } from 'vitest';
import { Field, register, wideRegister } from './field.ts';
import { equals, inVlan, type Match, masked, writeFields } from './match.ts';
import { OctetWriter } from './octet-writer.ts';
import { plainName, reportedName } from './reported-rule.ts';

const fieldsOf = (match: Match) => {
  const writer = new OctetWriter();
  writeFields(writer, match);
  return writer.finish();
};
const rule = (match: Match) => ({ table: 7, priority: 100, match });
const reported = (fields: Uint8Array) => ({ table: 7, priority: 100, fields });
const octets = (...hex: string[]) => Uint8Array.from(Buffer.from(hex.join(''), 'hex'));

describe('the name of a rule', () => {
  it.each<readonly [string, Match, Match]>([
    [
      'in another order',
      [equals(Field.ethType, 0x800), equals(Field.ipProtocol, 6)],
      [equals(Field.ipProtocol, 6), equals(Field.ethType, 0x800)],
    ],
    [
      'by narrow registers',
      [masked(wideRegister(1), (5n << 96n) | 7n, (0xffn << 96n) | 0xffn)],
      [masked(register(4), 5, 0xff), masked(register(7), 7, 0xff)],
    ],
    ['by the VLAN of a tag', [masked(Field.vlanTci, 0x1064, 0x1fff)], [inVlan(100)]],
    ['by VLAN and priority', [equals(Field.vlanTci, 0xb064)], [inVlan(100), equals(Field.vlanPriority, 5)]],
  ])('is the same %s', (_what, one, other) => {
    expect(plainName(rule(one))).toBe(plainName(rule(other)));
  });

  it('is another with another table, priority, value or mask', () => {
    const match = [masked(register(1), 4, 6)];
    const others = [
      { ...rule(match), table: 8 },
      { ...rule(match), priority: 99 },
      rule([masked(register(1), 2, 6)]),
      rule([masked(register(1), 4, 4)]),
      rule([]),
    ];
    expect(new Set([rule(match), ...others].map(plainName)).size).toBe(6);
  });

  it('is read from what the switch reports, also by its other headers', () => {
    const match = [equals(Field.inPort, 0xfffd), equals(Field.ethDestination, 0x0102_0304_0506)];
    const own = plainName(rule(match));
    expect(reportedName(reported(fieldsOf(match)))).toBe(own);
    // OpenFlow basic in_port and eth_dst.
    expect(reportedName(reported(octets('80000004fffffffd', '80000606010203040506')))).toBe(own);
    // ONFOXM_ET_TCP_FLAGS.
    const flags = octets('ffff5508', '4f4e4600', '0002', '0012');
    expect(reportedName(reported(flags))).toBe(plainName(rule([masked(Field.tcpFlags, 2, 0x12)])));
  });

  it.each([
    ['a field that is unknown here', octets('000168040000000a')],
    ['a field of another experimenter', octets('ffff5408', '00002320', '0002')],
    ['a field of another length', octets('8000060401020304')],
  ])('is none with %s, and never that of the rule without it', (_what, fields) => {
    expect(reportedName(reported(fields))).toBeUndefined();
  });
});
