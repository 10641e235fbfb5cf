import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { dot1qStaticUnicastEntry } from '../static-unicast/objects.ts';

let agent: TestAgent;
let client: AgentClient;

const addressOf = (number: number) => `00-11-22-33-44-${String(number).padStart(2, '0')}`;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  for (let number = 1; number <= 30; number += 1) {
    const index = { dot1qVlanIndex: 1, dot1qStaticUnicastAddress: addressOf(number) };
    const port = (number % 3) + 1;
    await client.set(dot1qStaticUnicastEntry.name, { ...index, dot1qStaticUnicastAllowedToGoTo: port, RowStatus: 4 });
  }
});

afterAll(() => agent.close());

const page = (params: object) => client.call('CommonGet', { Template: 'dot1qTpFdbEntry', fdbFilterType: 1, ...params });

it('sends one page of the addresses that fit, and how many do', async () => {
  const { result } = await page({ fdbFilterPort: 2, Page: 2, PageSize: 4 });
  expect(result).toMatchObject({
    total: 10,
    rows: [13, 16, 19, 22].map((number) => ({ dot1qTpFdbAddress: addressOf(number), dot1qTpFdbPort: 2 })),
  });
});

it('sends a page also where it travels with other reads', async () => {
  const read = { Template: 'dot1qTpFdbEntry', fdbFilterType: 1, Page: 1, PageSize: 2 };
  const { result } = await client.call('BatchGet', { reads: [{ Template: 'system' }, read] });
  expect(result).toMatchObject([{}, { result: { total: 30, rows: [{}, {}] } }]);
});

it('orders them by a column, and finds by the beginning of an address', async () => {
  const { result } = await page({ fdbFilterMac: '0011:2233443', Page: 1, OrderBy: 'dot1qTpFdbAddress' });
  expect(result).toMatchObject({ total: 1, rows: [{ dot1qTpFdbAddress: addressOf(30) }] });
  const { result: last } = await page({ Page: 1, PageSize: 1, OrderBy: 'dot1qTpFdbPort', Descending: 1 });
  expect(last).toMatchObject({ total: 30, rows: [{ dot1qTpFdbPort: 3 }] });
});

it('counts what the table holds', async () => {
  expect(await client.read('fdbControl')).toMatchObject({ fdbStatic: 30, fdbLearned: 0, fdbMaximum: 8192 });
});

it('says what is wrong with a page that cannot be', async () => {
  expect((await page({ Page: 0 })).error.message).toBe('Page must be a number from 1.');
  expect((await page({ Page: 1, PageSize: 5000 })).error.message).toBe('Please enter an integer between 1 ~ 100');
  expect((await page({ Page: 1, fdbFilterVlan: 4095 })).error.message).toContain('1 ~ 4094');
});
