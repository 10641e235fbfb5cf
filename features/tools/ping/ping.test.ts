import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Host } from '../../../datapath/virtual/stations/host.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import { padFrame } from '../../../protocols/frames/ethernet.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  const identity = { mac: '02-00-00-00-00-77', address: '192.168.10.77', vlan: undefined, everyVlan: false };
  const host: Host = new Host(
    identity,
    (frame) => cable.send(padFrame(frame)),
    () => agent.clock.now(),
  );
  const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
  const cable = agent.attach(2, { ability, receive: (frame) => host.receive(frame) });
  agent.clock.advance(5_000);
});

afterAll(() => agent.close());

const start = (pingCtlTargetAddress: string, more: object = {}, by = client) =>
  by.set('pingCtlEntry', { pingCtlTargetAddress, ...more });

const result = async (by = client) => Object(await by.read('pingResultsEntry'));

/** Lets time pass in small steps, so that frames come and go meanwhile, until the test of this session is over. */
async function completed(by = client): Promise<Record<string, unknown>> {
  for (let present = await result(by); ; present = await result(by)) {
    if (present.pingResultsOperStatus === 3) return present;
    for (let steps = 0; steps < 50; steps += 1) {
      agent.clock.advance(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

describe('the switch pings', () => {
  it('a host in its network, by its own station', async () => {
    expect((await start('192.168.10.77', { pingCtlProbeCount: 3 })).error.code).toBe(0);
    expect(await completed()).toMatchObject({
      pingResultsTarget: '192.168.10.77',
      pingResultsIpTargetAddress: '192.168.10.77',
      pingResultsSentProbes: 3,
      pingResultsProbeResponses: 3,
      lossPercent: 0,
    });
    expect(await client.read('pingProbeHistoryEntry')).toMatchObject([
      { pingProbeHistoryIndex: 1, pingProbeHistoryStatus: 1 },
      { pingProbeHistoryIndex: 2, pingProbeHistoryStatus: 1 },
      { pingProbeHistoryIndex: 3, pingProbeHistoryStatus: 1 },
    ]);
  });

  it('nobody, and says so', async () => {
    await start('192.168.10.78', { pingCtlProbeCount: 2, pingCtlTimeOut: 1 });
    expect(await completed()).toMatchObject({
      pingResultsSentProbes: 2,
      pingResultsProbeResponses: 0,
      lossPercent: 100,
    });
    await start('203.0.113.5', { pingCtlProbeCount: 1 });
    await completed();
    expect(await client.read('pingProbeHistoryEntry')).toMatchObject([{ pingProbeHistoryStatus: 6 }]);
  });

  it('nobody, for as many seconds as it may wait', async () => {
    const before = agent.clock.now();
    await start('192.168.10.98', { pingCtlTimeOut: 2, pingCtlProbeCount: 1 });
    await completed();
    expect(agent.clock.now() - before).toBeGreaterThanOrEqual(2000);
  });

  it('a name that it knows, and says of one that it does not why', async () => {
    await client.set('dnsHostEntry', { dnsHostName: 'printer', dnsHostAddr: '192.168.10.77', RowStatus: 4 });
    await start('printer', { pingCtlProbeCount: 1 });
    expect(await completed()).toMatchObject({
      pingResultsIpTargetAddress: '192.168.10.77',
      pingResultsProbeResponses: 1,
    });
    await start('nobody.example');
    expect((await completed()).pingResultsProblem).toContain('nobody.example cannot be resolved');
  });

  it('until it is stopped', async () => {
    await start('192.168.10.78', { pingCtlProbeCount: 10, pingCtlTimeOut: 5 });
    expect((await client.set('pingCtlEntry', { pingStop: 1 })).error.code).toBe(0);
    expect(await result()).toMatchObject({ pingResultsOperStatus: 3, pingResultsSentProbes: 0 });
  });

  it('for two sessions at a time, each with its own result', async () => {
    const second = await agent.signedIn();
    const third = await agent.signedIn();
    await start('192.168.10.78', { pingCtlProbeCount: 10 });
    await start('192.168.10.79', { pingCtlProbeCount: 10 }, second);
    expect((await start('192.168.10.77', {}, third)).error.code).toBe(ErrorCode.resourceUnavailable);
    // Another one of the same session takes the place of its former one.
    expect((await start('192.168.10.77', { pingCtlProbeCount: 1 })).error.code).toBe(0);
    expect((await result(second)).pingResultsTarget).toBe('192.168.10.79');
    expect((await completed()).pingResultsProbeResponses).toBe(1);
    expect((await start('192.168.10.77', { pingCtlProbeCount: 1 }, third)).error.code).toBe(0);
    expect((await result(third)).pingResultsTarget).toBe('192.168.10.77');
    await second.set('pingCtlEntry', { pingStop: 1 });
  });

  it('goes to a link-local address in the VLAN that is named with it', async () => {
    expect((await start('fe80::1', { pingVlan: 1, pingCtlProbeCount: 1 })).error.code).toBe(0);
    await client.set('pingCtlEntry', { pingStop: 1 });
  });

  it.each([
    ['224.0.0.1', 'Invalid IPv4 address.'],
    ['192.168.10.255', 'Invalid IPv4 address.'],
    ['255.255.255.255', 'Invalid IPv4 address.'],
    ['ff02::1', 'Invalid IPv6 address.'],
    ['-c1;reboot', 'must be an IPv4 address, an IPv6 address or a host name.'],
    ['fe80::1', 'A link-local address needs its VLAN.'],
  ])('never %s', async (target, message) => {
    expect((await start(target)).error.message).toContain(message);
  });
});
