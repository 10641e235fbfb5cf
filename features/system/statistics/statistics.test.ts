import { describe, expect, it } from 'vitest';
import { startTestAgent } from '../../../tests/agent/test-agent.ts';
import { curveOf, growthOf, sampleTimes } from '../../port-samples.ts';
import { portSampler } from '../../port-sampling.ts';

describe('the curve of a port', () => {
  const growth = new Map([['ifHCInOctets', growthOf('0,125000,,2.5')]]);

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
    expect(sampleTimes(3, 60_000, 'minutes')).toEqual([50_000, 55_000, 60_000]);
    expect(sampleTimes(3, 600_000, 'day')).toEqual([0, 300_000, 600_000]);
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
      const ageOf = async () => Number(Object((await rows({ ifIndex: 2 }))[0]).portSampleAge);
      const before = await ageOf();
      agent.clock.advance(2300);
      expect((await ageOf()) - before).toBeCloseTo(2.3);
    } finally {
      await agent.close();
    }
  });
});

describe('the day of a port', () => {
  it('has a point every five minutes, the mean of each, since the start', async () => {
    const agent = await startTestAgent();
    try {
      const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
      const cable = agent.attach(2, { ability, receive() {} });
      const sampled = (points: number) =>
        expect.poll(() => agent.running.context.slots.get(portSampler)?.day.samples.length).toBe(points);
      const sequence = () => agent.running.context.slots.get(portSampler)?.history.samples.at(-1)?.sequence ?? 0;
      const frame = new Uint8Array(60).fill(2);
      for (let point = 1; point <= 2; point += 1) {
        // 300 frames of 64 octets with FCS in five minutes.
        if (point === 2) cable.send(frame, 300);
        // All timers of a step are due before the reading of the first one is done.
        const before = sequence();
        agent.clock.advance(295_000);
        await expect.poll(sequence).toBeGreaterThan(before);
        agent.clock.advance(5000);
        await sampled(point);
      }
      const index = { ifIndex: 2, portDayFigure: 'ifHCInOctets' };
      expect(await (await agent.signedIn()).read('portDayEntry', index)).toMatchObject([
        { ifIndex: 2, portDayFigure: 'ifHCInOctets', portDayGrowth: '0,64' },
      ]);
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

describe('clearing a port that nothing moves at', () => {
  it('shows in both tables, though they were read just before', async () => {
    const agent = await startTestAgent();
    try {
      const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
      agent.attach(2, { ability, receive() {} }).send(new Uint8Array(60).fill(2), 3);
      const client = await agent.signedIn();
      agent.clock.advance(7_000);
      const traffic = () => client.read('ifXEntry', { ifIndex: 2 });
      const errors = () => client.read('dot3StatsEntry', { dot3StatsIndex: 2 });
      await expect.poll(traffic).toMatchObject([{ ifHCInOctets: '192', ifCounterDiscontinuityTime: 0 }]);
      expect(await errors()).toMatchObject([{ ifCounterDiscontinuityTime: 0 }]);
      await client.set('statisticsCtrl', { statisticsClear: 2 });
      expect(await traffic()).toMatchObject([{ ifHCInOctets: '0', ifCounterDiscontinuityTime: 700 }]);
      expect(await errors()).toMatchObject([{ ifCounterDiscontinuityTime: 700 }]);
    } finally {
      await agent.close();
    }
  });
});

describe('counters that the datapath restarted after they were cleared', () => {
  it('show what was counted since, and nothing below 0', async () => {
    const agent = await startTestAgent();
    const { datapath } = agent.running.context;
    const counters = await datapath.portCounters();
    const counted = (inOctets: bigint) => {
      const port = counters.get(2);
      if (!port) throw new Error('Port 2 has no counters.');
      datapath.portCounters = async () => new Map([...counters, [2, { ...port, inOctets }]]);
    };
    try {
      const client = await agent.signedIn();
      const octets = async () => Object(await client.read('ifXEntry', { ifIndex: 2 })).at(0)?.ifHCInOctets;
      counted(5000n);
      await client.set('statisticsCtrl', { statisticsClear: 2 });
      counted(5100n);
      expect(await octets()).toBe('100');
      counted(64n);
      expect(await octets()).toBe('64');
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
