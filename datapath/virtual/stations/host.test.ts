import { describe, expect, test } from 'vitest';
import { BROADCAST_MAC } from '../../../protocols/frames/addresses.ts';
import { type ArpPacket, buildArp, parseArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, type EthernetFrame, EtherType, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { buildIcmpEcho, parseIcmpEcho } from '../../../protocols/frames/icmp.ts';
import { buildIpv4, type IpPacket, IpProtocol, parseIpv4 } from '../../../protocols/frames/ipv4.ts';
import { isTagged, popTag, pushTag, tagOf } from '../../../protocols/frames/vlan-tag.ts';
import { Host, type HostIdentity } from './host.ts';

const OWN = { mac: '02-00-00-00-00-01', address: '192.0.2.1' };
const PEER = { mac: '02-00-00-00-00-02', address: '192.0.2.2' };

interface Sent extends EthernetFrame {
  readonly vid: number | undefined;
}

/** A host by itself; `sent` returns what it sent since the last look. */
function begin(identity: Partial<HostIdentity> = {}) {
  let now = 1_000_000;
  const said: Sent[] = [];
  const send = (frame: Uint8Array) => {
    const ethernet = parseEthernet(isTagged(frame) ? popTag(frame) : frame);
    if (ethernet) said.push({ ...ethernet, vid: tagOf(frame)?.vid });
  };
  const host = new Host({ ...OWN, vlan: undefined, everyVlan: false, ...identity }, send, () => now);
  const advance = (milliseconds: number) => {
    now += milliseconds;
  };
  return { host, advance, sent: () => said.splice(0) };
}

function arp(packet: Partial<ArpPacket> = {}, destination = OWN.mac): Uint8Array {
  const payload = buildArp({
    operation: 'reply',
    senderMac: PEER.mac,
    senderAddress: PEER.address,
    targetMac: OWN.mac,
    targetAddress: OWN.address,
    ...packet,
  });
  return buildEthernet({ destination, source: PEER.mac, etherType: EtherType.arp, payload });
}

const echo = { identifier: 7, sequence: 9, content: Uint8Array.of(1, 2, 3) };

function ping(packet: Partial<IpPacket> = {}, destination = OWN.mac): Uint8Array {
  const payload = buildIpv4({
    source: PEER.address,
    destination: OWN.address,
    protocol: IpProtocol.icmp,
    dscp: 0,
    timeToLive: 3,
    payload: buildIcmpEcho({ ...echo, kind: 'request' }),
    ...packet,
  });
  return buildEthernet({ destination, source: PEER.mac, etherType: EtherType.ipv4, payload });
}

describe('a host of a scenario answers', () => {
  test('ping, to whom asked', () => {
    const { host, sent } = begin();
    host.receive(ping());
    const [answer, ...rest] = sent();
    expect(rest).toEqual([]);
    expect(answer).toMatchObject({ destination: PEER.mac, source: OWN.mac, vid: undefined });
    const packet = answer && parseIpv4(answer.payload);
    expect(packet).toMatchObject({ source: OWN.address, destination: PEER.address, timeToLive: 64 });
    expect(packet && parseIcmpEcho(packet.payload)).toEqual({ ...echo, kind: 'reply' });
  });

  test('no ping to everybody, of another address, another protocol, or that is no question', () => {
    const { host, sent } = begin();
    host.receive(ping({}, BROADCAST_MAC));
    host.receive(ping({}, PEER.mac));
    host.receive(ping({ destination: '192.0.2.9' }));
    host.receive(ping({ protocol: IpProtocol.udp }));
    host.receive(ping({ payload: buildIcmpEcho({ ...echo, kind: 'reply' }) }));
    const damaged = ping();
    damaged[14] = 0;
    host.receive(damaged);
    expect(sent()).toEqual([]);
  });

  test('who asks for its address, by name or all, and nobody else', () => {
    const { host, sent } = begin();
    for (const destination of [BROADCAST_MAC, OWN.mac]) {
      host.receive(arp({ operation: 'request' }, destination));
      const [answer] = sent();
      expect(answer?.destination).toBe(PEER.mac);
      expect(answer && parseArp(answer.payload)).toEqual({
        operation: 'reply',
        senderMac: OWN.mac,
        senderAddress: OWN.address,
        targetMac: PEER.mac,
        targetAddress: PEER.address,
      });
    }
    host.receive(arp({ operation: 'request', targetAddress: '192.0.2.9' }, BROADCAST_MAC));
    host.receive(arp({ operation: 'request' }, PEER.mac));
    const damaged = arp({ operation: 'request' });
    damaged[14] = 9;
    host.receive(damaged);
    expect(sent()).toEqual([]);
    const mute = begin({ address: undefined });
    mute.host.receive(arp({ operation: 'request', targetAddress: '0.0.0.0' }, BROADCAST_MAC));
    expect(mute.sent()).toEqual([]);
  });

  test.each([
    ['without a VLAN', {}, [undefined, 0]],
    ['in a VLAN', { vlan: 20 }, [20]],
    ['in every VLAN', { everyVlan: true }, [undefined, 0, 20, 30]],
  ])('%s, with the tag of the question', (_, identity, understood) => {
    const { host, sent } = begin(identity);
    for (const vid of [undefined, 0, 20, 30]) {
      const tagged = (frame: Uint8Array) => (vid === undefined ? frame : pushTag(frame, vid));
      host.receive(tagged(ping()));
      host.receive(tagged(arp({ operation: 'request' }, BROADCAST_MAC)));
      const expected = understood.some((one) => one === vid) ? [vid || undefined, vid || undefined] : [];
      expect(sent().map((answer) => answer.vid)).toEqual(expected);
    }
  });
});

describe('a host of a scenario asks', () => {
  test('for a neighbour before it sends to it, every five seconds while it is silent', () => {
    const { host, sent, advance } = begin();
    expect(host.resolve(PEER.address)).toBeUndefined();
    const [question] = sent();
    expect(question).toMatchObject({ destination: BROADCAST_MAC, source: OWN.mac, vid: undefined });
    expect(question && parseArp(question.payload)).toEqual({
      operation: 'request',
      senderMac: OWN.mac,
      senderAddress: OWN.address,
      targetMac: '00-00-00-00-00-00',
      targetAddress: PEER.address,
    });
    advance(4999);
    host.resolve(PEER.address);
    expect(sent()).toEqual([]);
    advance(1);
    host.resolve(PEER.address);
    expect(sent()).toHaveLength(1);
  });

  test('again after half a minute, and forgets who did not answer for a minute', () => {
    const { host, sent, advance } = begin();
    host.receive(arp());
    advance(29_999);
    expect(host.resolve(PEER.address)).toBe(PEER.mac);
    expect(sent()).toEqual([]);
    advance(1);
    expect(host.resolve(PEER.address)).toBe(PEER.mac);
    expect(sent()).toHaveLength(1);
    advance(29_999);
    expect(host.resolve(PEER.address)).toBe(PEER.mac);
    advance(1);
    expect(host.resolve(PEER.address)).toBeUndefined();
    host.receive(arp({ senderMac: '02-00-00-00-00-03' }));
    expect(host.resolve(PEER.address)).toBe('02-00-00-00-00-03');
  });

  test('anew after its link was away', () => {
    const { host, sent } = begin();
    host.resolve(PEER.address);
    host.receive(arp());
    sent();
    host.forget();
    expect(host.resolve(PEER.address)).toBeUndefined();
    expect(sent()).toHaveLength(1);
  });

  test('with the tag of its VLAN, which all of its frames have', () => {
    const { host, sent } = begin({ vlan: 20, address: undefined });
    host.resolve(PEER.address);
    const [question] = sent();
    expect(question?.vid).toBe(20);
    expect(question && parseArp(question.payload)?.senderAddress).toBe('0.0.0.0');
    expect(tagOf(host.frame(PEER.mac, EtherType.experimental, new Uint8Array(46)))?.vid).toBe(20);
  });
});
