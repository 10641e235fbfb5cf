import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentClient } from '../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../tests/agent/test-agent.ts';

let agent: TestAgent;
let client: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent({ scenario: 'office', model: 'TPE-2840WS' });
  client = await agent.signedIn();
  // LLDP speaks every 30 s.
  await agent.clock.advance(60_000);
});

afterAll(() => agent.close());

const found = async (asked: object) => {
  const { result } = await client.call('CommonGet', { Template: 'hostEntry', Page: 1, ...asked });
  return result as { total: number; rows: Record<string, unknown>[] };
};

describe('the hosts of an office', () => {
  it('have the name that they tell, their port, their address and their power', async () => {
    const { rows } = await found({ hostFilterText: 'phone port 4' });
    expect(rows).toMatchObject([
      { hostName: 'phone 4', hostNameSource: 2, hostPort: 4, hostVlans: '1', hostIpv4: '192.168.10.16', hostState: 1 },
    ]);
    expect(Number(rows[0]?.hostPower)).toBeGreaterThan(0);
  });

  it('stand behind their access point as a number, until all are asked for', async () => {
    const grouped = await found({ hostFilterShow: 0, hostFilterPort: 2 });
    expect(grouped.rows).toMatchObject([{ hostName: 'access point 2', hostClients: 3 }]);
    expect((await found({ hostFilterShow: 1, hostFilterPort: 2 })).total).toBe(4);
  });
});

describe('a label', () => {
  const host = '00-40-8C-00-00-08';
  const label = (columns: object) => client.set('hostLabelEntry', { hostLabelAddress: host, ...columns });

  it('is the name of its host', async () => {
    expect((await label({ hostLabelName: ' camera yard ', RowStatus: 4 })).error.code).toBe(0);
    expect(await client.read('hostEntry', { hostAddress: host })).toMatchObject([
      { hostName: 'camera yard', hostNameSource: 1 },
    ]);
    expect((await found({ hostFilterText: 'yard' })).total).toBe(1);
  });

  it.each([
    ['', 'Label must be 1 to 32 characters.'],
    ['x'.repeat(33), 'Label must be 1 to 32 characters.'],
    ['<b>', 'Label has a character that is not allowed.'],
  ])('of "%s" is refused', async (hostLabelName, words) => {
    expect((await label({ hostLabelName })).error.message).toContain(words);
  });

  it('belongs to one station', async () => {
    const group = { hostLabelAddress: '01-00-5E-00-00-01', hostLabelName: 'group', RowStatus: 4 };
    expect((await client.set('hostLabelEntry', group)).error.message).toContain('Invalid MAC address.');
  });
});
