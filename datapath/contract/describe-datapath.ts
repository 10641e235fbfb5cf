import { afterAll, beforeAll, describe } from 'vitest';
import { Bench } from './bench.ts';
import { describeControlFrames } from './control-frames.ts';
import { describeGroups } from './groups.ts';
import type { CreateHarness } from './harness.ts';
import { describeLearning } from './learning.ts';
import { describeMirroring } from './mirroring.ts';
import { describeOwnInterface } from './own-interface.ts';
import { describePorts } from './port-behaviour.ts';
import { describePortStates } from './port-states.ts';
import { describePunts } from './punts.ts';
import { describeStaticAddresses } from './static-addresses.ts';
import { describeTrunks } from './trunks.ts';
import { describeVlans } from './vlans.ts';

/**
 * What every datapath has to do with frames, as a vitest suite: the same frames in, the same frames out. All scenarios
 * run on one harness, one after the other, so that each also shows that a plan takes the place of the one before.
 */
export function describeDatapathContract(name: string, createHarness: CreateHarness): void {
  describe(`${name} keeps the datapath contract:`, () => {
    let bench: Bench | undefined;
    const ready = () => {
      if (!bench) throw new Error('The harness did not start.');
      return bench;
    };
    beforeAll(async () => {
      bench = new Bench(await createHarness());
    });
    afterAll(async () => {
      await bench?.harness.close();
    });
    describeLearning(ready);
    describeStaticAddresses(ready);
    describeVlans(ready);
    describeControlFrames(ready);
    describePunts(ready);
    describePortStates(ready);
    describeTrunks(ready);
    describeGroups(ready);
    describeMirroring(ready);
    describePorts(ready);
    describeOwnInterface(ready);
  });
}
