import { describe, expect, it } from 'vitest';
import { factory, messagesOf, planOf, testHardware } from '../testing.ts';
import { TrunkMode, trunkGroupEntry } from '../trunk/objects.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { dot1vProtocolGroupEntry, dot1vProtocolPortEntry } from './objects.ts';

const before = factory().withRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '4-5' });
type Rows = typeof before;

const protocol = (value: string, profile = 1, type: 1 | 2 | 5 = 1, base: Rows = before) =>
  base.withRow(dot1vProtocolGroupEntry, {
    dot1vProtocolTemplateFrameType: type,
    dot1vProtocolTemplateProtocolValue: value,
    dot1vProtocolGroupId: profile,
  });
const bound = (port: number, base: Rows, vlan = 20, profile = 1) =>
  base.withRow(dot1vProtocolPortEntry, {
    dot1dBasePort: port,
    dot1vProtocolPortGroupId: profile,
    dot1vProtocolPortGroupVid: vlan,
    protocolPortPriority: 4,
  });

describe('a protocol profile', () => {
  const ipv6 = protocol('86DD');

  it('holds where it is bound, each of its protocols', () => {
    expect(planOf(ipv6).classifiers.size).toBe(0);
    const both = bound(4, protocol('0806', 1, 2, ipv6));
    expect([...planOf(both).classifiers.values()]).toEqual([
      { rank: 'protocol', frameType: 'ethernet', value: 0x86dd, ports: 0b1000n, vlan: 20, priority: 4 },
      { rank: 'protocol', frameType: 'rfc1042', value: 0x0806, ports: 0b1000n, vlan: 20, priority: 4 },
    ]);
  });

  it('has to be there, with its VLAN, and stays while it is bound', () => {
    expect(messagesOf(ipv6, bound(4, ipv6, 20, 2))).toEqual(['Profile 2 does not exist.']);
    expect(messagesOf(ipv6, bound(4, ipv6, 30))).toEqual(['VLAN 30 does not exist.']);
    const used = bound(4, ipv6);
    const gone = used.withoutRow(dot1vProtocolGroupEntry, {
      dot1vProtocolTemplateFrameType: 1,
      dot1vProtocolTemplateProtocolValue: '86DD',
    });
    expect(messagesOf(used, gone)).toEqual(['Profile 1 is in use by protocol profile 1 at port 4.']);
    expect(messagesOf(used, used.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }))).toHaveLength(1);
  });

  it('is of an Ethernet type, filled up with zeros, or of LLC', () => {
    const { dot1vProtocolTemplateProtocolValue: value } = dot1vProtocolGroupEntry.fields;
    expect(value.read('800')).toEqual({ ok: true, value: '0800' });
    for (const wrong of ['', '12345', '80G0']) expect(value.read(wrong).ok).toBe(false);
    expect(messagesOf(before, protocol('05FF'))).toEqual(['Ether Type must be 0600 to FFFF.']);
    expect(messagesOf(before, protocol('0600'))).toEqual([]);
    expect(messagesOf(before, protocol('0042', 1, 5))).toEqual([]);
  });

  it('of LLC is refused where the datapath cannot tell it', () => {
    const lacking = { ...testHardware, lacking: new Set(['llcProtocols'] as const) };
    const refusal = ['This switch distinguishes protocols only by their Ethernet type.'];
    expect(messagesOf(before, protocol('0042', 1, 5), lacking)).toEqual(refusal);
    expect(messagesOf(before, protocol('0800', 1, 2), lacking)).toEqual(refusal);
    expect(messagesOf(before, protocol('0800'), lacking)).toEqual([]);
  });

  it('is bound to ports and trunks, not to the members of one', () => {
    const trunked = ipv6.withRow(trunkGroupEntry, {
      trunkId: 1,
      trunkMode: TrunkMode.manual,
      trunkMemberPorts: '2,3',
    });
    expect(messagesOf(trunked, bound(3, trunked))).toEqual(['Port 3 is a member of trunk 1.']);
    expect(messagesOf(trunked, bound(5001, trunked))).toEqual([]);
    expect([...planOf(bound(5001, trunked)).classifiers.values()]).toMatchObject([{ ports: 0b10n }]);
    const ended = bound(5001, trunked).withRow(trunkGroupEntry, { trunkId: 1, trunkMode: TrunkMode.disabled });
    expect(messagesOf(bound(5001, trunked), ended)).toEqual(['Trunk 1 is in use by protocol profile 1 at trunk 1.']);
    expect(messagesOf(ipv6, bound(5001, ipv6))).toEqual(['Trunk 1 does not exist.']);
    expect(messagesOf(ipv6, bound(11, ipv6))).toEqual(['Please enter an integer between 1 ~ 10']);
    const used = bound(3, ipv6);
    const joined = used.withRow(trunkGroupEntry, {
      trunkId: 1,
      trunkMode: TrunkMode.manual,
      trunkMemberPorts: '2,3',
    });
    expect(messagesOf(used, joined)).toEqual(['Port 3 is in use by protocol profile 1 at port 3.']);
  });
});
