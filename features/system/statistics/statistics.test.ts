import { describe, expect, it } from 'vitest';
import { startTestAgent } from '../../../tests/agent/test-agent.ts';
import { curveOf, growthOf, sampleTimes } from '../../port-samples.ts';

describe('the curve of a port', () => {
  const growth = new Map([['ifHCInOctets', growthOf({ portSampleGrowth: '0,125000,,2.5' })]]);

  it('is what its counter grew by, with a gap where it was reset, and flat where it stood still', () => {
    expect(curveOf(growth, 'ifHCInOctets', 4, 1000)).toEqual([0, 125_000, null, 2.5]);
    expect(curveOf(growth, 'ifInErrors', 4, 1000)).toEqual([0, 0, 0, 0]);
  });

  it('of its rate and load is worked out of the octets', () => {
    expect(curveOf(growth, 'inRate', 4, 1000)).toEqual([0, 1_000_000, null, 20]);
    expect(curveOf(growth, 'inUtil', 4, 10)).toEqual([0, 10, null, 0.0002]);
    expect(curveOf(growth, 'inUtil', 4, 0)).toEqual([0, 0, null, 0]);
  });

  it('stands where its samples were taken', () => {
    expect(sampleTimes(3, 60_000)).toEqual([50_000, 55_000, 60_000]);
  });
});

describe('the samples of the ports', () => {
  it('are there before anybody looks, for a port or a counter alone', async () => {
    const agent = await startTestAgent();
    try {
      const client = await agent.signedIn();
      const rows = async (query: object) => (await client.read('portSampleEntry', query)) as object[];
      await expect
        .poll(async () => {
          agent.clock.advance(5000);
          return (await rows({ ifIndex: 2 })).length;
        })
        .toBe(1);
      const [row] = await rows({ ifIndex: 2 });
      expect(row).toMatchObject({
        ifIndex: 2,
        portSampleFigure: 'ifHCInOctets',
        portSampleGrowth: expect.stringMatching(/^0(,0)*$/),
      });
      expect(await rows({ portSampleFigure: 'dot3StatsFCSErrors' })).toEqual([]);
    } finally {
      await agent.close();
    }
  });
});

describe('clearing', () => {
  it('begins the counters of one port anew and says since when', async () => {
    const agent = await startTestAgent();
    try {
      const client = await agent.signedIn();
      agent.clock.advance(7_000);
      expect((await client.set('statisticsCtrl', { statisticsClear: 11 })).error.message).toContain(
        '0 or a port from 1 to 10',
      );
      expect((await client.set('statisticsCtrl', { statisticsClear: 2 })).error.code).toBe(0);
      expect(await client.read('ifXEntry', { ifIndex: 2 })).toMatchObject([
        { ifHCInOctets: '0', ifCounterDiscontinuityTime: 700 },
      ]);
      expect(await client.read('dot3StatsEntry', { dot3StatsIndex: 1 })).toMatchObject([
        { dot3StatsFCSErrors: '0', ifCounterDiscontinuityTime: 0 },
      ]);
    } finally {
      await agent.close();
    }
  });
});

describe('what the host does not count', () => {
  it('has no figure, rather than 0', async () => {
    const agent = await startTestAgent();
    const { facts } = agent.running.context.datapath;
    Object.assign(facts, { uncounted: new Set(['symbolErrors']) });
    try {
      const [row] = (await (await agent.signedIn()).read('dot3StatsEntry')) as object[];
      expect(row).toMatchObject({ dot3StatsSymbolErrors: '', dot3StatsFCSErrors: '0' });
    } finally {
      await agent.close();
    }
  });
});
