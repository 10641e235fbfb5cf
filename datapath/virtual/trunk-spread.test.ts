import { expect, test } from 'vitest';
import { buildTestFrame } from '../contract/test-frame.ts';
import { testPlan } from '../contract/test-plan.ts';
import { createVirtualHarness } from './virtual-harness.ts';

/** A MAC address with one octet (0..5) other than in `02-AA-00-00-00-01`. */
function withOctet(at: number, value: number): string {
  const octets = [0x02, 0xaa, 0, 0, 0, 1].with(at, value);
  return octets.map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join('-');
}

/** A switch whose ports 2 to 5 are a trunk; `member` says by which of them a frame leaves. */
async function begin() {
  const harness = await createVirtualHarness({ ports: 6 });
  await harness.datapath.apply(testPlan({ trunks: { 5001: '2-5' }, vlans: { 1: { untagged: '1-5' } } }));
  const member = async (from: string, to: string) => {
    await harness.send(1, buildTestFrame({ port: 1, from, to }, 1));
    await harness.datapath.flush({});
    const [arrival] = (await harness.collect({ left: 1, punted: 0 })).left;
    return arrival?.port ?? 0;
  };
  return member;
}

test.each([2, 3, 4, 5])('a trunk spreads conversations evenly that differ in octet %i alone', async (octet) => {
  const member = await begin();
  const used = new Map<number, number>();
  for (let value = 0; value < 64; value += 1) {
    const port = await member(withOctet(octet, value), '02-BB-00-00-00-01');
    used.set(port, (used.get(port) ?? 0) + 1);
  }
  expect(new Map([...used].sort())).toEqual(new Map([2, 3, 4, 5].map((port) => [port, 16])));
});

test('a trunk sends a conversation by the same member in both directions', async () => {
  const member = await begin();
  for (let value = 1; value < 250; value += 7) {
    const [one, other] = [withOctet(3, value), withOctet(4, value ^ 0x5a)];
    expect(await member(one, other)).toBe(await member(other, one));
  }
});
