import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ManagementPath } from '../../datapath/datapath.ts';
import { type FlashFiles, hostFiles } from '../../device/flash/flash-files.ts';
import { dot1qPortVlanEntry } from '../../features/network/vlan/objects.ts';
import { dot1qVlanStaticEntry } from '../../features/network/vlan/static-vlan-objects.ts';
import type { AgentClient, WireAnswer } from './agent-client.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
/** Comes in by port 5 in VLAN 20, where the switch has an address too. */
let one: AgentClient;
/** Comes in past the switch. */
let other: AgentClient;
let path: ManagementPath | undefined;
let files: FlashFiles;

const begin = (directory?: string) =>
  startTestAgent({
    ...(directory && { directory }),
    files: { ...hostFiles, write: (...given) => files.write(...given) },
    locate: () => path,
  });

beforeEach(async () => {
  path = undefined;
  files = hostFiles;
  agent = await begin();
  one = await agent.signedIn();
  other = await agent.signedIn();
  const made = await batch(other, [
    { ...vlan20, RowStatus: 4, dot1qVlanStaticEgressPorts: '5-8', dot1qVlanStaticUntaggedPorts: '5-8' },
    { ...vlan1, dot1qVlanStaticEgressPorts: '1-4,9-10', dot1qVlanStaticUntaggedPorts: '1-4,9-10' },
    ...[5, 6, 7, 8].map((port) => pvid(port, 20)),
    {
      Template: 'ipv4InterfaceEntry',
      RowStatus: 4,
      ipv4InterfaceIfIndex: 10_020,
      ipIfVlanId: 20,
      ipAddressAddr: '192.0.2.1',
      ipAddressMask: '255.255.255.0',
    },
  ]);
  expect(made.error).toMatchObject({ code: 0, message: '' });
});

afterEach(() => agent.close());

type Params = Readonly<Record<string, unknown>>;

const vlan20 = { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 };
const vlan1 = { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 1 };
const pvid = (dot1dBasePort: number, dot1qPvid: number) => ({
  Template: 'dot1qPortVlanEntry',
  dot1dBasePort,
  dot1qPvid,
});
/** What "Return ports 5-8 to VLAN 1" comes to, and the deletion that it makes way for. */
const wayOut = [
  { ...vlan1, dot1qVlanStaticEgressPorts: '1-10', dot1qVlanStaticUntaggedPorts: '1-10' },
  ...[5, 6, 7, 8].map((port) => pvid(port, 1)),
  { Template: 'ipv4InterfaceEntry', RowStatus: 6, ipv4InterfaceIfIndex: 10_020 },
  { ...vlan20, RowStatus: 6 },
];
const save = (client: AgentClient) => client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });

function batch(client: AgentClient, calls: readonly Params[], more: Params = {}): Promise<WireAnswer> {
  return client.call('BatchPost', {
    FuncName: 'test',
    calls: calls.map((params) => ({ method: 'CommonSet', params })),
    ...more,
  });
}

const context = () => agent.running.context;
const guard = () => other.read('managementGuard');
const vlans = () => context().configuration().rows(dot1qVlanStaticEntry);
const hasVlan20 = () => vlans().some(({ dot1qVlanIndex }) => dot1qVlanIndex === 20);
const pvidOf = (port: number) => context().configuration().row(dot1qPortVlanEntry, { dot1dBasePort: port })?.dot1qPvid;
const settled = () => expect.poll(() => other.read('sysConfig')).not.toMatchObject({ configOperStatus: 3 });

describe('a VLAN whose ports are returned so that it can be deleted', () => {
  test('is deleted by one of two sessions that both do so, and the other hears that it is gone', async () => {
    const answers = await Promise.all([batch(one, wayOut), batch(other, wayOut)]);
    expect(answers.map(({ error }) => error.code).sort()).toEqual([0, 2]);
    expect(hasVlan20()).toBe(false);
    expect([5, 6, 7, 8].map(pvidOf)).toEqual([1, 1, 1, 1]);
  });

  const use = () =>
    batch(other, [{ ...vlan20, dot1qVlanStaticEgressPorts: '5-9', dot1qVlanStaticUntaggedPorts: '5-8' }, pvid(9, 20)]);

  test('stays, ports and all, where another session has taken it into use', async () => {
    expect((await use()).error.code).toBe(0);
    expect((await batch(one, wayOut)).error).toMatchObject({ code: 12, message: /VLAN 20 is in use/ });
    expect(hasVlan20()).toBe(true);
    expect([5, 6, 7, 8, 9].map(pvidOf)).toEqual([20, 20, 20, 20, 20]);
  });

  test('stays or goes whole where another session takes it into use at the same time', async () => {
    const answers = await Promise.all([use(), batch(one, wayOut)]);
    const [used, freed] = answers.map(({ error }) => error.code);
    const isUsed = used === 0;
    expect(freed).toBe(isUsed ? 12 : 0);
    expect(hasVlan20()).toBe(isUsed);
    expect([5, 6, 7, 8, 9].map(pvidOf)).toEqual(isUsed ? [20, 20, 20, 20, 20] : [1, 1, 1, 1, 1]);
  });

  test('takes the session that comes in by it along, which is asked, whatever another one did meanwhile', async () => {
    path = { ...ADMINISTRATOR, port: 5, vlan: 20 };
    expect((await batch(one, wayOut)).error.code).toBe(8710);
    expect(hasVlan20()).toBe(true);
    path = undefined;
    expect((await batch(other, [pvid(8, 20), { ...pvid(6, 20), dot1qPortIngressFiltering: 2 }])).error.code).toBe(0);
    path = { ...ADMINISTRATOR, port: 5, vlan: 20 };
    expect((await batch(one, wayOut, { Force: 1 })).error.code).toBe(0);
    expect(hasVlan20()).toBe(false);
    // What the other one does meanwhile waits, and so does what he would save.
    expect((await batch(other, [{ ...vlan20, RowStatus: 4 }])).error.code).toBe(13);
    expect((await save(other)).error.code).toBe(12);
    agent.clock.advance(60_000);
    await expect.poll(guard).toMatchObject({ managementGuardState: 1 });
    expect(hasVlan20()).toBe(true);
    expect(pvidOf(5)).toBe(20);
    const row = context().configuration().row(dot1qPortVlanEntry, { dot1dBasePort: 6 });
    expect(row?.dot1qPortIngressFiltering).toBe(2);
  });

  test.each([0, 1, 2, 3])('is on flash whole where a save begins in the same moment (%i)', async (order) => {
    path = { ...ADMINISTRATOR, port: 5, vlan: 20 };
    const orders = [() => batch(one, wayOut, { Force: 1 }), () => save(other), () => save(one)];
    const sent = order % 2 === 0 ? orders : orders.toReversed();
    if (order > 1) files = { ...hostFiles, write: slowly };
    const answers = await Promise.all(sent.map((send) => send()));
    expect(answers.map(({ error }) => error.code).every((code) => [0, 12, 13].includes(code))).toBe(true);
    expect(hasVlan20()).toBe(false);
    await settled();
    const saved = await context()
      .flash.read(1)
      .catch(() => undefined);
    expect(saved?.rows(dot1qVlanStaticEntry).map(({ dot1qVlanIndex }) => dot1qVlanIndex) ?? [1, 20]).toEqual([1, 20]);
    const { directory } = agent;
    await agent.stop();
    agent = await begin(directory);
    expect(hasVlan20()).toBe(true);
    expect(pvidOf(5)).toBe(20);
  });
});

/** Writes as flash does: late. */
async function slowly(...given: Parameters<FlashFiles['write']>): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await hostFiles.write(...given);
}
