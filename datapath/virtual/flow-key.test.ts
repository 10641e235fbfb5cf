import { expect, test } from 'vitest';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import { FlowKey } from './flow-key.ts';

const UDP = 17;
const DRAWS = 1000;

const STATIONS = [1, 2, 3, 4];

/** What neighbours send each other, with a tag and without. */
const frames = STATIONS.flatMap((source) =>
  STATIONS.filter((destination) => destination !== source).flatMap((destination) => {
    const [to, from] = [`02-00-00-00-00-0${destination}`, `02-00-00-00-00-0${source}`];
    const payload = new Uint8Array(60);
    const frame = buildEthernet({ destination: to, source: from, etherType: EtherType.experimental, payload });
    return [
      { source, frame },
      { source, frame: pushTag(frame, 20) },
    ];
  }),
);

test('keys of neighbours differ in their upper bits, however the random numbers fall', () => {
  let most = 0;
  for (let draw = 0; draw < 4000; draw += 1) {
    const key = new FlowKey(Math.random);
    const places = new Set<number>();
    for (const { source, frame } of frames) {
      key.read(source, frame, 'frame', false);
      places.add(key.hash >>> 20);
    }
    most = Math.max(most, frames.length - places.size);
  }
  // By chance there are two in one of 500 draws.
  expect(most).toBeLessThan(5);
});

test('frames of one port cannot be chosen to share a place, whichever bits of theirs differ', () => {
  const packet = buildEthernet({
    ...{ destination: '02-00-00-00-00-01', source: '02-00-00-00-00-02', etherType: EtherType.ipv4 },
    payload: Uint8Array.from([0x45, 0, 0, 28, 0, 0, 0, 0, 64, UDP, ...Array(50).fill(0)]),
  });
  // The top bits of words: addresses of the frame and of the packet, and ports.
  const places = [0, 4, 8, 26, 30, 34];
  for (const one of places) {
    for (const other of places.filter((place) => place > one)) {
      const chosen = packet.slice();
      for (const place of [one, other]) chosen[place] = (chosen[place] ?? 0) ^ 0x80;
      let alike = 0;
      for (let draw = 0; draw < DRAWS; draw += 1) {
        const key = new FlowKey(Math.random);
        key.read(1, packet, 'packet', false);
        const place = key.hash >>> 20;
        key.read(1, chosen, 'packet', false);
        if (key.hash >>> 20 === place) alike += 1;
      }
      // By chance none, in one of four tries one.
      expect(alike, `octets ${one} and ${other}`).toBeLessThan(8);
    }
  }
});
