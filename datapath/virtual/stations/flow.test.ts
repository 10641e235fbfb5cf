import { expect, test } from 'vitest';
import { buildArp } from '../../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../../protocols/frames/ethernet.ts';
import { parseIpv4 } from '../../../protocols/frames/ipv4.ts';
import { parseUdp } from '../../../protocols/frames/udp.ts';
import { Crowd } from './crowd.ts';
import { Flow } from './flow.ts';
import { Host } from './host.ts';

const FROM = { mac: '02-00-00-00-00-01', address: '192.0.2.1' };
const TO = { mac: '02-00-00-00-00-02', address: '192.0.2.2' };

/** A flow of ten frames of 1000 octets per second on average; the last of `numbers` applies to every later one. */
function begin(...numbers: readonly number[]) {
  const sent: { frame: Uint8Array; weight: number }[] = [];
  const station = { vlan: undefined, everyVlan: false };
  const from = new Host(
    { ...station, ...FROM },
    (frame, weight) => sent.push({ frame, weight }),
    () => 0,
  );
  let drawn = 0;
  const random = () => {
    drawn += 1;
    return numbers[Math.min(drawn, numbers.length) - 1] ?? 0.5;
  };
  const flow = new Flow(from, TO.address, { kilobits: 80, frameLength: 1000 }, random);
  const answerFrom = (mac: string) => {
    const payload = buildArp({
      operation: 'reply',
      senderMac: mac,
      senderAddress: TO.address,
      targetMac: FROM.mac,
      targetAddress: FROM.address,
    });
    from.receive(buildEthernet({ destination: FROM.mac, source: mac, etherType: EtherType.arp, payload }));
  };
  const took = () => sent.splice(0);
  return { flow, took, answerFrom, weights: () => took().map(({ weight }) => weight) };
}

test('a flow begins once its target is known, and goes to where that is', () => {
  const { flow, took, answerFrom } = begin();
  flow.play(1, 0, 1);
  expect(took().map(({ frame }) => parseEthernet(frame)?.etherType)).toEqual([EtherType.arp]);
  for (const mac of [TO.mac, '02-00-00-00-00-03']) {
    answerFrom(mac);
    flow.play(1, 0, 1);
    const [datagram] = took();
    expect(datagram).toMatchObject({ weight: 10 });
    expect(datagram?.frame).toHaveLength(1000);
    const ethernet = datagram && parseEthernet(datagram.frame);
    expect(ethernet).toMatchObject({ destination: mac, source: FROM.mac });
    const packet = ethernet && parseIpv4(ethernet.payload);
    expect(packet).toMatchObject({ source: FROM.address, destination: TO.address });
    const ports = packet && parseUdp(packet.payload, packet.source, packet.destination);
    expect(ports).toMatchObject({ sourcePort: 49_152 + 5000, destinationPort: 5004 });
  }
});

test('a flow swings around its average, slowly and from turn to turn, and loses no part of a frame', () => {
  const { flow, weights, answerFrom } = begin();
  answerFrom(TO.mac);
  // With every number in the middle, a period is 360 seconds and begins with its falling half.
  for (const now of [0, 90, 270]) flow.play(1, now, 1);
  expect(weights()).toEqual([10, 5, 15]);
  flow.play(2, 0, 3);
  expect(weights()).toEqual([60]);
  const late = begin(0.5, 0.5, 0.25);
  late.answerFrom(TO.mac);
  late.flow.play(1, 0, 1);
  expect(late.weights()).toEqual([12]);
  const noisy = begin(0.5, 0.5, 0.5, 0.75);
  noisy.answerFrom(TO.mac);
  for (const now of [0, 0]) noisy.flow.play(1, now, 1);
  expect(noisy.weights()).toEqual([11, 12]);
  noisy.flow.play(0.01, 0, 1);
  expect(noisy.weights()).toEqual([]);
});

test('a crowd speaks all at once first, then in turns within two minutes, and all at once again after a break', () => {
  const crowd = new Crowd(240, TO.mac);
  const sources: string[] = [];
  const play = (seconds: number) => {
    crowd.play(seconds, (frame) => sources.push(parseEthernet(frame)?.source ?? ''));
    return sources.splice(0);
  };
  const all = play(1);
  expect(new Set(all).size).toBe(240);
  expect(all).toHaveLength(240);
  expect(play(1)).toEqual(all.slice(0, 2));
  expect(play(1)).toEqual(all.slice(2, 4));
  expect(play(1000)).toHaveLength(240);
  crowd.startOver();
  expect(play(1)).toEqual(all);
});
