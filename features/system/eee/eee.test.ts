import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import { isEnergyEfficient, parseEnergyState } from '../../../datapath/openvswitch/energy-words.ts';
import type { Station } from '../../../datapath/virtual/virtual-datapath.ts';
import { ErrorCode } from '../../../model/wire/error-code.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { freshCall } from '../../../tests/agent/fresh-call.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeEach(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const plug = (port: number, more: Partial<Station['ability']> = {}) =>
  agent.attach(port, {
    ability: { speeds: [10, 100, 1000], duplex: 'full', negotiates: true, energyEfficient: true, ...more },
    receive: () => {},
  });
const row = async (ifIndex: number) => ((await client.read('dot3EeeEntry', { ifIndex })) as unknown as object[])[0];
const enable = (ifIndex: number) => client.set('dot3EeeEntry', { ifIndex, eeePortState: 1 });

it('lets a link sleep where both ends want it, and it is enabled for the switch and the port', async () => {
  plug(2);
  await enable(2);
  const asleep = { eeeLinkPartner: 1, eeeOperState: 1, eeeTxLpi: 1, eeeRxLpi: 1, eeeTxWakeTime: 16.5 };
  const awake = { eeeLinkPartner: 1, eeeOperState: 2, eeeTxLpi: 2, eeeRxLpi: 2, eeeTxWakeTime: 0 };
  expect(await row(2)).toMatchObject(awake);
  await client.set('dot3EeeCtrl', { eeeGlobalState: 1 });
  expect(await row(2)).toMatchObject(asleep);
  await client.set('dot3EeeEntry', { ifIndex: 2, eeePortState: 2 });
  expect(await row(2)).toMatchObject(awake);
});

it.each([
  ['a partner that does not', { energyEfficient: false }, 2],
  ['10 Mbit/s', { speeds: [10] }, 1],
  ['half duplex', { speeds: [100], duplex: 'half' }, 1],
  ['a far end that does not negotiate', { speeds: [100], negotiates: false }, 3],
] as const)('keeps a link awake with %s', async (_what, ability, partner) => {
  plug(2, ability);
  await client.set('dot3EeeCtrl', { eeeGlobalState: 1 });
  await enable(2);
  expect(await row(2)).toMatchObject({ eeeLinkPartner: partner, eeeOperState: 2 });
});

it('keeps a link of a fixed speed awake', async () => {
  plug(2);
  await client.set('dot3EeeCtrl', { eeeGlobalState: 1 });
  await enable(2);
  await client.set('portCtrlEntry', { ifIndex: 2, portMode: 3 });
  expect(await row(2)).toMatchObject({ eeeOperState: 2 });
});

it('is refused where the interface does not offer it', async () => {
  expect(await row(9)).toMatchObject({ eeeAvailable: 2 });
  const { error } = await enable(9);
  expect([error.message, error.column]).toEqual([
    'Port 9 has no Energy-Efficient Ethernet: its interface does not support it.',
    'eeePortState',
  ]);
});

it.each([
  ['EEE settings for eth0:\n\tEEE status: not supported\n', undefined],
  [
    'EEE settings for eth0:\n\tEEE status: disabled\n\tTx LPI: disabled\n\tSupported EEE link modes:  Not reported\n',
    undefined,
  ],
  [
    [
      'EEE settings for eth0:',
      '\tEEE status: enabled - active',
      '\tTx LPI: 17 (us)',
      '\tSupported EEE link modes:  100baseT/Full',
      '\t                           1000baseT/Full',
      '\tAdvertised EEE link modes:  100baseT/Full',
      '\tLink partner advertised EEE link modes:  100baseT/Full',
      '',
    ].join('\n'),
    { partner: 'yes', isActive: true, sendsIdle: true, receivesIdle: true, wakeTime: 17 },
  ],
  [
    [
      'EEE settings for eth0:',
      '\tEEE status: enabled - inactive',
      '\tTx LPI: disabled',
      '\tSupported EEE link modes:  1000baseT/Full',
      '\tAdvertised EEE link modes:  1000baseT/Full',
      '\tLink partner advertised EEE link modes:  Not reported',
      '',
    ].join('\n'),
    { partner: 'no', isActive: false, sendsIdle: false, receivesIdle: false, wakeTime: undefined },
  ],
])('reads the words of ethtool (%#)', (told, expected) => {
  expect(parseEnergyState(told)).toEqual(expected);
  expect(isEnergyEfficient(told)).toBe(expected !== undefined);
});

it('is asked about before the link of the session negotiates anew, and of no other', async () => {
  await agent.close();
  let path: ManagementPath | undefined;
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
  plug(1);
  plug(2);
  await client.set('dot3EeeCtrl', { eeeGlobalState: 1 });
  path = { port: 1, vlan: 1, clientMac: '02-00-00-00-00-01' };
  const set = (ifIndex: number, eeePortState: number) =>
    freshCall(client, 'CommonSet', { Template: 'dot3EeeEntry', ifIndex, eeePortState });
  expect(await set(2, 1)).toMatchObject({ error: { code: 0 } });
  expect(await set(1, 1)).toMatchObject({ error: { code: ErrorCode.managementLoss } });
  // A trunk goes on by its other member.
  path = undefined;
  const trunk = { trunkId: 1, trunkMode: 1, trunkMemberPorts: '1,2' };
  expect((await client.set('trunkGroupEntry', trunk)).error.code).toBe(0);
  path = { port: 5001, vlan: 1, clientMac: '02-00-00-00-00-01' };
  expect(await set(1, 1)).toMatchObject({ error: { code: 0 } });
});
