import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packet } from '../../../datapath/contract/test-frame.ts';
import { igsCtrl, igsVlanRouterEntry } from '../igmp-snooping/objects.ts';
import { Bench, settled } from '../test-bench.ts';
import { MulticastFilterMode, multicastFilterEntry } from './objects.ts';

const STREAM = packet('225.1.2.3', '01-00-5E-01-02-03');

let bench: Bench;
let directory: string;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'filtering-'));
  bench = new Bench();
  await bench.start(directory);
});
afterEach(async () => {
  await bench.stop();
  rmSync(directory, { recursive: true });
});

const mode = async (name: keyof typeof MulticastFilterMode) => {
  const values = { dot1qVlanIndex: 1, multicastFilterMode: MulticastFilterMode[name] };
  await bench.change((configuration) => configuration.withRow(multicastFilterEntry, values));
};
const stream = () => bench.passes(6, STREAM);
const floods = async () => (await bench.live(multicastFilterEntry)).map((row) => row.dot1qForwardUnregisteredPorts);

describe('multicast filtering', () => {
  it('keeps groups that nobody is known to listen to from all but router ports', async () => {
    expect([await stream(), await floods()]).toEqual([['1', '2', '3', '4', '5'], ['1-6']]);
    await mode('filterUnregistered');
    expect([await stream(), await floods()]).toEqual([[], ['']]);
    await bench.change((configuration) =>
      configuration
        .withGroup(igsCtrl, { igsStatus: 1 })
        .withRow(igsVlanRouterEntry, { igsVlanRouterVlanId: 1, igsVlanStaticRouterPorts: '4' }),
    );
    await settled();
    expect([await stream(), await floods()]).toEqual([['4'], ['4']]);
    expect(bench.reach(6)).toEqual(['1', '2', '3', '4', '5']);
    await mode('forwardAll');
    expect([await stream(), await floods()]).toEqual([['1', '2', '3', '4', '5'], ['1-6']]);
  });
});
