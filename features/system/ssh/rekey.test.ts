import { Client } from 'ssh2';
import { expect, it } from 'vitest';
import { PASSWORD, startTestAgent } from '../../../tests/agent/test-agent.ts';
import { sshState } from './slots.ts';

it('exchanges the keys of a session anew as often as it is set', async () => {
  const agent = await startTestAgent();
  const web = await agent.signedIn();
  const client = new Client();
  try {
    expect((await web.set('sysUserInterface', { cliIdleTimeout: 60 })).error.code).toBe(0);
    expect((await web.set('sshCtrl', { sshState: 1, sshRekeyInterval: 600 })).error.code).toBe(0);
    const [listening = ''] = agent.running.context.slots.get(sshState).listening;
    // The allowance for handshakes fills up over time.
    agent.clock.advance(1_000);
    const port = Number(listening.split(':').at(-1));
    await new Promise((resolve, reject) => {
      client.on('ready', () => resolve(undefined)).on('error', reject);
      client.connect({ host: '127.0.0.1', port, username: 'admin', password: PASSWORD });
    });
    let exchanges = 0;
    client.on('handshake', () => {
      exchanges += 1;
    });
    agent.clock.advance(599_999);
    expect(exchanges).toBe(0);
    agent.clock.advance(1);
    await expect.poll(() => exchanges).toBe(1);
  } finally {
    client.destroy();
    await agent.close();
  }
});
