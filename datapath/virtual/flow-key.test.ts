import { expect, test } from 'vitest';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { pushTag } from '../../protocols/frames/vlan-tag.ts';
import { FlowKey } from './flow-key.ts';

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
