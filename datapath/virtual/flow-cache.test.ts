import { expect, test } from 'vitest';
import { firstPorts } from '../../model/values/port-list.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { testPlan } from '../contract/test-plan.ts';
import { defaultPortPlan } from '../plan.ts';
import { copperPorts, createVirtualHarness } from './virtual-harness.ts';

const PORTS = 3;
/** More keys than there are places. */
const STRANGERS = 9000;

function frame(source: string, destination: string): Uint8Array {
  return buildEthernet({ destination, source, etherType: EtherType.experimental, payload: new Uint8Array(46) });
}

const address = (number: number) => {
  const digits = number.toString(16).padStart(8, '0').toUpperCase();
  return `02-00-${digits.replace(/..(?=.)/g, '$&-')}`;
};

async function started() {
  const harness = await createVirtualHarness({ ports: PORTS, forwardingDatabaseSize: STRANGERS * 2 });
  const every = firstPorts(PORTS);
  await harness.datapath.apply({
    ...testPlan(),
    ports: new Map(copperPorts(PORTS).map(({ number }) => [number, defaultPortPlan(every)])),
    vlans: new Map([[1, { members: every, untagged: every }]]),
    interfaces: new Map(),
  });
  const [there, back] = [frame(address(1), address(2)), frame(address(2), address(1))];
  for (let time = 0; time < 4; time += 1) {
    await harness.send(1, there);
    await harness.send(2, back);
    await harness.collect({ left: 0, punted: 0 });
  }
  return { harness, there, known: harness.datapath.flows };
}

test('frames of ever new stations take no memory, and displace no flow', async () => {
  const { harness, there, known } = await started();
  expect(known).toBe(2);
  for (let number = 0; number < STRANGERS; number += 1) {
    await harness.send(3, frame(address(1000 + number), number % 2 === 0 ? address(1) : BROADCAST_MAC));
    if (number % 64 === 0) await harness.collect({ left: 0, punted: 0 });
    harness.clock.advance(1);
  }
  await harness.collect({ left: 0, punted: 0 });
  expect(harness.datapath.flows).toBe(known);
  await harness.send(1, there);
  expect((await harness.collect({ left: 0, punted: 0 })).left).toEqual([{ port: 2, frame: there }]);
});

test('flows of ever new stations that send again take the place of others, but no more memory', async () => {
  const { harness, there } = await started();
  for (let number = 0; number < STRANGERS; number += 1) {
    for (let time = 0; time < 2; time += 1) await harness.send(3, frame(address(1000 + number), address(1)));
    if (number % 64 === 0) await harness.collect({ left: 0, punted: 0 });
    harness.clock.advance(1);
  }
  await harness.collect({ left: 0, punted: 0 });
  expect(harness.datapath.flows).toBeGreaterThan(1000);
  expect(harness.datapath.flows).toBeLessThanOrEqual(4096);
  await harness.send(1, there);
  expect((await harness.collect({ left: 0, punted: 0 })).left).toEqual([{ port: 2, frame: there }]);
});
