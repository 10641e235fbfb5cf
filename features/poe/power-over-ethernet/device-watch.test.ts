import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { PowerState } from '../../../datapath/datapath.ts';
import { englishOf } from '../../../device/log/log.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

import { powerState } from '../testing.ts';

let agent: TestAgent;

beforeAll(async () => {
  agent = await startTestAgent();
});

afterAll(() => agent.close());

/** What the log says of PoE from now on, the oldest first. */
function toldFromNow(): () => string[] {
  const { log } = agent.running.context;
  const since = log.entries()[0]?.sequence ?? 0;
  return () =>
    log
      .entries()
      .filter(({ sequence }) => sequence > since)
      .map(englishOf)
      .filter((words) => words.startsWith('PoE'))
      .reverse();
}

it('tells once that the devices draw the percentage of the alarm, and once that they no longer do', async () => {
  const { datapath } = agent.running.context;
  let milliwatts = 0;
  const environment = vi.spyOn(datapath, 'environment').mockImplementation(async () => ({
    power: { budget: 50_000, ports: new Map([[3, powerState({ milliwatts })]]) },
  }));
  const told = toldFromNow();
  // The alarm is at 90 %.
  for (const now of [44_900, 45_000, 50_000, 44_900, 44_800]) {
    milliwatts = now;
    const looks = environment.mock.calls.length;
    agent.clock.advance(5_000);
    await vi.waitFor(() => expect(environment.mock.calls.length).toBeGreaterThan(looks));
    await Promise.all(environment.mock.results.map(({ value }) => value));
  }
  await vi.waitFor(() =>
    expect(told()).toEqual([
      'PoE uses 45 W, 90 % of the supply or more.',
      'PoE uses 45 W, less than 90 % of the supply.',
    ]),
  );
  environment.mockRestore();
});

it('tells each fault of a port that gives power once, and when it is over', async () => {
  const { datapath } = agent.running.context;
  const status = vi.fn((): PowerState['status'] => 'POWER ON');
  const environment = vi.spyOn(datapath, 'environment').mockImplementation(async () => ({
    power: { budget: 75_000, ports: new Map([[3, powerState({ status: status() })]]) },
  }));
  const told = toldFromNow();
  const pass = async (now: PowerState['status']) => {
    status.mockReturnValue(now);
    const looks = environment.mock.calls.length;
    agent.clock.advance(5_000);
    await vi.waitFor(() => expect(environment.mock.calls.length).toBeGreaterThan(looks));
    await Promise.all(environment.mock.results.map(({ value }) => value));
  };
  for (const now of ['Power denied', 'Power denied', 'Overload', 'POWER OFF', 'POWER OFF', 'POWER ON'] as const)
    await pass(now);
  await vi.waitFor(() =>
    expect(told()).toEqual([
      'PoE fault on port 3: Power denied.',
      'PoE fault on port 3: Overload.',
      'PoE fault on port 3 has ended.',
      'PoE of port 3: POWER OFF.',
      'PoE of port 3: POWER ON.',
    ]),
  );
  environment.mockRestore();
});
