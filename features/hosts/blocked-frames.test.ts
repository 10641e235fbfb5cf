import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowCalls } from '../../console/call/row-calls.ts';
import { changesBetween } from '../../model/configuration/change.ts';
import { Configuration } from '../../model/configuration/configuration.ts';
import type { TableObject } from '../../model/schema/object.ts';
import type { Values } from '../../model/wire/call.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildEthernet, EtherType, parseEthernet } from '../../protocols/frames/ethernet.ts';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';
import { blocked, blockingObjects, unblocked } from './blocking.ts';

const [host, peer] = ['02-00-00-00-00-05', '02-00-00-00-00-06'];
const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
});

afterAll(() => agent.close());

const set = async (object: string, values: object) => {
  const { error } = await client.set(object, { ...values, RowStatus: 4 });
  expect(error.message).toBe('');
};

/** Makes of the present configuration what the console would. */
async function changed(change: (before: Configuration) => Configuration): Promise<void> {
  const reads = await Promise.all(blockingObjects.map(({ name }) => client.read(name)));
  const before = blockingObjects.reduce(
    (soFar, object, at) => soFar.withRows<TableObject>(object, reads[at] as Values[]),
    Configuration.empty,
  );
  const calls = rowCalls(changesBetween(blockingObjects, before, change(before)));
  const { error } = await client.call('BatchPost', { FuncName: 'test', calls });
  expect(error.message).toBe('');
}

it('a blocked host neither sends nor receives, though a rule permits it and it was pinned, and does both afterwards', async () => {
  const heard = { host: [] as Uint8Array[], peer: [] as Uint8Array[] };
  const cables = {
    host: agent.attach(5, { ability, receive: (frame) => heard.host.push(frame) }),
    peer: agent.attach(6, { ability, receive: (frame) => heard.peer.push(frame) }),
  };
  await agent.clock.advance(5000);
  const frame = (destination: string, source: string) =>
    buildEthernet({ destination, source, etherType: EtherType.experimental, payload: new Uint8Array(46) });
  const passing = () => {
    heard.host.length = 0;
    heard.peer.length = 0;
    cables.host.send(frame(BROADCAST_MAC, host));
    cables.host.send(frame(peer, host));
    cables.peer.send(frame(host, peer));
    const count = (frames: Uint8Array[]) =>
      frames.filter((one) => parseEthernet(one)?.etherType === EtherType.experimental).length;
    return { sent: count(heard.peer), received: count(heard.host) };
  };
  passing();
  await set('aclProfileEntry', { aclProfileId: 1, aclProfileUseEtherType: 1 });
  await set('aclRuleEntry', { aclProfileId: 1, aclRuleId: 1, aclRuleEtherType: '88B5', aclRulePorts: '1-10' });
  const pin = { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: host, dot1qStaticUnicastAllowedToGoTo: 5 };
  await set('dot1qStaticUnicastEntry', pin);
  expect(passing()).toEqual({ sent: 2, received: 1 });
  await changed((before) => blocked(before, host, '1-10', 'Blocked hosts') ?? before);
  expect(passing()).toEqual({ sent: 0, received: 0 });
  await changed((before) => unblocked(before, host));
  expect(passing()).toEqual({ sent: 2, received: 1 });
  expect(await client.read('aclProfileEntry')).toMatchObject([{ aclProfileId: 1 }]);
});
