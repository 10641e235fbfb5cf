import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compilePlan } from '../../device/configuration/compile-plan.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { factoryConfiguration } from '../../model/configuration/factory.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { testHardware } from '../network/testing.ts';
import { nameOfCodePoint } from './code-points.ts';
import { dot1dTrafficClassEntry, dot1dTrafficClassesEnabled } from './cos/objects.ts';
import { qualityOfService } from './device.ts';
import { qosDscpConfig, qosDscpMapEntry } from './dscp/objects.ts';
import { qosIpv6TcEntry } from './ipv6-traffic-class/objects.ts';
import { dot1dPortPriorityEntry } from './port-priority/objects.ts';
import { qosSchedConfig, qosSchedQueueEntry } from './scheduling-algorithm/objects.ts';

const factory = factoryConfiguration(qualityOfService.objects ?? [], testHardware);
const on = factory.withGroup(dot1dTrafficClassesEnabled, { dot1dTrafficClassesEnabled: 1 });

const planOf = (configuration: Configuration) =>
  compilePlan(qualityOfService.contributions ?? [], {
    configuration,
    hardware: testHardware,
    slots: { get: ({ empty }) => empty },
  }).whole;

describe('the plan', () => {
  it('has no queues and no priorities while QoS is off, whatever is set', () => {
    const set = factory
      .withRow(dot1dPortPriorityEntry, { dot1dBasePort: 2, dot1dPortDefaultUserPriority: 5 })
      .withGroup(qosDscpConfig, { qosDscpStatus: 1 })
      .withRow(qosIpv6TcEntry, { qosIpv6TcValue: 184, qosIpv6TcQueue: 7 });
    expect(planOf(set).queueing).toBeUndefined();
    expect([...planOf(set).ports.values()].every(({ priority }) => priority === 0)).toBe(true);
  });

  it('is that of IEEE 802.1D and strict when QoS is switched on', () => {
    expect(planOf(on).queueing).toEqual({
      priorities: [2, 0, 1, 3, 4, 5, 6, 7],
      codePoints: undefined,
      trafficClasses: new Map(),
      weights: undefined,
    });
  });

  it('follows each page', () => {
    const set = on
      .withRow(dot1dTrafficClassEntry, { dot1dTrafficClassPriority: 1, dot1dTrafficClass: 6 })
      .withRow(dot1dPortPriorityEntry, { dot1dBasePort: 2, dot1dPortDefaultUserPriority: 5 })
      .withGroup(qosDscpConfig, { qosDscpStatus: 1 })
      .withRow(qosDscpMapEntry, { qosDscpValue: 46, qosDscpQueue: 7 })
      .withGroup(qosSchedConfig, { qosSchedAlgorithm: 2 })
      .withRow(qosSchedQueueEntry, { qosSchedQueue: 0, qosSchedWeight: 9 })
      .withRow(qosIpv6TcEntry, { qosIpv6TcValue: 184, qosIpv6TcQueue: 4 });
    const { queueing, ports } = planOf(set);
    expect(queueing?.priorities).toEqual([2, 6, 1, 3, 4, 5, 6, 7]);
    expect([0, 8, 16, 45, 46, 47, 63].map((value) => queueing?.codePoints?.[value])).toEqual([2, 0, 1, 5, 7, 5, 7]);
    expect(queueing?.weights).toEqual([9, 2, 4, 8, 16, 32, 64, 127]);
    expect(queueing?.trafficClasses).toEqual(new Map([[184, 4]]));
    expect([1, 2].map((port) => ports.get(port)?.priority)).toEqual([0, 5]);
  });
});

it('names code points as their standards do', () => {
  const names = [0, 8, 10, 12, 14, 38, 40, 44, 46, 48, 56].map(nameOfCodePoint);
  expect(names).toEqual(['CS0', 'CS1', 'AF11', 'AF12', 'AF13', 'AF43', 'CS5', 'VA', 'EF', 'CS6', 'CS7']);
  for (const nameless of [1, 9, 42, 47, 63]) expect(nameOfCodePoint(nameless)).toBe('');
});

describe('the device', () => {
  let agent: TestAgent;
  let client: AgentClient;

  beforeAll(async () => {
    agent = await startTestAgent();
    client = await agent.signedIn();
  });

  afterAll(() => agent.close());

  const rows = async (name: string) => (await client.read(name)) as unknown as Record<string, unknown>[];

  it('keeps members of a trunk at one priority, which a port that joins takes over', async () => {
    const priorities = async () =>
      (await rows('dot1dPortPriorityEntry')).slice(0, 4).map((row) => [row.dot1dPortDefaultUserPriority, row.trunkId]);
    await client.set('dot1dPortPriorityEntry', { dot1dBasePort: 2, dot1dPortDefaultUserPriority: 3 });
    await client.set('trunkGroupEntry', { trunkId: 1, trunkMode: 1, trunkMemberPorts: '2-3' });
    expect(await priorities()).toEqual([
      [0, ''],
      [3, '1'],
      [3, '1'],
      [0, ''],
    ]);
    await client.set('dot1dPortPriorityEntry', { dot1dBasePort: 3, dot1dPortDefaultUserPriority: 6 });
    expect((await priorities()).map(([priority]) => priority)).toEqual([0, 6, 6, 0]);
  });

  it('gives every code point its name and every port its queues', async () => {
    const map = await rows('qosDscpMapEntry');
    expect(map).toHaveLength(64);
    expect(map[46]).toMatchObject({ qosDscpValue: 46, qosDscpQueue: 5, qosDscpName: 'EF' });
    expect((await rows('dot1dPortPriorityEntry'))[0]).toMatchObject({ dot1dPortNumTrafficClasses: 8 });
  });

  it('refuses a traffic class that is in the table, and takes back a batch of which one part is wrong', async () => {
    await client.set('qosIpv6TcEntry', { RowStatus: 4, qosIpv6TcValue: 184, qosIpv6TcQueue: 5 });
    const { error } = await client.set('qosIpv6TcEntry', { RowStatus: 4, qosIpv6TcValue: 184, qosIpv6TcQueue: 4 });
    expect(error.code).not.toBe(0);
    const before = await rows('dot1dTrafficClassEntry');
    const call = (priority: number, queue: number) => ({
      method: 'CommonSet' as const,
      params: { Template: 'dot1dTrafficClassEntry', dot1dTrafficClassPriority: priority, dot1dTrafficClass: queue },
    });
    const batch = await client.call('BatchPost', { FuncName: 'Class of Service', calls: [call(0, 7), call(1, 8)] });
    expect(batch.error.code).not.toBe(0);
    expect(await rows('dot1dTrafficClassEntry')).toEqual(before);
  });
});
