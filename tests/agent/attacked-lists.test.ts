import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Configuration } from '../../model/configuration/configuration.ts';
import { say } from '../../model/values/message.ts';
import type { AgentClient } from './agent-client.ts';
import { startTestAgent, type TestAgent } from './test-agent.ts';

let agent: TestAgent;
let client: AgentClient;
let factory: Configuration;

beforeAll(async () => {
  agent = await startTestAgent();
  client = await agent.signedIn();
  factory = context().configuration();
});

afterAll(() => agent.close());

afterEach(() => context().change(say('a test'), () => factory));

const context = () => agent.running.context;

describe('"What happens to this frame?"', () => {
  const ask = (params: object) => client.call('CommonGet', { Template: 'aclTraceEntry', tracePort: 1, ...params });

  test.each([
    [{ tracePort: 11 }, 'Port 11 does not exist.'],
    [{ tracePort: 'one' }, 'Source port: Please enter an integer between 1 ~ 64'],
    [{ tracePort: -1 }, 'Source port: Please enter an integer between 1 ~ 64'],
    [{ traceVlan: 4095 }, 'VLAN tag: Please enter an integer between 0 ~ 4094'],
    [{ traceSourcePort: 1.5 }, 'Source Port: Please enter an integer between 0 ~ 65535'],
    [{ traceDestinationPort: 'x'.repeat(10_000) }, 'Destination Port: Please enter an integer between 0 ~ 65535'],
    [{ traceSourceMac: 'FF-FF-FF-FF-FF-FF' }, 'Source MAC: Invalid MAC address.'],
    [{ traceDestinationMac: 'x'.repeat(10_000) }, 'Destination MAC: Invalid MAC address.'],
    [{ traceSource: 'fe80::1%vlan1' }, 'Source IP: Invalid IPv6 address.'],
    [{ traceProtocol: 6 }, 'Protocol must be one of 1 (ARP), 2 (ICMP echo), 3 (TCP), 4 (UDP), 5 (Other Ethernet).'],
    [{ nothing: 1 }, 'Way of a frame has no column "nothing".'],
    [
      { traceProtocol: [1] },
      'The request is not understood at params.traceProtocol: a value is neither text nor a number.',
    ],
    ...[2, 3, 4].flatMap((traceProtocol) =>
      [
        { traceSource: '192.168.10.1', traceDestination: '2001:db8::1' },
        { traceSource: '2001:db8::1', traceDestination: '192.168.10.1' },
      ].map((addresses): [object, string] => [
        { traceProtocol, ...addresses },
        'Source IP and Destination IP must be of the same IP version.',
      ]),
    ),
    [{ traceProtocol: 1, traceSource: '192.168.10.1', traceDestination: '2001:db8::1' }, 'ARP is for IPv4 addresses.'],
  ])('says of %o what is wrong with it', async (params, message) => {
    const { error } = await ask(params);
    expect(error.message).toBe(message);
    expect(error.code).not.toBe(0);
  });

  test('is answered whatever fits together', async () => {
    const any = { traceSource: '2001:db8::1', traceDestination: '192.168.10.1', traceProtocol: 5 };
    for (const params of [any, { traceSource: '::' }, { traceDestination: '255.255.255.255', traceVlan: 4094 }]) {
      const { error, result } = await ask(params);
      expect(error.message).toBe('');
      expect(result).not.toEqual([]);
    }
  });
});
