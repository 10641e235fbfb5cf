import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManagementPath } from '../../../datapath/datapath.ts';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { ADMINISTRATOR, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let path: ManagementPath | undefined;

beforeEach(async () => {
  path = undefined;
  agent = await startTestAgent({ locate: () => path });
  client = await agent.signedIn();
});

afterEach(() => agent.close());

const test = (cableDiagPorts: string, more: object = {}) => client.set('cableDiagCtrl', { cableDiagPorts, ...more });
const row = (ifIndex: number) => client.read('cableDiagEntry', { ifIndex });

describe('a cable test', () => {
  it('interrupts the link for a second, and tells what it found', async () => {
    const ability = { speeds: [1000], duplex: 'full', negotiates: true } as const;
    const { state } = agent.attach(2, { ability, receive() {} });
    expect(await row(2)).toMatchObject([{ cableDiagStatus: 0, cableDiagPair1Status: 0, cableDiagTime: '' }]);
    expect((await test('2-3')).error.code).toBe(0);
    await expect.poll(() => state().link).toBe('down');
    expect(await row(2)).toMatchObject([{ cableDiagStatus: 1, cableDiagLink: 1 }]);
    expect((await test('2')).error.message).toBe('Port 2 is being tested.');
    agent.clock.advance(1000);
    await expect.poll(() => row(2)).toMatchObject([{ cableDiagStatus: 2, cableDiagLink: 1 }]);
    expect(state().link).toBe('up');
    expect(await row(3)).toMatchObject([{ cableDiagStatus: 2, cableDiagLink: 2 }]);
    expect((await client.set('cableDiagCtrl', { cableDiagClear: 1 })).error.code).toBe(0);
    expect(await row(2)).toMatchObject([{ cableDiagStatus: 0 }]);
  });

  it('is for copper ports', async () => {
    expect((await test('9')).error.message).toBe('Port 9 has no copper cable that could be tested.');
    expect((await test('64')).error.message).toContain('no copper cable');
    expect(await client.read('cableDiagEntry')).toHaveLength(8);
  });

  it('of the port of the session is asked about', async () => {
    path = ADMINISTRATOR;
    const { error } = await test('1-2');
    expect(error).toMatchObject({ code: 8710, message: expect.stringContaining('uses port 1') });
    expect(await row(2)).toMatchObject([{ cableDiagStatus: 0 }]);
    expect((await test('1-2', { Force: 1 })).error.code).toBe(0);
    agent.clock.advance(1000);
    await expect.poll(() => row(1)).toMatchObject([{ cableDiagStatus: 2 }]);
  });
});
