import { afterEach, beforeEach, expect, test } from 'vitest';
import { features } from '../../apps/device/features.ts';
import { dynamicMembers } from '../../features/network/vlan/slots.ts';
import { voicePorts } from '../../features/network/voice-vlan/slots.ts';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { portListOf } from '../../model/values/port-list.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

const objects = features.flatMap((feature) => feature.objects);

let agent: TestAgent;
let client: AgentClient;
/** The datapath refuses a plan that this says something against. */
let refusal: string | undefined;

const begin = (directory?: string) =>
  startTestAgent({
    ...(directory && { directory }),
    beforeApply() {
      if (refusal !== undefined) throw new Error(refusal);
    },
  });

beforeEach(async () => {
  refusal = undefined;
  agent = await begin();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

type Params = Readonly<Record<string, unknown>>;

const configuration = () => agent.running.context.configuration();
const differences = (before: Configuration, after = configuration()) => changesBetween(objects, before, after);
const trunksInForce = () => [...(agent.plans.at(-1)?.trunks ?? [])].map(([number, { members }]) => [number, members]);

function batch(calls: readonly Params[]) {
  return client.call('BatchPost', {
    FuncName: 'test',
    calls: calls.map((params) => ({ method: 'CommonSet', params })),
  });
}

/** Two trunks, one with LACP, that spanning tree, VLANs and priorities name. */
const trunks: readonly Params[] = [
  { Template: 'trunkGroupEntry', trunkId: 1, trunkMode: 2, trunkMemberPorts: '3-5', lacpTimeout: 1 },
  { Template: 'trunkGroupEntry', trunkId: 2, trunkMode: 1, trunkMemberPorts: '7-8' },
  { Template: 'dot3adAggPortEntry', dot3adAggPortIndex: 4, dot3adAggPortActorPortPriority: 7 },
  { Template: 'dot1dStp', stpGlobalStatus: 1, dot1dStpVersion: 3 },
  { Template: 'dot1dStpPortEntry', dot1dStpPort: 5001, dot1dStpPortPriority: 16 },
  { Template: 'dot1dStpExtPortEntry', dot1dStpPort: 5002, dot1dStpPortAdminPathCost: 77 },
  { Template: 'ieee8021MstpVlanV2Entry', RowStatus: 4, ieee8021MstpId: 3, mstVlanList: '20' },
  {
    Template: 'ieee8021MstpPortEntry',
    ieee8021MstpPortMstId: 3,
    ieee8021MstpPortNum: 5001,
    ieee8021MstpPortPathCost: 9,
  },
  {
    Template: 'dot1qVlanStaticEntry',
    RowStatus: 4,
    dot1qVlanIndex: 20,
    dot1qVlanStaticEgressPorts: '3-5,7-8',
  },
];
const made = [
  [5001, portListOf([3, 4, 5])],
  [5002, portListOf([7, 8])],
];

async function save(): Promise<void> {
  await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
  await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
}

/** As after the end of the process. */
async function restart(): Promise<void> {
  const { directory } = agent;
  await agent.stop();
  agent = await begin(directory);
  client = await agent.signedIn();
}

test('trunks, with all that names them, are after a start what was saved, and nothing of a batch of later', async () => {
  expect((await batch(trunks)).error).toMatchObject({ code: 0, message: '' });
  const saved = configuration();
  await save();
  const torn = { Template: 'trunkGroupEntry', trunkId: 1, trunkMode: 0, trunkMemberPorts: '' };
  expect((await batch([torn, { Template: 'dot1dStp', stpGlobalStatus: 2 }])).error.code).toBe(0);
  expect(trunksInForce()).toEqual(made.slice(1));
  await restart();
  expect(differences(saved)).toEqual([]);
  expect(trunksInForce()).toEqual(made);
});

test('a batch of trunks whose last part is refused leaves nothing, with the rows that came with trunks', async () => {
  const before = configuration();
  const plans = agent.plans.length;
  expect((await batch([...trunks, { Template: 'dot1dTp', dot1dTpAgingTime: 1 }])).error.code).toBe(10);
  expect(configuration()).toBe(before);
  expect(agent.plans).toHaveLength(plans);
  refusal = 'No room.';
  expect((await batch(trunks)).error.code).not.toBe(0);
  expect(configuration()).toBe(before);
  refusal = undefined;
  expect((await batch(trunks)).error.code).toBe(0);
  expect(trunksInForce()).toEqual(made);
});

test('a batch that makes a trunk finds its members gone from the spanning tree, as a call after it does', async () => {
  const trunk = { Template: 'trunkGroupEntry', trunkId: 1, trunkMode: 1, trunkMemberPorts: '3-5' };
  const ofPort = (port: number) => ({ Template: 'dot1dStpPortEntry', dot1dStpPort: port, dot1dStpPortPriority: 16 });
  const before = configuration();
  const refused = await batch([trunk, ofPort(4)]);
  expect(refused.error).toMatchObject({ code: 2, message: 'The entry no longer exists.' });
  expect(configuration()).toBe(before);
  expect((await batch([trunk, ofPort(5001), ofPort(6)])).error.code).toBe(0);
  expect(await client.read('dot1dStpPortEntry', { dot1dStpPort: 5001 })).toMatchObject([{ dot1dStpPortPriority: 16 }]);
  expect((await client.call('CommonSet', ofPort(4))).error).toMatchObject(refused.error);
  const dissolved = { ...trunk, trunkMode: 0, trunkMemberPorts: '' };
  expect((await batch([dissolved, ofPort(5001)])).error.code).toBe(2);
  expect((await batch([dissolved, ofPort(4)])).error.code).toBe(0);
  expect(await client.read('dot1dStpPortEntry', { dot1dStpPort: 4 })).toMatchObject([{ dot1dStpPortPriority: 16 }]);
});

test('a backup with trunks brings them back, over others too', async () => {
  expect((await batch(trunks)).error.code).toBe(0);
  const saved = configuration();
  await client.set('cfgTransferCtrl', { cfgDirection: 1 });
  const fetched = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
  const text = await fetched.text();
  const others = [
    { Template: 'trunkGroupEntry', trunkId: 1, trunkMode: 0, trunkMemberPorts: '' },
    { Template: 'trunkGroupEntry', trunkId: 2, trunkMode: 1, trunkMemberPorts: '5,8' },
    { Template: 'trunkGroupEntry', trunkId: 7, trunkMode: 1, trunkMemberPorts: '3' },
  ];
  expect((await batch(others)).error).toMatchObject({ code: 0, message: '' });
  const restored = await client.upload(RESTORE_UPLOAD, new Blob([text]), { cfgKeepAddress: '2' });
  expect(restored).toMatchObject({ error: { code: 0 } });
  expect((await client.set('cfgTransferCtrl', { cfgConfirm: 1 })).error).toMatchObject({ code: 0, message: '' });
  await expect.poll(() => agent.reboots()).toBe(1);
  await restart();
  expect(differences(saved)).toEqual([]);
  expect(trunksInForce()).toEqual(made);
});

test('members that engines made are not saved', async () => {
  expect((await batch(trunks)).error.code).toBe(0);
  const { slots } = agent.running.context;
  slots.update(
    dynamicMembers,
    () =>
      new Map([
        [30, portListOf([3])],
        [20, portListOf([1])],
      ]),
  );
  slots.update(voicePorts, () => portListOf([2]));
  const saved = configuration();
  await save();
  expect(differences(saved)).toEqual([]);
  await restart();
  expect(differences(saved)).toEqual([]);
  expect(agent.plans.at(-1)?.vlans.has(30)).toBe(false);
  expect(agent.plans.at(-1)?.vlans.get(20)?.members).toBe(portListOf([3, 4, 5, 7, 8]));
});
