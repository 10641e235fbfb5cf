import { describe, expect, test } from 'vitest';
import { firstPorts, portBit } from '../../../model/values/port-list.ts';
import { buildIgmp, parseIgmp } from '../../../protocols/frames/igmp.ts';
import { lldpduIn, NEAREST_BRIDGE, readLldpdu } from '../../../protocols/lldp/lldpdu.ts';
import { ManualClock } from '../../clock.ts';
import { EventLog } from '../../contract/event-log.ts';
import type { PortCounters } from '../../datapath.ts';
import { defaultPortPlan, emptyPlan, type ForwardingPlan, type PortPlan, type VlanPlan } from '../../plan.ts';
import type { PowerPlan } from '../../power.ts';
import { createVirtualDatapath } from '../create-virtual-datapath.ts';
import { copperPorts } from '../virtual-harness.ts';
import type { ScenarioInput } from './scenario.ts';

interface PlanChange {
  readonly ports?: Readonly<Record<number, Partial<PortPlan>>>;
  readonly vlans?: ReadonlyMap<number, VlanPlan>;
  readonly power?: Readonly<Record<number, Partial<PowerPlan>>>;
}

const willing: PowerPlan = {
  allowed: true,
  hold: undefined,
  priority: 'low',
  limit: undefined,
  acceptsLegacy: false,
  waitsLonger: false,
};

function plainPlan(count: number, change: PlanChange = {}): ForwardingPlan {
  const all = firstPorts(count);
  return {
    ...emptyPlan,
    ports: new Map(
      copperPorts(count).map(({ number }) => [number, { ...defaultPortPlan(all), ...change.ports?.[number] }]),
    ),
    vlans: change.vlans ?? new Map([[1, { members: all, untagged: all }]]),
    power: new Map(copperPorts(count).map(({ number }) => [number, { ...willing, ...change.power?.[number] }])),
  };
}

async function play(
  scenario?: ScenarioInput,
  options: { ports?: number; powerBudget?: number; plan?: ForwardingPlan } = {},
) {
  const { ports = 8, powerBudget = 75_000, plan = plainPlan(ports) } = options;
  const clock = new ManualClock();
  const events = new EventLog();
  const datapath = await createVirtualDatapath({
    ports: copperPorts(ports),
    forwardingDatabaseSize: 16_384,
    mirrorSessions: 4,
    powerBudget,
    scenario: scenario && JSON.stringify(scenario),
    clock,
  });
  await datapath.start(events);
  await datapath.apply(plan);
  const seconds = (count: number) => clock.advance(count * 1000);
  const counter = async (port: number, name: keyof PortCounters) =>
    Number((await datapath.portCounters()).get(port)?.[name] ?? 0n);
  const links = async () => {
    const states = [...(await datapath.portStates()).values()];
    return states.filter(({ link }) => link === 'up').map(({ port }) => port);
  };
  return { datapath, events, clock, seconds, counter, links };
}

const host = (port: number, more: Partial<ScenarioInput['stations'][number]> = {}) => ({
  name: `host ${port}`,
  port,
  mac: `02-00-00-00-00-0${port}`,
  address: `192.0.2.${port}`,
  ...more,
});

const talk: ScenarioInput = {
  stations: [host(1, { traffic: [{ to: 'host 2', kilobits: 8000, back: 800 }] }), host(2), host(3)],
};

describe('the built-in office', () => {
  test('is alive: links up, addresses learnt, traffic flowing, some ports down', async () => {
    const { datapath, seconds, counter, links } = await play(undefined, { ports: 28, powerBudget: 185_000 });
    seconds(30);
    const up = await links();
    expect(up).toContain(1);
    expect(up).toContain(28);
    expect(up.length).toBeLessThan(28);
    expect((await datapath.forwardingDatabase()).length).toBeGreaterThan(20);
    for (const port of up) expect(await counter(port, 'inOctets')).toBeGreaterThan(0);
    expect(await counter(27, 'inOctets')).toBeGreaterThan(1_000_000);
  });

  test('what enters leaves somewhere: with addresses learnt, unicast in is unicast out', async () => {
    const { datapath, seconds } = await play(undefined, { ports: 24 });
    seconds(20);
    const sum = async (name: keyof PortCounters) => {
      let total = 0n;
      for (const counters of (await datapath.portCounters()).values()) total += counters[name];
      return total;
    };
    const local = await sum('inUnicast');
    const [inBefore, outBefore] = [local, await sum('outUnicast')];
    seconds(10);
    const [entered, left] = [(await sum('inUnicast')) - inBefore, (await sum('outUnicast')) - outBefore];
    expect(entered).toBeGreaterThan(10_000n);
    expect(left).toBe(entered);
    expect(await sum('outDiscards')).toBe(0n);
  });

  test('says where the administrator comes in, following the PVID', async () => {
    const { datapath } = await play();
    const connection = { localAddress: '127.0.0.1', localPort: 8080, remoteAddress: '127.0.0.1' };
    expect(await datapath.locate(connection)).toMatchObject({ port: 1, vlan: 1 });
    await datapath.apply(plainPlan(8, { ports: { 1: { pvid: 30 } } }));
    expect(await datapath.locate(connection)).toMatchObject({ port: 1, vlan: 30 });
  });

  test('plays the same for the same seed', async () => {
    const figures = async () => {
      const { datapath, seconds } = await play();
      seconds(25);
      return datapath.portCounters();
    };
    expect(await figures()).toEqual(await figures());
  });

  test('stops: nothing is sent and no link is up afterwards', async () => {
    const { datapath, seconds, links, counter } = await play();
    seconds(5);
    await datapath.stop();
    const before = await counter(1, 'inOctets');
    seconds(60);
    expect(await counter(1, 'inOctets')).toBe(before);
    expect(await links()).toEqual([]);
  });
});

describe('stations', () => {
  test('send about as much as the scenario says, both ways', async () => {
    const { seconds, counter } = await play(talk);
    seconds(1200);
    const kilobits = async (port: number) => ((await counter(port, 'inOctets')) * 8) / 1000 / 1200;
    expect(await kilobits(1)).toBeGreaterThan(8000 * 0.85);
    expect(await kilobits(1)).toBeLessThan(8000 * 1.15);
    expect(await kilobits(2)).toBeGreaterThan(800 * 0.85);
    expect(await kilobits(2)).toBeLessThan(800 * 1.15);
  });

  test('put into different VLANs they lose each other, and find each other again', async () => {
    const { datapath, seconds, counter } = await play(talk);
    seconds(10);
    const apart = new Map([
      [1, { members: portBit(1), untagged: portBit(1) }],
      [2, { members: portBit(2) | portBit(3), untagged: portBit(2) | portBit(3) }],
    ]);
    await datapath.apply(plainPlan(8, { vlans: apart, ports: { 2: { pvid: 2 }, 3: { pvid: 2 } } }));
    const before = await counter(2, 'outOctets');
    seconds(120);
    expect(await counter(2, 'outUnicast')).toBeGreaterThan(0);
    const during = await counter(2, 'outOctets');
    expect(during - before).toBeLessThan(10_000);
    const silent = await counter(1, 'inUnicast');
    seconds(60);
    expect(await counter(1, 'inUnicast')).toBe(silent);
    await datapath.apply(plainPlan(8));
    seconds(20);
    expect((await counter(2, 'outOctets')) - during).toBeGreaterThan(1_000_000);
  });

  test('a phone in a voice VLAN reaches its peer through tagged ports only', async () => {
    const phones = {
      stations: [host(1, { vlan: 20, traffic: [{ to: 'host 2', kilobits: 87 }] }), host(2, { vlan: 20 })],
    };
    const { datapath, seconds, counter } = await play(phones);
    seconds(10);
    expect(await counter(2, 'outUnicast')).toBe(0);
    const voice = { members: portBit(1) | portBit(2), untagged: 0n };
    await datapath.apply(plainPlan(8, { vlans: new Map([[20, voice]]) }));
    seconds(12);
    expect(await counter(2, 'outUnicast')).toBeGreaterThan(50);
  });

  test('further addresses behind the uplink fill the table and stay in it', async () => {
    const crowd = { stations: [host(1, { uplink: true })], macTable: 16_384 };
    const { datapath, seconds } = await play(crowd);
    seconds(2);
    expect(await datapath.forwardingDatabase()).toHaveLength(16_384);
    seconds(600);
    expect((await datapath.forwardingDatabase()).length).toBeGreaterThanOrEqual(16_383);
  });

  test('flow control makes a sender go slower instead of losing frames', async () => {
    const squeeze = {
      stations: [host(1, { traffic: [{ to: 'host 2', kilobits: 80_000 }] }), host(2, { link: { speed: 10 } })],
    };
    const lost = async (flowControl: boolean) => {
      const { datapath, seconds, counter } = await play(squeeze);
      await datapath.apply(plainPlan(8, { ports: { 1: { flowControl } } }));
      seconds(60);
      const before = await counter(2, 'outDiscards');
      seconds(300);
      return (await counter(2, 'outDiscards')) - before;
    };
    const without = await lost(false);
    expect(without).toBeGreaterThan(1_000_000);
    expect(await lost(true)).toBeLessThan(without / 10);
  });
});

describe('power', () => {
  const devices = { stations: [1, 2, 3].map((port) => host(port, { power: 15_000 })) };

  test('devices get power by port number until the budget is used, and a denied one has no link', async () => {
    const { datapath, seconds, links } = await play(devices, { powerBudget: 40_000 });
    seconds(1);
    const { power } = await datapath.environment();
    expect([1, 2, 3, 4].map((port) => power?.ports.get(port)?.status)).toEqual([
      'POWER ON',
      'POWER ON',
      'Power denied',
      'POWER OFF',
    ]);
    expect(await links()).toEqual([1, 2]);
  });

  test('the budget is never overdrawn, whatever the devices draw', async () => {
    const { datapath, seconds } = await play(devices, { powerBudget: 45_000 });
    for (let look = 0; look < 100; look += 1) {
      seconds(7);
      const { power } = await datapath.environment();
      const used = [...(power?.ports.values() ?? [])].reduce((sum, { milliwatts }) => sum + milliwatts, 0);
      expect(used).toBeLessThanOrEqual(45_000);
      expect(used).toBeGreaterThan(38_000);
    }
  });
});

describe('a powered device', () => {
  const camera = host(2, { power: 5000 });

  test('has no link while its port gives no power', async () => {
    const { datapath, links } = await play({ stations: [host(1), camera] });
    expect(await links()).toEqual([1, 2]);
    await datapath.apply(plainPlan(8, { power: { 2: { allowed: false } } }));
    expect(await links()).toEqual([1]);
    await datapath.apply(plainPlan(8));
    expect(await links()).toEqual([1, 2]);
  });

  test('that hangs answers nobody until it has lost its power', async () => {
    const stations = [host(1, { traffic: [{ to: 'host 2', kilobits: 80, back: 80 }] }), camera];
    const { datapath, seconds, counter } = await play({
      stations,
      faults: [{ kind: 'hang', station: 'host 2', at: 20 }],
    });
    seconds(19);
    expect(await counter(2, 'inOctets')).toBeGreaterThan(0);
    seconds(2);
    const heard = await counter(2, 'inOctets');
    seconds(30);
    expect(await counter(2, 'inOctets')).toBe(heard);
    await datapath.apply(plainPlan(8, { power: { 2: { hold: 'restart' } } }));
    await datapath.apply(plainPlan(8));
    seconds(10);
    expect(await counter(2, 'inOctets')).toBeGreaterThan(heard);
  });

  test('that hangs before it was ever given power answers nobody when it gets some', async () => {
    const { datapath, seconds, counter, links } = await play(
      {
        stations: [host(1, { traffic: [{ to: 'host 2', kilobits: 80, back: 80 }] }), camera],
        faults: [{ kind: 'hang', station: 'host 2', at: 1 }],
      },
      { plan: plainPlan(8, { power: { 2: { allowed: false } } }) },
    );
    seconds(2);
    await datapath.apply(plainPlan(8));
    seconds(10);
    expect(await links()).toEqual([1, 2]);
    expect(await counter(2, 'inOctets')).toBe(0);
  });

  test.each([
    [450, false, 1],
    [450, true, 0],
    [550, true, 1],
    [350, false, 0],
  ])(
    'that draws nothing for %i ms is taken for gone or not (waiting longer: %s)',
    async (milliseconds, waitsLonger, gone) => {
      const { datapath, seconds } = await play({
        stations: [camera],
        faults: [{ kind: 'powerDip', port: 2, at: 10, milliseconds }],
      });
      await datapath.apply(plainPlan(8, { power: { 2: { waitsLonger } } }));
      seconds(12);
      const { power } = await datapath.environment();
      expect(power?.ports.get(2)).toMatchObject({ status: 'POWER ON', counters: { absent: gone } });
    },
  );
});

describe('faults', () => {
  const at = { at: 10, lasts: 10 };

  test('a flapping link goes and comes in its period, and stays up afterwards', async () => {
    const faults = [{ kind: 'linkFlap' as const, port: 2, period: 2, ...at }];
    const { events, seconds, links } = await play({ ...talk, faults });
    seconds(9);
    expect(await links()).toEqual([1, 2, 3]);
    const before = events.portChanges.length;
    seconds(11);
    const changes = events.portChanges.slice(before).map(({ port, link }) => `${port} ${link}`);
    expect(changes).toEqual(['2 down', '2 up', '2 down', '2 up', '2 down', '2 up']);
    expect(events.reports).toEqual([]);
    seconds(20);
    expect(await links()).toEqual([1, 2, 3]);
  });

  test('a loop is a cable between two ports: a broadcast goes round while it lasts, and comes to rest afterwards', async () => {
    const faults: ScenarioInput['faults'] = [
      { kind: 'loop', port: 5, to: 6, ...at },
      { kind: 'broadcastStorm', port: 1, at: 11, lasts: 1, rate: 10 },
    ];
    const { seconds, counter, links, datapath } = await play({ ...talk, faults });
    seconds(9);
    expect(await links()).toEqual([1, 2, 3]);
    expect(await counter(3, 'outBroadcast')).toBeLessThan(100);
    seconds(10);
    expect(await links()).toEqual([1, 2, 3, 5, 6]);
    expect(await counter(3, 'outBroadcast')).toBeGreaterThan(10_000);
    seconds(2);
    expect(await links()).toEqual([1, 2, 3]);
    expect(datapath.isIdle).toBe(true);
  });

  test('a bad cable shows in the CRC counters while it lasts', async () => {
    const faults = [{ kind: 'badCable' as const, port: 2, rate: 40, ...at }];
    const { seconds, counter } = await play({ ...talk, faults });
    seconds(9);
    expect(await counter(2, 'fcsErrors')).toBe(0);
    seconds(12);
    const damaged = (await counter(2, 'fcsErrors')) + (await counter(2, 'alignmentErrors'));
    expect(damaged).toBeGreaterThan(300);
    expect(await counter(2, 'inErrors')).toBe(damaged);
    seconds(30);
    expect((await counter(2, 'fcsErrors')) + (await counter(2, 'alignmentErrors'))).toBe(damaged);
  });

  test('a storm reaches every port at its rate, but never faster than its line', async () => {
    const storm = (rate: number) => [{ kind: 'broadcastStorm' as const, port: 1, rate, ...at }];
    const calm = await play({ ...talk, faults: storm(1000) });
    calm.seconds(25);
    const reached = await calm.counter(3, 'outBroadcast');
    expect(reached).toBeGreaterThan(8000);
    expect(reached).toBeLessThan(11_000);
    const wild = await play({ ...talk, faults: storm(15_000_000) });
    wild.seconds(25);
    expect(await wild.counter(1, 'inBroadcast')).toBeLessThan(11 * 1_488_096);
  });

  test('an overloaded station overruns the line of whom it talks to', async () => {
    const faults = [{ kind: 'trafficOverload' as const, station: 'host 1', factor: 100, ...at }];
    const slow = {
      stations: [talk.stations[0], host(2, { link: { speed: 100 } })].flatMap((each) => each ?? []),
      faults,
    };
    const { seconds, counter } = await play(slow);
    seconds(9);
    expect(await counter(2, 'outDiscards')).toBe(0);
    seconds(12);
    expect(await counter(2, 'outDiscards')).toBeGreaterThan(100_000);
  });

  test('power faults, fans and heat show in the environment, what no figure tells in the log, and pass', async () => {
    const faults: ScenarioInput['faults'] = [
      { kind: 'powerShort', port: 1, ...at },
      { kind: 'powerOverload', port: 2, ...at },
      { kind: 'fanFailure', fan: 2, ...at },
      { kind: 'overheating', degrees: 30, ...at },
    ];
    const stations = [host(1, { power: 5000 }), host(2, { power: 5000 })];
    const { datapath, events, seconds, links } = await play({ stations, faults });
    const look = async () => {
      const { power, fans, temperature = 0 } = await datapath.environment();
      return { power: [1, 2].map((port) => power?.ports.get(port)?.status), fans, hot: temperature > 55 };
    };
    const fine = { power: ['POWER ON', 'POWER ON'], fans: ['up', 'up'], hot: false };
    expect(await look()).toEqual(fine);
    seconds(11);
    expect(await look()).toEqual({ power: ['Short', 'Overload'], fans: ['up', 'down'], hot: true });
    expect(await links()).toEqual([]);
    seconds(10);
    expect(await look()).toEqual(fine);
    expect(await links()).toEqual([1, 2]);
    expect(events.reports).toEqual([
      'Fan 2 has stopped',
      'The temperature rises',
      'Fan 2 is running again',
      'The temperature falls again',
    ]);
  });

  test('a half-duplex line collides, a duplex mismatch damages frames', async () => {
    const half = { speed: 100, duplex: 'half' } as const;
    const { datapath, seconds, counter } = await play({
      stations: [host(1, { link: half }), host(2, { link: { speed: 100 } })],
    });
    await datapath.apply(plainPlan(8, { ports: { 2: { mode: '100F' } } }));
    seconds(60);
    expect(await counter(1, 'singleCollisions')).toBeGreaterThan(5);
    expect(await counter(2, 'fcsErrors')).toBeGreaterThan(50);
    expect(await counter(2, 'singleCollisions')).toBe(0);
  });
});

describe('a group of a scenario', () => {
  const group = '239.192.0.1';
  const scenario: ScenarioInput = {
    stations: [
      host(1, { traffic: [{ to: group, kilobits: 8000 }] }),
      host(2, { groups: [group] }),
      host(3, { groups: [group], vlan: 20 }),
    ],
  };

  test('is sent to without anybody being asked for its address', async () => {
    const { seconds, counter } = await play(scenario);
    seconds(3);
    expect(await counter(1, 'inMulticast')).toBeGreaterThan(100);
    expect(await counter(1, 'inBroadcast')).toBe(0);
  });

  test('is reported by who listens to it when the link comes up, and when it is asked', async () => {
    const { datapath, events, seconds } = await play(scenario);
    const punts = new Map([
      ['igmp', { stage: 'inspection', action: 'take', rate: 100, matches: [{ ipProtocol: 2 }] } as const],
    ]);
    const members = { members: firstPorts(8), untagged: firstPorts(8) };
    const tagged = { members: firstPorts(8), untagged: 0n };
    await datapath.apply({
      ...plainPlan(8, {
        vlans: new Map([
          [1, members],
          [20, tagged],
        ]),
      }),
      punts,
    });
    const reports = () => events.takePunted().map(({ port, vlan, frame }) => [port, vlan, parseIgmp(frame)?.kind]);
    seconds(2);
    expect(reports()).toEqual([
      [2, 1, 'report'],
      [3, 20, 'report'],
    ]);
    seconds(10);
    expect(reports()).toEqual([]);
    const query = {
      kind: 'query',
      version: 2,
      group: undefined,
      maxResponse: 1000,
      suppress: false,
      sources: 0,
    } as const;
    datapath.originate(1, buildIgmp(query, { mac: '02-FA-CE-00-00-01', address: '192.0.2.200' }));
    seconds(2);
    expect(reports()).toEqual([[2, 1, 'report']]);
  });
});

describe('a station that speaks LLDP', () => {
  test('says what it is when the link comes up, and every half minute', async () => {
    const { datapath, events, seconds } = await play({ stations: [host(1, { lldp: 'phone' }), host(2)] });
    const match = { destination: NEAREST_BRIDGE };
    const punts = new Map([['lldp', { stage: 'control', action: 'take', rate: 100, matches: [match] } as const]]);
    await datapath.apply({ ...plainPlan(8), punts });
    const said = () =>
      events.takePunted().map(({ port, frame }) => [port, readLldpdu(lldpduIn(frame) ?? frame)?.information] as const);
    seconds(2);
    expect(said()).toMatchObject([
      [1, { systemName: 'host 1', med: { deviceClass: 3 }, capabilities: { enabled: 0x24 } }],
    ]);
    seconds(27);
    expect(said()).toEqual([]);
    seconds(3);
    expect(said()).toHaveLength(1);
  });
});
