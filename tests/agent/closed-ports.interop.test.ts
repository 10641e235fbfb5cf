// @long-running

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildEthernet, EtherType } from '../../protocols/frames/ethernet.ts';
import { createLab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

/** The administrator is at port 1, a host that the ping watchdog watches at 2, and at 3 a port that accepts one station. */
const [WATCHED, SECURED] = [2, 3];
const PATIENCE = { timeout: 90_000, interval: 1000 };

let agent: LabAgent;

beforeAll(async () => {
  agent = new LabAgent(await createLab({ ports: 3 }));
  await agent.lab.host(WATCHED).address('192.168.10.12/24');
  await agent.start();
}, 120_000);

afterAll(async () => {
  await agent?.stop();
  await agent?.lab.close();
});

/** The links as the hosts see them. */
const links = () => Promise.all([WATCHED, SECURED].map((port) => agent.lab.host(port).carrier()));

test('ports that the ping watchdog and port security have shut stay shut while the agent is dead, and open with the next one', async () => {
  await agent.batch(
    [
      { Template: 'pingWatchdogCtrl', pingWatchdogState: 1 },
      {
        Template: 'pingWatchdogEntry',
        pingWatchdogIndex: 1,
        pingWatchdogTarget: '192.168.10.12',
        pingWatchdogPort: WATCHED,
        pingWatchdogInterval: 10,
        pingWatchdogFailCount: 0,
        pingWatchdogStartDelay: 30,
        pingWatchdogAction: 5,
        pingWatchdogOffTime: 120,
        RowStatus: 4,
      },
      { Template: 'portSecPortEntry', portSecPort: SECURED, portSecState: 1, portSecMaxAddr: 1, portSecViolation: 3 },
    ].map((params) => ({ method: 'CommonSet', params })),
  );
  await agent.save();
  const [row] = [await agent.rows('pingWatchdogEntry')];
  expect(row).toHaveLength(1);
  // It acts only for a host that has answered before.
  await expect
    .poll(async () => String((await agent.rows('pingWatchdogEntry'))[0]?.pingWatchdogLastReply), PATIENCE)
    .toMatch(/\d/);
  await agent.lab.host(WATCHED).namespace.ip('address', 'flush', 'dev', 'eth0');
  const station = await agent.lab.host(SECURED).station();
  for (const source of ['02-AA-00-00-00-01', '02-AA-00-00-00-02']) {
    station.send(
      buildEthernet({
        destination: 'FF-FF-FF-FF-FF-FF',
        source,
        etherType: EtherType.experimental,
        payload: new Uint8Array(60),
      }),
    );
    await station.sync();
  }
  await expect.poll(links, PATIENCE).toEqual(['down', 'down']);
  await agent.kill();
  // What only an engine keeps open has closed by then: nothing opens any longer.
  for (let look = 0; look < 8; look += 1) {
    expect(await links()).toEqual(['down', 'down']);
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  await agent.start();
  await expect.poll(links, PATIENCE).toEqual(['up', 'up']);
  await station.close();
}, 240_000);
