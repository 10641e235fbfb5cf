import { setTimeout as sleep } from 'node:timers/promises';
import { agentProgram } from '../tests/agent/agent-program.ts';
import { DistantClient } from '../tests/agent/distant-client.ts';
import type { Lab } from '../tests/namespaces/lab.ts';

const ADDRESS = '192.168.10.200';
const PASSWORD = 'bench-Passw0rd';

/** Starts the built agent on an Open vSwitch of its own in the lab, with what it keeps in `directory`; reached from host 1. */
export async function startInLab(lab: Lab, directory: string): Promise<DistantClient> {
  await lab.host(1).address('192.168.10.1/24');
  await lab.host(1).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  const words = ['--listen', `${ADDRESS}:443`, '--datapath', 'openvswitch', '--ports', lab.ports.join(',')];
  lab.switch.spawn(process.execPath, [agentProgram, ...words, '--data', directory], {
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: 'ignore',
  });
  const client = new DistantClient(lab.host(1).namespace, ADDRESS);
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await client.login(PASSWORD).catch(() => -1)) === 0) return client;
    await sleep(200);
  }
  throw new Error('The agent in the lab answers nobody.');
}
