import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBench, type OpenVSwitchBench } from '../../tests/openvswitch/bench.ts';
import type { DriverProcess } from '../../tests/openvswitch/driver-process.ts';
import { testPlan, testState, type WantedPlan } from '../contract/test-plan.ts';
import { addressKey } from '../plan.ts';

/**
 * Hosts 1 and 4 are at edge ports. Ports 2 and 3 lead to one bridge, which keeps the second link shut as long as it hears the
 * agent. Ports 5 and 6 are a trunk that LACP has agreed on.
 */
const wantedPlan = { trunks: { 5001: '5,6' } };
const decided = testState({
  instances: { 0: { learning: '1-6', forwarding: '1-6' } },
  attended: '2,3',
  trunks: { 5001: { collecting: '5,6', distributing: '5,6' } },
});

/** The same switch while the engine of spanning tree has not let ports 2 and 3 forward. */
const undecided = testState({
  ...{ instances: { 0: { learning: '1,4-6', forwarding: '1,4-6' } }, attended: '2,3' },
  trunks: { 5001: { collecting: '5,6', distributing: '5,6' } },
});

const PATIENCE = { timeout: 15_000, interval: 100 };

const broadcastBy = (source: number) =>
  Uint8Array.from([...Array(6).fill(0xff), 2, 0, 0, 0, 0, source, 0x88, 0xb5, ...Array(50).fill(0)]);
/** So many that not all of them would leave a trunk by the same one of two members. */
const SOURCES = 16;
const isTest = (frame: Uint8Array) => frame[12] === 0x88 && frame[13] === 0xb5;

describe('what an engine alone keeps open', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;

  beforeAll(async () => {
    bench = await createBench(6);
    // The cable of host 3 goes over to host 2, which becomes a bridge with two links.
    const { namespace } = bench.lab.host(2);
    await bench.lab.host(3).namespace.ip('link', 'set', 'eth0', 'netns', namespace.name, 'name', 'eth1');
    await namespace.ip('link', 'add', 'br0', 'type', 'bridge');
    await namespace.ip('address', 'flush', 'dev', 'eth0');
    for (const device of ['eth0', 'eth1']) await namespace.ip('link', 'set', device, 'master', 'br0', 'up');
    await namespace.ip('address', 'add', '10.0.0.2/24', 'dev', 'br0');
    await namespace.ip('link', 'set', 'br0', 'up');
  });

  afterAll(async () => {
    await driver.stop();
    await bench.close();
  });

  /** An agent by whose decision port 2 is open: as long as none is in force, every port is, and stays so without an agent. */
  async function begin(): Promise<DriverProcess> {
    await setSecondLink('shut');
    const next = await bench.startDriver();
    await next.apply(testPlan(wantedPlan));
    next.update(undecided);
    await expect.poll(() => bench.lab.host(1).reaches('10.0.0.2', 0.3), PATIENCE).toBe(false);
    next.update(decided);
    return next;
  }

  const setSecondLink = (state: 'open' | 'shut') =>
    bench.lab.host(2).namespace.exec('bridge', 'link', 'set', 'dev', 'eth1', 'state', state === 'open' ? '3' : '0');

  it('closes within seconds of its death, so that no frame circles; stations and one member of a trunk go on', async () => {
    driver = await begin();
    const first = bench.lab.host(1);
    expect(await first.reaches('10.0.0.2', 5)).toBe(true);
    await driver.kill();
    expect(await first.reaches('10.0.0.2', 1)).toBe(true);
    await expect.poll(() => first.reaches('10.0.0.2', 0.3), PATIENCE).toBe(false);
    // The neighbor is never asked to keep it shut.
    await setSecondLink('open');
    const sender = await first.station();
    const listeners = await Promise.all([4, 5, 6].map((port) => bench.lab.host(port).station()));
    const heard = listeners.map(() => 0);
    for (const [at, listener] of listeners.entries())
      listener.onFrame = (frame) => {
        if (isTest(frame)) heard[at] = (heard[at] ?? 0) + 1;
      };
    for (let source = 0; source < SOURCES; source += 1) sender.send(broadcastBy(source));
    // Of the other member nothing is taken either.
    listeners.at(-1)?.send(broadcastBy(SOURCES));
    for (const station of [sender, ...listeners]) await station.sync();
    expect(await first.reaches('10.0.0.4')).toBe(true);
    for (const listener of listeners) await listener.sync();
    // Once each, and by one member of the trunk.
    expect(heard).toEqual([SOURCES, SOURCES, 0]);
    await Promise.all([sender, ...listeners].map((station) => station.close()));
    expect(await first.reaches('10.0.0.5')).toBe(true);
    expect(await first.reaches('10.0.0.6', 1)).toBe(false);
  });

  it('is open again when the next agent says so, and stays open while that lives', async () => {
    driver = await begin();
    expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
    // Longer than the rules last that are not renewed.
    const pings = await bench.lab
      .host(1)
      .namespace.attempt('ping', ['-n', '-q', '-i', '0.2', '-c', '32', '-W', '1', '10.0.0.2']);
    expect(pings.stdout).toContain(' 0% packet loss');
  });
});

describe('what an engine alone keeps open, on a slow machine,', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;

  beforeAll(async () => {
    bench = await createBench(3);
    driver = await bench.startDriver();
  });

  afterAll(async () => {
    await driver.stop();
    await bench.close();
  });

  it('stays open while a change of thousands of VLANs takes longer than its rules last', async () => {
    const open = (vlans: WantedPlan['vlans']) => {
      const plan = testPlan({ vlans });
      return { ...plan, ports: new Map([...plan.ports].filter(([port]) => port <= 3)) };
    };
    await driver.apply(open({ 1: { untagged: '1-3' } }));
    driver.update(testState({ instances: { 0: { learning: '1-3', forwarding: '1-3' } }, attended: '2' }));
    expect(await bench.lab.host(1).reaches('10.0.0.2', 5)).toBe(true);
    const words = ['-n', '-q', '-i', '0.2', '-w', '60', '-W', '5', '10.0.0.2'];
    const ping = bench.lab.host(1).namespace.spawn('ping', words, { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    ping.stdout?.on('data', (text) => {
      said += text;
    });
    const vswitchd = Number(readFileSync(join(bench.directory, 'ovs-vswitchd.pid'), 'utf8'));
    let isDone = false;
    const many = Array.from({ length: 4093 }, (_, at): [number, { tagged: string }] => [at + 2, { tagged: '1-2' }]);
    const changed = driver.apply(open({ ...Object.fromEntries(many), 1: { untagged: '1-3' } })).finally(() => {
      isDone = true;
    });
    while (!isDone) {
      process.kill(vswitchd, 'SIGSTOP');
      await delay(300);
      process.kill(vswitchd, 'SIGCONT');
      await delay(5);
    }
    await changed;
    const ended = once(ping, 'close');
    ping.kill('SIGINT');
    await ended;
    const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(said) ?? [];
    // Three seconds and more, five a second.
    expect(Number(sent)).toBeGreaterThan(15);
    // The last one may be on its way.
    expect(Number(sent) - Number(received)).toBeLessThanOrEqual(1);
  });
});

describe('what an engine alone keeps open, beside an ovs-vswitchd that needs longer for a change than its rules last,', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;

  beforeAll(async () => {
    bench = await createBench(3);
    driver = await bench.startDriver();
  });

  afterAll(async () => {
    await driver.kill();
    await bench.close();
  });

  /** So many addresses, which are put in force at once. */
  const planWith = (addresses: number) => {
    const plan = testPlan({ vlans: { 1: { untagged: '1-3' } } });
    const rows = Array.from({ length: addresses }, (_, at) => {
      const address = `02-BB-00-00-${[at >> 8, at & 255].map((octet) => octet.toString(16).padStart(2, '0').toUpperCase()).join('-')}`;
      return [addressKey(1, address), { vlan: 1, address, port: 3 }] as const;
    });
    return { ...plan, ports: new Map([...plan.ports].filter(([port]) => port <= 3)), staticUnicast: new Map(rows) };
  };
  const opened = testState({ instances: { 0: { learning: '1-3', forwarding: '1-3' } }, attended: '2' });

  /** Milliseconds that rules do not last. */
  const LONGER = 3500;

  /** Has ovs-vswitchd hang until the returned function is called. */
  function hang(): () => void {
    const vswitchd = Number(readFileSync(join(bench.directory, 'ovs-vswitchd.pid'), 'utf8'));
    process.kill(vswitchd, 'SIGSTOP');
    return () => process.kill(vswitchd, 'SIGCONT');
  }

  it('is open again once it is renewed, and closed where the agent died meanwhile', async () => {
    await driver.apply(planWith(1));
    driver.update(opened);
    const first = bench.lab.host(1);
    expect(await first.reaches('10.0.0.2', 5)).toBe(true);
    let goOn = hang();
    const changed = driver.apply(planWith(2000));
    await delay(LONGER);
    goOn();
    await changed;
    expect(await first.reaches('10.0.0.2', 5)).toBe(true);
    goOn = hang();
    driver.apply(planWith(1)).catch(() => {});
    await driver.kill();
    await delay(LONGER);
    goOn();
    expect(await first.reaches('10.0.0.3', 5)).toBe(true);
    expect(await first.reaches('10.0.0.2', 1)).toBe(false);
  });
});

describe('what 802.1X has let in', () => {
  let bench: OpenVSwitchBench;
  let driver: DriverProcess;

  beforeAll(async () => {
    bench = await createBench(6);
    driver = await begin();
  });

  afterAll(async () => {
    await driver.stop();
    await bench.close();
  });

  /** An open port, a port with one authenticated station, and a guest port. */
  async function begin(): Promise<DriverProcess> {
    const links = JSON.parse(await bench.lab.host(3).namespace.exec('ip', '-j', 'link', 'show', 'dev', 'eth0'));
    const station = String(links[0].address).toUpperCase().replaceAll(':', '-');
    const next = await bench.startDriver();
    await next.apply(testPlan());
    next.update(testState({ access: { 2: {}, 3: { admits: new Set([station]) }, 4: { isGuest: true, vlan: 1 } } }));
    return next;
  }

  const reaching = () => Promise.all([2, 3, 4].map((port) => bench.lab.host(port).reaches('10.0.0.1', 0.3)));

  it('stays in while the agent lives, is out within seconds of its death, and in again with the next', async () => {
    await expect.poll(reaching, PATIENCE).toEqual([true, true, true]);
    const pings = await bench.lab
      .host(2)
      .namespace.attempt('ping', ['-n', '-q', '-i', '0.2', '-c', '32', '-W', '1', '10.0.0.1']);
    expect(pings.stdout).toContain(' 0% packet loss');
    expect(await reaching()).toEqual([true, true, true]);
    await driver.kill();
    expect(await bench.lab.host(2).reaches('10.0.0.1', 1)).toBe(true);
    await expect.poll(reaching, PATIENCE).toEqual([false, false, false]);
    driver = await begin();
    await expect.poll(reaching, PATIENCE).toEqual([true, true, true]);
  });
});
