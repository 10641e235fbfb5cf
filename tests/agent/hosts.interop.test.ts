import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const patience = { timeout: 60_000, interval: 200 };
const PRINTER = '192.168.10.12';

let lab: Lab;
let agent: LabAgent;

beforeAll(async () => {
  lab = await createLab({ ports: 2 });
  await lab.host(2).address(`${PRINTER}/24`);
  agent = new LabAgent(lab);
  await agent.start();
}, 120_000);

afterAll(async () => {
  await agent?.stop();
  await lab?.close();
});

test('a host that asks for an address and for a neighbor is listed by its name, its address and its port', async () => {
  const asking = [
    '-f',
    '-n',
    '-i',
    'eth0',
    '-s',
    '/bin/true',
    '-t',
    '1',
    '-T',
    '1',
    '-A',
    '1',
    '-x',
    'hostname:printer-10',
  ];
  await lab.host(2).namespace.attempt('udhcpc', asking);
  await lab.host(2).reaches('192.168.10.99', 1);
  const named = async () => (await agent.rows('hostEntry')).filter(({ hostName }) => hostName === 'printer-10');
  await expect.poll(named, patience).toMatchObject([{ hostIpv4: PRINTER, hostPort: 2, hostVlans: '1', hostState: 1 }]);
});
