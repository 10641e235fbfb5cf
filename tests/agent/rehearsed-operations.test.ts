import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConfigOperation } from '../../features/save/objects.ts';
import { RebootType } from '../../features/tools/reboot/objects.ts';
import type { AgentClient } from './agent-client.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from './test-agent.ts';

/** What the guard has against an operation is in the answer to its dry run, which does nothing. */

let agent: TestAgent;
let client: AgentClient;
let path: typeof ADMINISTRATOR | undefined;

beforeEach(async () => {
  path = undefined;
  agent = await startTestAgent({ locate: () => path, model: 'TPE-2840WS' });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

/** The guard's part of the answer to a dry run. */
async function objection(object: string, values: object): Promise<unknown> {
  const { error, result } = await client.set(object, { ...values, DryRun: 1 });
  expect(error.message).toBe('');
  return Object(result).guard;
}

const final = (text: string) => ({ reason: { text: expect.stringContaining(text) }, final: 1 });

test('a cable test of the port of the session, which nothing reverts', async () => {
  path = ADMINISTRATOR;
  expect(await objection('cableDiagCtrl', { cableDiagPorts: '2' })).toBeUndefined();
  expect(await objection('cableDiagCtrl', { cableDiagPorts: '1-2' })).toMatchObject(final('This session uses port'));
  expect(await client.read('cableDiagEntry', { ifIndex: 1 })).toMatchObject([{ cableDiagStatus: 0 }]);
  const { error } = await client.set('cableDiagCtrl', { cableDiagPorts: '28', DryRun: 1 });
  expect(error.message).toBe('Port 28 has no copper cable that could be tested.');
  const refused = await client.set('cableDiagCtrl', { cableDiagPorts: '1' });
  expect(refused.error).toMatchObject({ code: 8710, final: 1 });
});

test('a restart, whose saved configuration may be reverted, and a reset, which stays', async () => {
  expect((await client.set('system', { sysName: 'core' })).error.code).toBe(0);
  const address = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.20.55', ipAddressMask: '255.255.255.0' };
  expect((await client.set('ipv4InterfaceEntry', address)).error.code).toBe(0);
  path = ADMINISTRATOR;
  const asked = await objection('sysRebootCtrl', { rebootType: RebootType.normal });
  expect(asked).toMatchObject({ reason: { text: expect.any(String) } });
  expect(asked).not.toHaveProperty('final');
  expect(await objection('sysRebootCtrl', { rebootType: RebootType.saveFirst })).toBeUndefined();
  expect(await objection('sysRebootCtrl', { rebootType: RebootType.factoryDefault })).toMatchObject({ final: 1 });
  expect(await objection('sysConfig', { configOper: ConfigOperation.restoreFactory })).toMatchObject({ final: 1 });
  expect(agent.reboots()).toBe(0);
  expect(await client.read('system')).toMatchObject({ sysName: 'core' });
});

test('an operation that is prepared only if it is forced: logins by RADIUS', async () => {
  const asked = await objection('radiusConfig', { radiusLoginStatus: 1 });
  expect(asked).toMatchObject(final('From now on, RADIUS servers'));
  expect(await client.read('radiusConfig')).toMatchObject({ radiusLoginStatus: 2 });
});
