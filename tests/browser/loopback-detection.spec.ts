import { writeFile } from 'node:fs/promises';
import { AgentClient } from '../agent/agent-client.ts';
import { AgentProcess, password } from './agent-process.ts';
import { apply } from './applying.ts';
import { expect, openPage, signIn, test } from './console.ts';

/** A switch in which somebody has plugged ports 5 and 6 together. */
const looped = {
  seed: 1,
  stations: [{ name: 'desk', port: 1, mac: '02-00-00-00-00-02', address: '192.168.10.10' }],
  faults: [{ kind: 'loop', port: 5, to: 6, at: 0 }],
};

/** The button of the bar that applies what was chosen in the table; that of the form above has no number. */
const portsApply = /^Apply \d+ changes?$/;

test('Loopback Detection closes a looped port, shows it, and opens it when it takes part no more', async ({
  page,
}, info) => {
  const scenario = info.outputPath('looped.json');
  await writeFile(scenario, JSON.stringify(looped));
  const agent = await AgentProcess.start({ options: ['--scenario', scenario] });
  try {
    const device = new AgentClient(agent.origin);
    expect(await device.login(password)).toBe(0);
    await device.set('sysWizard', { sysWizardDone: 1 });
    // A looped switch is its own neighbor, which is no reason to leave the ports out of "All".
    const heard = async () => (await device.read('lldpRemEntry')) as unknown[];
    await expect.poll(heard, { timeout: 60_000 }).toHaveLength(2);
    await signIn(page, agent.origin);
    await openPage(page, '/Network/LoopbackDetection');
    const detection = page.getByRole('region', { name: 'Detection' });
    await detection.getByLabel('Loopback Detection State').selectOption({ label: 'Enabled' });
    await detection.getByLabel('Recover Time').fill('0');
    await apply(detection);
    expect(await device.read('sysLBD')).toMatchObject({ sysLBDStateEnable: 1, sysLBDRecoverTime: 0 });
    const ports = page.getByRole('region', { name: 'Ports' });
    await ports.getByLabel('Port State of all ports').check();
    await apply(page, portsApply);
    const row = (port: number) => ports.getByRole('row').filter({ has: page.getByLabel(`Port State of port ${port}`) });
    await expect(row(6)).toContainText('Loop', { timeout: 20_000 });
    await expect(row(5)).toContainText('Normal');
    expect(await device.read('sysLBDCtrlEntry', { sysLBDCtrlIndex: 6 })).toMatchObject([{ sysLBDPortLoopStatus: 2 }]);

    // It loops still: recovered by hand, it is closed again at once.
    await row(6).getByRole('button', { name: 'Recover port 6' }).click();
    await expect(row(6)).toContainText('Loop');
    await ports.getByLabel('Port State of port 6').uncheck();
    await apply(page, portsApply);
    await expect(row(6)).toContainText('Normal', { timeout: 20_000 });
    // Port 5 takes part still, and it hears that it loops.
    await expect(row(5)).toContainText('Loop', { timeout: 20_000 });
  } finally {
    await agent.stop();
  }
});
