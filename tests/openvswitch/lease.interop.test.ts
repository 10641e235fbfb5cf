import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
});

afterAll(async () => {
  await lab.close();
});

it('the switch takes its address from a real DHCP server behind a port', async () => {
  await lab.host(2).address('10.9.0.1/24');
  const server = lab
    .host(2)
    .namespace.spawn('dnsmasq', [
      '--keep-in-foreground',
      '--conf-file=/dev/null',
      '--interface=eth0',
      '--port=0',
      '--dhcp-range=10.9.0.100,10.9.0.120,255.255.255.0,1h',
      '--dhcp-leasefile=/dev/null',
      '--pid-file',
    ]);
  const agent = lab.switch.fork(new URL('./lease-child.ts', import.meta.url).pathname, [lab.ports.join(',')]);
  const address = await new Promise((resolve, reject) => {
    agent.once('message', resolve);
    agent.once('exit', (code) => reject(new Error(`The agent's process ended with ${code}.`)));
  });
  expect(address).toMatch(/^10\.9\.0\.1[012]\d$/);
  // Not only reported, but in use: the server reaches the switch there.
  await expect.poll(() => lab.host(2).reaches(String(address), 1)).toBe(true);
  agent.disconnect();
  server.kill();
});
