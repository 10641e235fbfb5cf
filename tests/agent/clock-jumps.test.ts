import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { englishOf } from '../../device/log/log.ts';
import { dhcpSnoopingHandle } from '../../features/security/dhcp-snooping/slots.ts';
import type { Values } from '../../model/wire/call.ts';
import type { AgentClient } from './agent-client.ts';
import { Md5Supplicant } from './md5-supplicant.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let supplicant: Md5Supplicant;
/** The host's date. */
let date: number;

const SECOND = 1000;
const DAY = 86_400 * SECOND;
/** Seconds after which each of them ends. */
const LEASE = 600;
const POWER_ON = 1;

const context = () => agent.running.context;
const rows = async (object: string) => (await client.read(object)) as Values[];
const set = async (object: string, values: object) => {
  const { error } = await client.set(object, values);
  expect(error, object).toMatchObject({ code: 0 });
};

/** Lets time pass at the switch and at its host, a second at a time. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    date += SECOND;
    agent.clock.advance(SECOND);
    if (passed % 10 === 0) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
}

beforeEach(async () => {
  date = Date.UTC(2026, 5, 1, 12);
  agent = await startTestAgent({
    hostTime: () => date,
    scenario: {
      stations: [{ name: 'camera', port: 2, mac: '02-00-00-00-00-02', address: '192.168.10.2', power: 5000 }],
    },
  });
  client = await agent.signedIn();
  supplicant = new Md5Supplicant(agent, 3, '02-AA-00-00-00-02', false);
  const day = { timeRangeName: 'day', timeRangeStartTime: '08:00', timeRangeEndTime: '18:00' };
  await set('timeRangeEntry', { ...day, RowStatus: 4 });
  await set('poePortExtEntry', { pethPsePortIndex: 2, poePortTimeRange: 'day' });
  await set('aclProfileEntry', { aclProfileId: 1, aclProfileUseEtherType: 1, RowStatus: 4 });
  const rule = { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '8863', aclRulePorts: '5', aclRuleTimeout: LEASE };
  await set('dhcpSnoopingConfig', { dhcpSnoopingStatus: 1, dhcpSnoopingBackupDb: 1 });
  await set('dhcpSnoopingVlanEntry', { dhcpSnoopingVlanId: 1, RowStatus: 4 });
  await set('arpInspVlanEntry', { arpInspVlanId: 1, arpInspVlanStatus: 1, RowStatus: 4 });
  await set('dialInUserEntry', { dialInUserName: 'ann', dialInUserPassword: 'hello there', RowStatus: 4 });
  await set('dot1xExtConfig', { dot1xAuthMethod: 2 });
  const again = { dot1xAuthReAuthEnabled: 1, dot1xAuthReAuthPeriod: LEASE };
  await set('dot1xAuthConfigEntry', { dot1xPaePortNumber: 3, dot1xAuthAuthControlledPortControl: 2, ...again });
  await set('dot1xPaeSystem', { dot1xPaeSystemAuthControl: 1 });
  supplicant.speaks = true;
  supplicant.begin();
  await expect.poll(() => supplicant.outcome).toBe('success');
  supplicant.outcome = '';
  await set('aclRuleEntry', { ...rule, RowStatus: 4 });
  const binding = { bindingVlanId: 1, bindingMac: '02-00-00-00-00-09', bindingIp: '192.168.10.9', bindingPort: 4 };
  await set('dhcpSnoopingStaticBindingEntry', { ...binding, bindingLease: LEASE, RowStatus: 4 });
  const learnt = { vlan: 1, mac: '02-00-00-00-00-08', address: '192.168.10.8', port: 4, leaseTime: LEASE };
  context()
    .slots.get(dhcpSnoopingHandle)
    ?.restore([{ ...learnt, expiresAt: agent.clock.now() + LEASE * SECOND }]);
});

afterEach(() => agent.close());

/** Seconds that are left of each, where there is something left. */
async function left(): Promise<Record<string, unknown>> {
  const bindings = await rows('dhcpSnoopingBindingEntry');
  return {
    rule: (await rows('aclRuleEntry'))[0]?.aclRuleRemaining,
    static: bindings.find(({ bindingType }) => bindingType === 1)?.bindingRemaining,
    learnt: bindings.find(({ bindingType }) => bindingType === 3)?.bindingRemaining,
  };
}

const jumps: readonly [string, () => void][] = [
  ['a year forward, by hand', () => context().wallClock.step(date + 365 * DAY)],
  ['to 1970, by hand', () => context().wallClock.step(0)],
  ['before 1970, by hand', () => context().wallClock.step(-DAY)],
  [
    'a year forward, with that of its host',
    () => {
      date += 365 * DAY;
    },
  ],
  [
    'to 1970, with that of its host',
    () => {
      date = 5 * SECOND;
    },
  ],
];

describe('a clock that jumps', () => {
  test.each(jumps)('%s, ends nothing before its time, nor later', async (_how, jump) => {
    await pass(100);
    const [plans, entries] = [agent.plans.length, context().log.entries().length];
    jump();
    await pass(100);
    expect(await left()).toEqual({ rule: 400, static: 400, learnt: 400 });
    expect(supplicant.outcome).toBe('');
    await pass(399);
    expect(await left()).toEqual({ rule: 1, static: 1, learnt: 1 });
    expect((await rows('poePortState'))[1]?.poePortStatus).toBe(POWER_ON);
    expect((await rows('arpInspPortEntry'))[3]?.arpInspPortState).toBe(1);
    await pass(3);
    await expect.poll(left).toEqual({});
    await expect.poll(() => supplicant.outcome).toBe('success');
    expect(agent.plans.length - plans).toBeLessThan(20);
    expect(context().log.entries().length - entries).toBeLessThan(20);
    expect(
      context()
        .log.entries()
        .map(englishOf)
        .filter((text) => /failed|could not/.test(text)),
    ).toEqual([]);
  });

  test('over the end of the hours of a device takes its power once, and gives it back', async () => {
    const status = async () => (await rows('poePortState'))[1]?.poePortStatus;
    await pass(60);
    expect(await status()).toBe(POWER_ON);
    for (const [hours, isOn] of [
      [20, false],
      [9, true],
      [23, false],
      [9, true],
    ] as const) {
      const plans = agent.plans.length;
      context().wallClock.step(Date.UTC(2026, 10, 1, hours));
      await pass(120);
      expect((await status()) === POWER_ON).toBe(isOn);
      expect(agent.plans.length - plans).toBe(1);
    }
  });
});
