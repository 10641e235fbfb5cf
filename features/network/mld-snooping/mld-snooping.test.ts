import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { padFrame } from '../../../protocols/frames/ethernet.ts';
import type { MembershipMessage } from '../../../protocols/frames/membership-message.ts';
import { mld } from '../../../protocols/multicast-snooping/family.ts';
import { Bench, settled, stationOf } from '../test-bench.ts';
import { mldsCtrl, mldsVlanMulticastGroupEntry, mldsVlanRouterEntry } from './objects.ts';

const GROUP = 'ff0e::1:2:3';
const STREAM = '33-33-00-02-00-03';
const REPORT: MembershipMessage = { kind: 'report', version: 1, group: GROUP };
const RECORDS: MembershipMessage = { kind: 'records', records: [{ type: 4, group: GROUP, sources: [] }] };
const QUERY = { kind: 'query', version: 1, group: undefined, maxResponse: 1000, suppress: false, sources: 0 } as const;

let bench: Bench;
let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'mld-'));
  bench = new Bench();
  await bench.start(directory);
});
afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

const says = (port: number, message: MembershipMessage) =>
  bench.passes(port, padFrame(mld.build(message, { mac: stationOf(port), address: `fe80::${port}` })));
const set = async (values: object) => {
  await bench.change((configuration) => configuration.withGroup(mldsCtrl, { mldsStatus: 1, ...values }));
  await settled();
};
const stream = () => bench.reach(6, { to: STREAM });

describe('MLD snooping', () => {
  it('is off at first: messages and streams go everywhere', async () => {
    expect(await says(1, REPORT)).toEqual(['2', '3', '4', '5', '6']);
    expect(stream()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('sends a stream where somebody listens by either version, and reports where routers are', async () => {
    await set({});
    expect(await says(1, REPORT)).toEqual([]);
    expect(await says(5, QUERY)).toEqual(['1', '2', '3', '4', '6']);
    expect(await says(2, RECORDS)).toEqual(['5']);
    expect(stream()).toEqual(['1', '2', '5']);
    expect(await bench.live(mldsVlanMulticastGroupEntry)).toEqual([
      {
        mldsVlanMulticastGroupVlanId: 1,
        mldsVlanMulticastGroupIpAddress: GROUP,
        mldsVlanMulticastGroupPortList: '1-2',
        mldsVlanMulticastGroupAge: 260,
      },
    ]);
    expect(await bench.live(mldsVlanRouterEntry)).toEqual([
      { mldsVlanDynamicRouterPorts: '5', mldsVlanRouterExpiry: 250 },
    ]);
    await bench.set(mldsCtrl, { mldsClearGroups: 1 });
    expect(await bench.live(mldsVlanMulticastGroupEntry)).toEqual([]);
  });

  it('asks from its link-local address, and takes out whoever is done and does not answer', async () => {
    await set({ mldsQuerierStatus: 1 });
    expect(bench.received(1).map((frame) => mld.parse(frame))).toMatchObject([
      { kind: 'query', group: undefined, source: expect.stringMatching(/^fe80::.*ff:fe/) },
    ]);
    for (const port of [1, 2]) await says(port, REPORT);
    await says(1, { kind: 'leave', group: GROUP });
    expect(bench.received(1).map((frame) => mld.parse(frame))).toMatchObject([{ kind: 'query', group: GROUP }]);
    bench.clock.advance(2100);
    await settled();
    expect(stream()).toEqual(['2']);
  });

  it('leaves neighbour discovery alone', async () => {
    await set({});
    const message: MembershipMessage = {
      kind: 'records',
      records: [{ type: 4, group: 'ff02::1:ff00:1', sources: [] }],
    };
    await says(1, message);
    expect(await bench.live(mldsVlanMulticastGroupEntry)).toEqual([]);
    expect(bench.reach(6, { to: '33-33-FF-00-00-01' })).toEqual(['1', '2', '3', '4', '5']);
  });
});
