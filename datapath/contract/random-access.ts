import fc from 'fast-check';
import {
  type AccessCondition,
  type AccessRulePlan,
  accessRuleKey,
  bitsOfField,
  type ChunkBase,
  isOfFrameHead,
  type NamedField,
} from '../../model/access-control/access-rule.ts';
import type { PortList } from '../../model/values/port-list.ts';
import { putUint16 } from '../../protocols/frames/addresses.ts';
import { ipFrame } from './ip-frames.ts';
import { extended } from './packets.ts';

const ADDRESSES = ['10.0.0.1', '10.0.0.9', '10.1.0.9', '192.0.2.1'] as const;
const ADDRESSES6 = ['2001:db8::1', '2001:db8::9', '2001:db8:0:1::9'] as const;
const PORTS = [0, 23, 80, 8080] as const;
const DSCP = [0, 46, 10] as const;
const LABELS = [0, 0x12345] as const;
const PROTOCOLS = [1, 2, 6, 6, 17, 17, 58, 253] as const;
const FLAGS = [0x02, 0x10, 0x12] as const;
const TYPES = [0, 8, 0x16, 128] as const;
/** Position of the packet in an untagged frame. */
const PACKET_AT = 14;

/** Hop-by-hop options, routing, authentication and destination options (IANA). */
const EXTENSIONS = [0, 43, 51, 60] as const;
function ipv4Number(text: string): bigint {
  return BigInt(text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0));
}

/** The parts of frames with packets in them that rules look at; some are broken. */
export function randomPacket(from: fc.Arbitrary<string>, to: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> {
  const isIpv6 = fc.boolean();
  const seldom = fc.constantFrom(...Array<undefined>(7).fill(undefined), 0, 100);
  const packet = isIpv6.chain((six) =>
    fc.record({
      from,
      to,
      source: fc.constantFrom<string>(...(six ? ADDRESSES6 : ADDRESSES)),
      destination: fc.constantFrom<string>(...(six ? ADDRESSES6 : ADDRESSES)),
      protocol: fc.constantFrom<number>(...PROTOCOLS),
      dscp: fc.constantFrom<number>(...DSCP),
      ecn: fc.constantFrom(0, 1),
      flowLabel: fc.constantFrom<number>(...LABELS),
      sourcePort: fc.constantFrom<number>(...PORTS),
      destinationPort: fc.constantFrom<number>(...PORTS),
      tcpFlags: fc.constantFrom<number>(...FLAGS),
      type: fc.constantFrom<number>(...TYPES),
      code: fc.constantFrom(0, 1),
      fragment: seldom,
    }),
  );
  const damage = fc.constantFrom(...Array<undefined>(9).fill(undefined), 'length', 'header');
  const headers = fc.oneof(
    { weight: 4, arbitrary: fc.constant<number[]>([]) },
    { weight: 1, arbitrary: fc.array(fc.constantFrom(...EXTENSIONS), { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(packet, damage, headers).map(([{ fragment, ...wanted }, broken, extensions]) => {
    const isIpv4 = !wanted.destination.includes(':');
    const whole = ipFrame({ ...wanted, ...(fragment !== undefined && { fragment }) });
    const frame = isIpv4 ? whole : extensions.reduce((frame, header) => extended(frame, header, 16), whole);
    if (broken === 'length') putUint16(frame, PACKET_AT + (isIpv4 ? 2 : 4), 4000);
    if (broken === 'header' && isIpv4) frame[PACKET_AT] = 0x4f;
    return frame;
  });
}

/** Rules by key: few values, so that frames meet them. `packetContent` says whether chunks may lie anywhere. */
export function randomAccessControl(
  vlans: readonly number[],
  stations: readonly bigint[],
  ports: fc.Arbitrary<PortList>,
  packetContent: boolean,
): fc.Arbitrary<readonly (readonly [number, AccessRulePlan])[]> {
  const condition = (
    field: NamedField,
    values: readonly (number | bigint)[],
    masks: readonly (number | bigint)[] = [(1n << BigInt(bitsOfField(field))) - 1n],
  ): fc.Arbitrary<AccessCondition> =>
    fc.tuple(fc.constantFrom(...values), fc.constantFrom(...masks)).map(([value, mask]) => ({
      field,
      value: BigInt(value) & BigInt(mask),
      mask: BigInt(mask),
    }));
  const always = (field: NamedField, value: number): fc.Arbitrary<AccessCondition> => condition(field, [value]);
  const some = (...of: readonly fc.Arbitrary<AccessCondition>[]) =>
    fc.subarray([...of], { maxLength: Math.min(3, of.length) }).chain((chosen) => fc.tuple(...chosen));
  const MAC = [0xffff_ffff_ffffn, 0x0000_0000_000fn, 0x0100_0000_0000n];
  const ethernet = some(
    condition('vlan', vlans, [0xfff, 0x00f]),
    condition('source', stations, MAC),
    condition('destination', stations, MAC),
    condition('priority', [0, 5, 6], [7, 4]),
    condition('etherType', [0x0800, 0x86dd, 0x0806, 0x88b5, 0x88a8, 0x8100]),
  );
  const upper = fc.oneof(
    some(condition('ipProtocol', [1, 2, 6, 17, 44, 253], [0xff, 0x0f])),
    ...[6, 17].map((protocol) =>
      fc
        .tuple(
          always('ipProtocol', protocol),
          some(condition('sourcePort', PORTS, [0xffff, 0xfff0]), condition('destinationPort', PORTS, [0xffff, 0xff00])),
        )
        .map(([first, rest]) => [first, ...rest]),
    ),
    fc.tuple(always('ipProtocol', 6), condition('tcpFlags', FLAGS, [0x3f, 0x02])),
  );
  const icmp = (protocol: number) =>
    fc
      .tuple(always('ipProtocol', protocol), some(condition('icmpType', TYPES), condition('icmpCode', [0, 1])))
      .map(([first, rest]) => [first, ...rest]);
  const numbers = ADDRESSES.map(ipv4Number);
  const prefix = [0xffff_ffff, 0xffff_ff00, 0xff00_0000];
  const ipv4 = fc
    .tuple(
      always('etherType', 0x0800),
      some(
        condition('ipv4Source', numbers, prefix),
        condition('ipv4Destination', numbers, prefix),
        condition('dscp', DSCP),
        condition('vlan', vlans),
      ),
      fc.oneof(upper, icmp(1)),
    )
    .map(([first, rest, last]) => [first, ...rest, ...last]);
  const of6 = (last: bigint) => (0x2001_0db8n << 96n) | last;
  const prefix6 = [(1n << 128n) - 1n, ((1n << 64n) - 1n) << 64n];
  const ipv6 = fc
    .tuple(
      always('etherType', 0x86dd),
      some(
        condition('ipv6Source', [of6(1n), of6(9n)], prefix6),
        condition('ipv6Destination', [of6(1n), of6((1n << 64n) | 9n)], prefix6),
        condition('trafficClass', [0, 46 << 2, (46 << 2) | 1]),
        condition('flowLabel', LABELS, [0xf_ffff, 0x0_00ff]),
      ),
      fc.oneof(upper, icmp(58)),
    )
    .map(([first, rest, last]) => [first, ...rest, ...last]);
  const contents = fc
    .uniqueArray(chunk(packetContent, stations), { selector: ({ field }) => field, minLength: 1, maxLength: 2 })
    .map((chunks): AccessCondition[] => chunks);
  const match = fc.oneof(
    { weight: 3, arbitrary: ethernet },
    { weight: 4, arbitrary: ipv4 },
    { weight: 3, arbitrary: ipv6 },
    { weight: 2, arbitrary: contents },
  );
  const action = fc.oneof(
    fc.constant({ action: 'deny' as const }),
    fc
      .record({
        priority: fc.constantFrom(undefined, undefined, 0, 7),
        dscp: fc.constantFrom(undefined, undefined, 0, 46),
        precedence: fc.constantFrom(undefined, 5),
        rateKilobits: fc.constantFrom(undefined, undefined, 1_000_000),
      })
      .map(({ priority, dscp, precedence, rateKilobits }) => ({
        action: 'permit' as const,
        ...(priority !== undefined && { priority }),
        ...(dscp !== undefined && { dscp }),
        ...(dscp === undefined && precedence !== undefined && { precedence }),
        ...(rateKilobits !== undefined && { rateKilobits }),
      })),
  );
  const rank = fc.constantFrom<Pick<AccessRulePlan, 'rank'>>({}, {}, { rank: 1 }, { rank: 2 });
  const key = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }));
  return fc.uniqueArray(
    fc.tuple(
      key.map(([profile, rule]) => accessRuleKey(profile, rule)),
      fc
        .record({ match, ports, action, rank })
        .map(({ action: does, rank: asked, ...rule }): AccessRulePlan => ({ ...rule, ...does, ...asked })),
    ),
    { selector: ([one]) => one, maxLength: 5 },
  );
}

function chunk(anywhere: boolean, stations: readonly bigint[]): fc.Arbitrary<AccessCondition> {
  const [station = 0n] = stations;
  const head = fc.constantFrom<readonly [ChunkBase, number, bigint, bigint]>(
    ['l2', 0, station >> 16n, 0xffff_ffffn],
    ['l2', 4, (station & 0xffffn) << 16n, 0xff00_0000n],
    ['l2', 8, station & 0xffff_ffffn, 0x0000_00ffn],
    ['l2', 10, ((station & 0xffffn) << 16n) | 0x0800n, 0xffff_ffffn],
    ['l2', 12, 0x8100_0000n, 0xffff_0000n],
    ['l2', 12, 0x86dd_0000n, 0xffff_0000n],
  );
  const deep = fc.constantFrom<readonly [ChunkBase, number, bigint, bigint]>(
    ['l2', 12, 0x0800_4500n, 0xffff_ff00n],
    ['l2', 76, 0n, 0x8000_0000n],
    ['l3', 12, 0x0a00_0001n, 0xffff_0000n],
    ['l3', 0, 0x6000_0000n, 0xf000_0000n],
    ['l4', 0, 23n, 0xffffn],
    ['l4', 76, 0n, 1n],
  );
  return fc.oneof(head, ...(anywhere ? [deep] : [])).map(([base, offset, value, mask]) => {
    if (!anywhere && !isOfFrameHead({ base, offset }, mask)) throw new Error('This chunk is not of the head.');
    return { field: `${base}+${offset}`, value: value & mask, mask };
  });
}
