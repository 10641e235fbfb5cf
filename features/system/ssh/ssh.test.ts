import { Client, type ConnectConfig } from 'ssh2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentClient } from '../../../tests/agent/agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from '../../../tests/agent/test-agent.ts';
import { sshState } from './slots.ts';

let agent: TestAgent;
let web: AgentClient;

beforeAll(async () => {
  agent = await startTestAgent();
  web = await agent.signedIn();
  expect((await web.set('sshCtrl', { sshState: 1 })).error.code).toBe(0);
});

afterAll(() => agent.close());

function port(): number {
  const [listening = ''] = agent.running.context.slots.get(sshState).listening;
  return Number(listening.split(':').at(-1));
}

/** Signs in; resolves to the client, or rejects with what was said. */
function signIn(options: ConnectConfig = {}): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new Client();
    client.on('error', reject);
    client.on('close', () => reject(new Error('closed')));
    client.on('ready', () => resolve(client));
    client.connect({ host: '127.0.0.1', port: port(), username: 'admin', password: PASSWORD, ...options });
  });
}

interface Ran {
  readonly output: string;
  readonly errors: string;
  readonly status: number | undefined;
}

function run(client: Client, command: string): Promise<Ran> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) {
        reject(error);
        return;
      }
      let output = '';
      let errors = '';
      let status: number | undefined;
      channel.on('data', (octets: Buffer) => {
        output += octets;
      });
      channel.stderr.on('data', (octets: Buffer) => {
        errors += octets;
      });
      channel.on('exit', (code: number) => {
        status = code;
      });
      channel.on('close', () => resolve({ output, errors, status }));
    });
  });
}

/** Signs in, runs one command, and leaves. */
async function once(command: string): Promise<Ran> {
  const client = await signIn();
  try {
    return await run(client, command);
  } finally {
    client.end();
  }
}

describe('one command without a terminal', () => {
  test('shows a page as JSON, by the names that calls use', async () => {
    const { output, status } = await once('show network vlan tagged | json');
    expect(status).toBe(0);
    const { dot1qVlanStaticEntry } = JSON.parse(output);
    expect(dot1qVlanStaticEntry).toEqual(await web.read('dot1qVlanStaticEntry'));
  });

  test('changes what a page changes, and several as one', async () => {
    const changed = await once('add network vlan tagged 20 vlan-name Office; set network vlan tagged 20 member 5-8');
    expect(changed).toEqual({ output: '', errors: '', status: 0 });
    const { result } = await web.call('CommonGet', { Template: 'dot1qVlanStaticEntry', dot1qVlanIndex: 20 });
    expect(result).toMatchObject([{ dot1qVlanStaticName: 'Office', dot1qVlanStaticEgressPorts: '5-8' }]);
  });

  test('is refused by the sentence of the device, with its exit status', async () => {
    const refused = await once('set network vlan tagged 20 member-ports 5-80');
    expect(refused.errors).toContain('Member Ports must be port numbers and ranges from 1 to 64');
    expect(refused.status).toBe(2);
    const missing = await once('set network vlan tagged 77 member-ports 5');
    expect(missing).toMatchObject({ errors: expect.stringContaining('no longer exists'), status: 1 });
  });
});
