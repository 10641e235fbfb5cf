import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FILE_FORMAT } from '../../features/tools/config-backup-restore/configuration-file.ts';
import { createLab } from '../namespaces/lab.ts';
import { LabAgent } from './lab-agent.ts';

const PATIENCE = { timeout: 90_000, interval: 200 };
const SERVER = '192.168.10.2';

let agent: LabAgent;
let folder: string;

beforeAll(async () => {
  agent = new LabAgent(await createLab({ ports: 2 }));
  folder = mkdtempSync(join(tmpdir(), 'faceplate-boot-'));
});

afterAll(async () => {
  await agent?.stop();
  await agent?.lab.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a start fetches the file that dnsmasq names, from dnsmasq, and the switch is what it says', async () => {
  const head = { format: FILE_FORMAT, model: 'TPE-2840WS', version: '0.1.0', configurationVersion: 3 };
  const lines = [head, { object: 'system', values: { sysName: 'from-dhcp' } }];
  writeFileSync(join(folder, 'switch.cfg'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o644 });
  await agent.lab.host(2).address(`${SERVER}/24`);
  const { namespace } = agent.lab.host(2);
  await namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  const words =
    '--keep-in-foreground --conf-file=/dev/null --port=0 --no-ping --user=root --bind-interfaces --interface=eth0';
  const dhcp = '--dhcp-authoritative --dhcp-range=192.168.10.100,192.168.10.110,255.255.255.0,10m';
  const boot = `--dhcp-boot=switch.cfg,,${SERVER} --enable-tftp --tftp-root=${folder} --dhcp-leasefile=${folder}/leases`;
  namespace.spawn('dnsmasq', [...`${words} ${dhcp} ${boot}`.split(' '), `--pid-file=${folder}/pid`], {
    stdio: 'ignore',
  });

  await agent.start();
  await agent.set('dhcpAutoConfigCtrl', { dhcpAutoConfigState: 1 });
  await agent.save();
  await agent.kill();
  await agent.start();
  await vi.waitFor(async () => {
    expect(await agent.rows('dhcpAutoConfigCtrl')).toMatchObject([
      { dhcpAutoConfigStatus: 4, dhcpAutoConfigServer: SERVER, dhcpAutoConfigFile: 'switch.cfg' },
    ]);
  }, PATIENCE);
  expect(await agent.rows('system')).toMatchObject([{ sysName: 'from-dhcp' }]);
});
