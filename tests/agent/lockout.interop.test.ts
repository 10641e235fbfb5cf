import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BACKUP_DOWNLOAD, RESTORE_UPLOAD } from '../../features/tools/config-backup-restore/objects.ts';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { agentProgram } from './agent-program.ts';
import { DistantClient } from './distant-client.ts';

const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';
const SPOOFER = '02-00-00-00-00-66';

let lab: Lab;
let directory: string;
let agent: ChildProcess | undefined;
/** What the agent has printed since it was started. */
let said = '';

beforeEach(async () => {
  lab = await createLab({ ports: 3 });
  await lab.host(1).address('192.168.10.1/24');
  await lab.host(1).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  directory = mkdtempSync(join(tmpdir(), 'faceplate-lockout-'));
});

afterEach(async () => {
  if (agent && agent.exitCode === null && agent.signalCode === null) {
    const gone = once(agent, 'exit');
    agent.kill('SIGTERM');
    await gone;
  }
  agent = undefined;
  await lab.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts the agent and waits until it listens at `address`. */
async function start(address = ADDRESS): Promise<void> {
  const options = ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), '--data', directory];
  const words = [agentProgram, '--listen', `${ADDRESS}:443`, ...options];
  said = '';
  const started = lab.switch.spawn(process.execPath, words, {
    env: { ...process.env, FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  agent = started;
  for (const stream of [started.stdout, started.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  await expect.poll(() => said, { timeout: 60_000, interval: 100 }).toContain(`Listening on https://${address}:443/`);
}

/** Ends the agent as a power cut would. */
async function cutOff(): Promise<void> {
  if (agent) await killed(agent);
}

async function signIn(address = ADDRESS): Promise<DistantClient> {
  const client = new DistantClient(lab.host(1).namespace, address);
  await expect.poll(() => client.login(PASSWORD).catch(() => -1), { timeout: 30_000, interval: 200 }).toBe(0);
  return client;
}

const log = async (client: DistantClient) => JSON.stringify(await client.read('syslogMsgEntry'));
const guard = (client: DistantClient) => client.read('managementGuard');
const address = (client: DistantClient, columns: object) =>
  client.set('ipv4InterfaceEntry', { ipv4InterfaceIfIndex: 10_001, ...columns });
/** A call whose answer may be lost on the way that it cuts. */
const forced = (answer: Promise<unknown>) => answer.catch(() => undefined);

describe('on Open vSwitch, a station that claims the address of the switch', () => {
  test('takes it at no start, and is told of', async () => {
    const spoofer = await lab.host(2).station();
    const claim = (targetMac: string) => {
      const payload = buildArp({
        operation: 'reply',
        senderMac: SPOOFER,
        senderAddress: ADDRESS,
        targetMac,
        targetAddress: '0.0.0.0',
      });
      const frame = { destination: targetMac, source: SPOOFER, etherType: EtherType.arp, payload };
      spoofer.send(padFrame(buildEthernet(frame)));
    };
    /** Announcements of the switch's own address. */
    let announced = 0;
    spoofer.onFrame = (frame) => {
      const ethernet = parseEthernet(frame);
      const arp = ethernet?.etherType === EtherType.arp ? parseArp(ethernet.payload) : undefined;
      if (arp?.targetAddress !== ADDRESS) return;
      if (arp.senderAddress === '0.0.0.0') claim(arp.senderMac);
      if (arp.senderAddress === ADDRESS) announced += 1;
    };
    for (let times = 0; times < 3; times += 1) {
      announced = 0;
      await start();
      await expect.poll(() => announced).toBe(1);
      const client = await signIn();
      expect(await client.read('ipv4InterfaceEntry')).toMatchObject([{ ipAddressInUse: ADDRESS, ipAddressStatus: 7 }]);
      expect(await log(client)).toContain(
        `station ${SPOOFER} claims address ${ADDRESS} of the switch, which keeps it.`,
      );
      // Wrong entries of others are corrected by the one announcement.
      claim(BROADCAST_MAC);
      await spoofer.sync();
      expect(agent?.exitCode).toBeNull();
      await cutOff();
    }
  });
});

describe('on Open vSwitch, a change that has to be forced', () => {
  test('is gone after kill -9: the switch is where it was', async () => {
    await start();
    const client = await signIn();
    await client.set('dot1dTp', { dot1dTpAgingTime: 222 });
    const away = { ipAddressAddr: '192.168.10.201' };
    expect((await address(client, away)).error.code).toBe(8710);
    await forced(address(client, { ...away, Force: 1 }));
    await expect.poll(() => said).toContain('Listening on https://192.168.10.201:443/');
    await cutOff();
    await start();
    const again = await signIn();
    expect(await again.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 222 });
    expect(await log(again)).toContain('the device restarted before; the former configuration is in force');
    expect(await guard(again)).toMatchObject({ managementGuardState: 1 });
  });

  test('to DHCP is confirmed at the lease, and nowhere before', async () => {
    await lab.host(3).address('192.168.10.3/24');
    await start();
    const client = await signIn();
    expect((await address(client, { ipAddrCfgMode: 2 })).error.code).toBe(8710);
    expect((await address(client, { ipAddrCfgMode: 2, Force: 1 })).error.code).toBe(0);
    // There is no answer yet: the manual address still works, and confirms nothing.
    expect(await guard(client)).toMatchObject({ managementGuardState: 2 });
    const save = () => client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
    expect((await save()).error.code).toBe(12);
    lab
      .host(3)
      .namespace.spawn('dnsmasq', [
        '--keep-in-foreground',
        '--conf-file=/dev/null',
        '--interface=eth0',
        '--port=0',
        '--no-ping',
        '--dhcp-range=192.168.10.240,192.168.10.240,255.255.255.0,1h',
        '--dhcp-leasefile=/dev/null',
        '--pid-file',
      ]);
    await expect.poll(() => said, { timeout: 50_000 }).toContain('Listening on https://192.168.10.240:443/');
    const there = client.at('192.168.10.240');
    await expect.poll(() => guard(there)).toMatchObject({ managementGuardState: 1 });
    // Its Release is guarded in its turn.
    const { error } = await address(there, { dhcpClientAction: 2 });
    expect(error).toMatchObject({ code: 8710, message: expect.stringContaining('192.168.10.240') });
  });
});

describe('on Open vSwitch, a restore', () => {
  /** Checks the present configuration, moved to another address. */
  async function checked(client: DistantClient, to: string): Promise<void> {
    await client.set('cfgTransferCtrl', { cfgDirection: 1 });
    const fetched = await client.get(`/iss/specific/cgi/${BACKUP_DOWNLOAD}?Gambit=${client.gambit}&_=1`);
    const text = (await fetched.text()).replaceAll(ADDRESS, to);
    const sent = await client.sendFile(RESTORE_UPLOAD, { cfgKeepAddress: '2' }, text);
    expect(await sent.json()).toMatchObject({ error: { code: 0 } });
  }
  const confirm = (client: DistantClient, force: object = {}) =>
    client.set('cfgTransferCtrl', { cfgConfirm: 1, ...force });

  test('that moves the switch is tried once, and confirmed by whoever signs in there', async () => {
    await start();
    const client = await signIn();
    await checked(client, '192.168.10.77');
    expect((await confirm(client)).error.code).toBe(8710);
    await forced(confirm(client, { Force: 1 }));
    await expect.poll(() => said, { timeout: 30_000 }).toContain('Listening on https://192.168.10.77:443/');
    // There is no login: a power failure returns to the former state.
    await cutOff();
    await start();
    const back = await signIn();
    expect(await log(back)).toContain('the device restarted before; the former configuration is in force');

    await checked(back, '192.168.10.77');
    await forced(confirm(back, { Force: 1 }));
    await expect.poll(() => said, { timeout: 30_000 }).toContain('Listening on https://192.168.10.77:443/');
    const there = await signIn('192.168.10.77');
    expect(await guard(there)).toMatchObject({ managementGuardState: 1 });
    expect(await there.read('sysConfig')).toMatchObject({ configDirty: 2 });
    await cutOff();
    await start('192.168.10.77');
    await signIn('192.168.10.77');
  });
});
