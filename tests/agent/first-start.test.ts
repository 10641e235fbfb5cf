import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deliveredSettings } from '../../apps/device/delivered-settings.ts';
import { features } from '../../apps/device/features.ts';
import { switchModels } from '../../apps/device/models.ts';
import { ManualClock } from '../../datapath/clock.ts';
import { VirtualDatapath } from '../../datapath/virtual/virtual-datapath.ts';
import { allProblems } from '../../device/configuration/check-rules.ts';
import { restoreConfiguration } from '../../device/flash/stored-configuration.ts';
import { englishOf } from '../../device/log/log.ts';
import { hardwareOf } from '../../device/switch/hardware-of.ts';
import { TrunkMode, trunkGroupEntry } from '../../features/network/trunk/objects.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import { referenceRules } from '../../model/configuration/reference-rules.ts';
import { hasPort, NO_PORTS, parsePortList } from '../../model/values/port-list.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent, type TestAgentOptions } from './test-agent.ts';

const MODEL = 'TPE-2840WS';
const objects = features.flatMap((feature) => feature.objects);
const rules = [...features.flatMap((feature) => feature.rules ?? []), ...referenceRules(objects)];
const plugged = { datapath: 'virtual', factorySettings: false, scenario: undefined, cables: [] } as const;
const office: TestAgentOptions = {
  model: MODEL,
  scenario: 'office',
  delivered: (model) => deliveredSettings(plugged, model),
};

let directory: string;
let agent: TestAgent;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'first-start-'));
});
afterEach(async () => {
  await agent.stop();
  rmSync(directory, { recursive: true });
});

const begin = async (options: TestAgentOptions = office): Promise<AgentClient> => {
  agent = await startTestAgent({ ...options, directory });
  return agent.signedIn();
};
const log = () => agent.running.context.log.entries().map(englishOf);
const rows = async (client: AgentClient, object: string) => {
  const { result } = await client.call('CommonGet', { Template: object });
  return result as readonly Readonly<Record<string, unknown>>[];
};
const isTrunk = async (client: AgentClient) => (await rows(client, 'trunkGroupEntry'))[0]?.trunkMode !== 0;
/** Time of the switch passes, and what it sends and hears in it is worked off. */
const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) {
    agent.clock.advance(1000);
    await new Promise(setImmediate);
  }
};

it('the office begins with a trunk to its core switch that is up, and a stream that its listeners get', async () => {
  const client = await begin();
  await pass(60);
  const [trunk] = await rows(client, 'trunkGroupEntry');
  expect(trunk).toMatchObject({ trunkId: 1, trunkMode: 2 });
  const members = (await rows(client, 'dot3adAggPortEntry')).filter(({ memberStatus }) => memberStatus === 3);
  expect(members).toHaveLength(2);
  const [agreed] = await rows(client, 'dot3adAggEntry');
  expect(agreed?.dot3adAggPartnerSystemID).not.toBe('00-00-00-00-00-00');
  const [stream] = await rows(client, 'multicastVlanEntry');
  expect(Number(stream?.multicastVlanActiveGroups)).toBe(1);
  const receivers = parsePortList(String(stream?.multicastVlanReceiverUntagged)) ?? NO_PORTS;
  for (const { dot3adAggPortIndex: port } of members) expect(hasPort(receivers, Number(port))).toBe(true);
});

it('what it begins with is saved, complete, and the device counts as never configured', async () => {
  await begin();
  const { configuration, startup, flash } = agent.running.context;
  expect(changesBetween(objects, startup(), configuration())).toEqual([]);
  expect(flash.isDefault()).toBe(true);
  expect(log().filter((line) => line.startsWith('Configuration'))).toEqual([]);
  expect(log()).toContain('The switch starts with its factory settings.');
});

it.each([...switchModels.keys()])('fits the office of a %s', async (model) => {
  const delivered = switchModels.get(model);
  const stored = delivered && (await deliveredSettings(plugged, delivered));
  if (!stored) throw new Error('nothing is delivered');
  const { facts } = new VirtualDatapath({ ...delivered, clock: new ManualClock() });
  const hardware = hardwareOf(delivered, facts, '02-00-00-00-00-00');
  const problemsOf = async (whole: Configuration) =>
    [...allProblems(objects, rules, Configuration.empty, whole, hardware)].filter((problem) => problem !== undefined);
  const { configuration, faults, leftOut } = await restoreConfiguration(objects, stored, hardware, problemsOf);
  expect({ faults, leftOut }).toEqual({ faults: [], leftOut: [] });
  expect(configuration.row(trunkGroupEntry, { trunkId: 1 })).toMatchObject({ trunkMode: TrunkMode.active });
});

it('begins so once: not after a factory reset, and with nothing configured where the command line says so', async () => {
  await begin();
  await agent.running.context.flash.factoryReset();
  await agent.stop();
  expect(await isTrunk(await begin())).toBe(false);
  await agent.close();
  directory = mkdtempSync(join(tmpdir(), 'first-start-'));
  const bare = (model: Parameters<typeof deliveredSettings>[1]) =>
    deliveredSettings({ ...plugged, factorySettings: true }, model);
  expect(await isTrunk(await begin({ ...office, delivered: bare }))).toBe(false);
});

it('leaves a folder alone that has a configuration, or was started before', async () => {
  await begin({ model: MODEL });
  await agent.stop();
  expect(await isTrunk(await begin())).toBe(false);
});

it('takes from a scenario file what it says, and names what cannot be', async () => {
  const file = join(directory, 'scenario.json');
  const configuration = {
    sysLocation: { sysLocation: 'Lab' },
    dot1qVlanStaticEntry: [
      { dot1qVlanIndex: 20, dot1qVlanStaticName: 'Guests' },
      { dot1qVlanIndex: 4095, dot1qVlanStaticName: 'Nobody' },
    ],
  };
  writeFileSync(file, JSON.stringify({ stations: [], configuration }));
  const client = await begin({
    model: MODEL,
    delivered: (model) => deliveredSettings({ ...plugged, scenario: file }, model),
  });
  const vlans = await rows(client, 'dot1qVlanStaticEntry');
  expect(vlans.map(({ dot1qVlanIndex }) => dot1qVlanIndex)).toEqual([1, 20]);
  expect(log().filter((line) => line.startsWith('Configuration 1'))).toHaveLength(1);
  expect(log()).toContain('The setting sysLocation of configuration 1 was skipped: this device does not have it.');
});

it('a real Open vSwitch begins with nothing configured', async () => {
  const model = switchModels.get(MODEL);
  expect(model && (await deliveredSettings({ ...plugged, datapath: 'openvswitch' }, model))).toBeUndefined();
  await begin({ model: MODEL });
});
