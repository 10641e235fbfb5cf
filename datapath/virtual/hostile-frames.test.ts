import fc from 'fast-check';
import { expect, test } from 'vitest';
import { putMac, putUint16 } from '../../protocols/frames/addresses.ts';
import { CONTRACT_PORTS, testPlan, testState } from '../contract/test-plan.ts';
import type { InterfacePlan } from '../plan.ts';
import type { PuntPlan, PuntStage } from '../punt.ts';
import { trace } from '../trace/trace.ts';
import type { FrameEntry } from '../trace/traced-frame.ts';
import { createVirtualHarness } from './virtual-harness.ts';

const OWN_MAC = '02-FA-CE-00-00-01';
const own: InterfacePlan = {
  vlan: 1,
  name: 'vlan1',
  enabled: true,
  mac: OWN_MAC,
  addresses: [{ address: '192.0.2.1', prefix: 24 }],
  dhcpClient: false,
};
const ofStage = (stage: PuntStage): PuntPlan => ({
  stage,
  action: stage === 'inspection' ? 'take' : 'copy',
  rate: 1000,
  matches: [{ destinationPort: 68 }, { icmpType: 135 }, { arpOperation: 1 }, { etherType: 0x8100 }],
});
const plan = testPlan({
  vlans: { 10: { tagged: '1-3' } },
  interfaces: [own],
  trunks: { 5001: '5,6' },
  mirrors: [{ target: 4, ingress: '1', egress: '2' }],
  punts: { early: ofStage('control'), late: ofStage('inspection'), delivered: ofStage('delivery') },
});

const types = fc.constantFrom(0x0800, 0x86dd, 0x0806, 0x8100, 0x88a8, 0x9000, 0x05dc, 0);
const destinations = fc.constantFrom('FF-FF-FF-FF-FF-FF', '01-80-C2-00-00-00', OWN_MAC, '33-33-00-00-00-01');

/** Tags upon tags, then a packet of which only the beginning looks like one, cut anywhere. */
const nested = fc
  .record({
    destination: destinations,
    tags: fc.array(fc.record({ type: types, control: fc.nat(0xffff) }), { maxLength: 5 }),
    type: types,
    first: fc.constantFrom(0x45, 0x4f, 0x40, 0x60, 0),
    rest: fc.uint8Array({ minLength: 100, maxLength: 200 }),
    length: fc.oneof(fc.nat(20), fc.integer({ min: 60, max: 120 })),
  })
  .map(({ destination, tags, type, first, rest, length }) => {
    const frame = new Uint8Array(400);
    putMac(frame, 0, destination);
    putMac(frame, 6, '02-AA-00-00-00-41');
    let at = 12;
    for (const tag of tags) {
      putUint16(frame, at, tag.type);
      putUint16(frame, at + 2, tag.control);
      at += 4;
    }
    putUint16(frame, at, type);
    frame[at + 2] = first;
    frame.set(rest, at + 3);
    return frame.slice(0, length);
  });
const tooLong = fc.integer({ min: 1500, max: 9300 }).map((length) => new Uint8Array(length).fill(0x5a));
const hostile = fc.oneof({ weight: 5, arbitrary: nested }, fc.uint8Array({ maxLength: 90 }), tooLong);

test('no octets make the switch, its own station, its classes or the trace throw', async () => {
  const harness = await createVirtualHarness({ ports: CONTRACT_PORTS.length });
  const { datapath } = harness;
  await datapath.apply(plan);
  await harness.advance(10_000);
  const situation = { up: 0b11_1111n, learnt: () => undefined };
  const entries = (port: number, frame: Uint8Array): FrameEntry[] => [
    { kind: 'received', port, frame },
    { kind: 'originated', vlan: 1, frame },
    { kind: 'resumed', stage: 'inspection', port, vlan: 1, frame },
    { kind: 'resumed', stage: 'control', port, vlan: undefined, frame },
  ];
  const ports = fc.constantFrom(...CONTRACT_PORTS);
  let punted = 0;
  await fc.assert(
    fc.asyncProperty(hostile, ports, async (frame, port) => {
      for (const entry of entries(port, frame)) trace(plan, testState(), situation, entry);
      await harness.send(port, frame);
      datapath.transmit(port, frame);
      datapath.originate(1, frame);
      const traffic = await harness.collect({ left: 0, punted: 0 });
      punted += traffic.punted.length;
      for (const one of traffic.punted) {
        datapath.resume(one);
        datapath.resume(one, one.frame.slice(0, 8));
      }
      await harness.advance(20);
    }),
    { numRuns: 500 },
  );
  expect(punted).toBeGreaterThan(0);
  await harness.close();
});
