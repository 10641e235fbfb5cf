import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Bench, stationOf } from '../test-bench.ts';
import { factory, messagesOf, planOf, testHardware } from '../testing.ts';
import { dot1qVlanStaticEntry } from '../vlan/static-vlan-objects.ts';
import { EntryStatus, macVlanEntry } from './objects.ts';

const vlan20 = { dot1qVlanIndex: 20, dot1qVlanStaticEgressPorts: '1,2,6' };
const entry = (address: string, vlan = 20) => ({ macVlanAddress: address, macVlanId: vlan, macVlanPriority: 5 });

describe('a MAC VLAN entry', () => {
  const before = factory().withRow(dot1qVlanStaticEntry, vlan20);
  const mac = '00-11-22-33-44-55';
  const withEntry = before.withRow(macVlanEntry, entry(mac));

  it('classifies its station', () => {
    expect([...planOf(withEntry).classifiers.values()]).toEqual([
      { rank: 'station', source: mac, vlan: 20, priority: 5 },
    ]);
  });

  it('names a VLAN that exists, which then stays', () => {
    expect(messagesOf(before, before.withRow(macVlanEntry, entry(mac, 30)))).toEqual(['VLAN 30 does not exist.']);
    expect(messagesOf(withEntry, withEntry.withoutRow(dot1qVlanStaticEntry, { dot1qVlanIndex: 20 }))).toEqual([
      `VLAN 20 is in use by MAC VLAN of ${mac}.`,
    ]);
  });

  it('is of one station that is not the switch', () => {
    const own = before.withRow(macVlanEntry, entry(testHardware.baseMacAddress));
    expect(messagesOf(before, own)).toEqual(['Invalid MAC address.']);
    const { macVlanAddress } = macVlanEntry.fields;
    for (const wrong of ['01-00-5E-00-00-01', '00-00-00-00-00-00']) expect(macVlanAddress.read(wrong).ok).toBe(false);
  });
});

describe('on the switch', () => {
  let bench: Bench;
  let directory: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'faceplate-mac-vlan-'));
    bench = new Bench();
    await bench.start(directory);
  });

  afterAll(async () => {
    await bench.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it('the station moves with its next frame, and what was learnt before is forgotten', async () => {
    bench.reach(1);
    expect(await bench.addresses()).toEqual([`1 ${stationOf(1)} 1`]);
    await bench.change((running) =>
      running.withRow(dot1qVlanStaticEntry, vlan20).withRow(macVlanEntry, entry(stationOf(1))),
    );
    expect(await bench.addresses()).toEqual([]);
    expect(bench.reach(1)).toEqual(['2:20', '6:20']);
    expect(await bench.addresses()).toEqual([`20 ${stationOf(1)} 1`]);
    expect(await bench.live(macVlanEntry)).toEqual([{ macVlanEntryStatus: EntryStatus.inactive }]);
  });

  it('the station gets its answers where its port is an untagged member, and the page has it as active then', async () => {
    const untagged = { ...vlan20, dot1qVlanStaticUntaggedPorts: '1' };
    await bench.change((running) => {
      const usual = running.row(dot1qVlanStaticEntry, { dot1qVlanIndex: 1 });
      return running
        .withRow(dot1qVlanStaticEntry, { ...usual, dot1qVlanIndex: 1, dot1qVlanStaticUntaggedPorts: '2-6' })
        .withRow(dot1qVlanStaticEntry, untagged)
        .withRow(macVlanEntry, entry(stationOf(1)));
    });
    expect(bench.reach(1)).toEqual(['2:20', '6:20']);
    expect(bench.reach(2, { to: stationOf(1), vlan: 20 })).toEqual(['1']);
    expect(await bench.live(macVlanEntry)).toEqual([{ macVlanEntryStatus: EntryStatus.active }]);
  });
});
