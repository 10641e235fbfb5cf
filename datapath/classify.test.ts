import { describe, expect, it } from 'vitest';
import { pushTag } from '../protocols/frames/vlan-tag.ts';
import { priorityIn, protocolOf } from './classify.ts';
import { defaultPortPlan } from './plan.ts';

/** A frame whose octets behind the addresses are these. */
const frame = (...octets: number[]) =>
  Uint8Array.from([...Array(12).fill(2), ...octets, ...Array(60 - octets.length).fill(0)]);

describe('the protocol of a frame', () => {
  it('is its type, also behind a tag', () => {
    const arp = frame(0x08, 0x06);
    expect(protocolOf(arp)).toEqual({ frameType: 'ethernet', value: 0x0806 });
    expect(protocolOf(pushTag(arp, 20))).toEqual({ frameType: 'ethernet', value: 0x0806 });
    expect(protocolOf(frame(0x06, 0x00))).toEqual({ frameType: 'ethernet', value: 0x0600 });
  });

  it('is the two service access points of LLC where a length stands in place of a type', () => {
    expect(protocolOf(frame(0x05, 0xff, 0x42, 0x42, 0x03))).toEqual({ frameType: 'llcOther', value: 0x4242 });
  });

  it('is the type behind SNAP of RFC 1042 alone', () => {
    const snap = (...organization: number[]) => frame(0x00, 0x20, 0xaa, 0xaa, 0x03, ...organization, 0x80, 0x9b);
    expect(protocolOf(snap(0, 0, 0))).toEqual({ frameType: 'rfc1042', value: 0x809b });
    for (const other of [
      [8, 0, 0],
      [0, 8, 0],
      [0, 0, 0xf8],
    ]) {
      expect(protocolOf(snap(...other))).toBeUndefined();
    }
    expect(protocolOf(frame(0x00, 0x20, 0xaa, 0xaa, 0x13, 0, 0, 0, 0x80, 0x9b))).toBeUndefined();
  });
});

it('takes the priority of a classifier only for the VLAN that it leads to', () => {
  const source = '02-02-02-02-02-02';
  const plan = {
    ports: new Map([[1, { ...defaultPortPlan(1n), priority: 3 }]]),
    classifiers: new Map([['a', { rank: 'station' as const, source, vlan: 20, priority: 6 }]]),
  };
  expect([20, 30].map((vlan) => priorityIn(plan, 1, vlan, frame(0x08, 0x00)))).toEqual([6, 3]);
});
