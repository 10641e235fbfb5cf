import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BROADCAST_MAC } from '../../protocols/frames/addresses.ts';
import { buildArp, parseArp } from '../../protocols/frames/arp.ts';
import { buildEthernet, EtherType, padFrame, parseEthernet } from '../../protocols/frames/ethernet.ts';
import { givingMemoryBack } from '../children-that-keep-memory.ts';
import { mustRun } from '../namespaces/command.ts';
import { createLab, type Lab } from '../namespaces/lab.ts';
import { killed } from '../namespaces/namespace.ts';
import { agentProgram } from './agent-program.ts';
import { DistantClient } from './distant-client.ts';

const PASSWORD = 'first-Passw0rd';
const ADDRESS = '192.168.10.200';
const SPOOFER = '02-00-00-00-00-66';

/** The administrator is at port 1, the attacker at port 4; what the switch is there for goes on between ports 2 and 3. */
let lab: Lab;
/** A file system of the agent's own, so that it can be full. */
let directory: string;
let agent: ChildProcess;
let said = '';
let client: DistantClient;

beforeAll(async () => {
  lab = await createLab({ ports: 4 });
  for (const port of [1, 2, 3, 4]) await lab.host(port).address(`192.168.10.${port}/24`);
  for (const port of [1, 4]) await lab.host(port).namespace.exec('ethtool', '-K', 'eth0', 'tx', 'off');
  directory = mkdtempSync(join(tmpdir(), 'faceplate-attacked-'));
  await mustRun('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', directory);
  await start();
  client = new DistantClient(lab.host(1).namespace, ADDRESS);
  await signIn();
});

afterAll(async () => {
  const gone = once(agent, 'exit');
  agent.kill('SIGTERM');
  await gone;
  await lab.close();
  await mustRun('umount', directory);
  rmSync(directory, { recursive: true, force: true });
});

/** Pings from host 2 to host 3, ten a second, beside each test. */
/** How many of them may be lost: the last one may be on its way. */
let losses = 1;
let pings: { stop(): Promise<{ readonly lost: number }> };

beforeEach(async () => {
  expect(await lab.host(2).reaches('192.168.10.3', 20)).toBe(true);
  const child = lab.host(2).namespace.spawn('ping', ['-n', '-i', '0.1', '192.168.10.3']);
  let text = '';
  child.stdout?.on('data', (part) => {
    text += part;
  });
  const closed = once(child, 'close');
  pings = {
    async stop() {
      const enough = () => expect(text.split('bytes from').length).toBeGreaterThan(20);
      await vi.waitFor(enough, { timeout: 20_000, interval: 100 });
      child.kill('SIGINT');
      await closed;
      const [, sent, received] = /(\d+) packets transmitted, (\d+) received/.exec(text) ?? [];
      return { lost: Number(sent) - Number(received) };
    },
  };
});

afterEach(async () => {
  const { lost } = await pings.stop();
  expect(lost).toBeLessThanOrEqual(losses);
  losses = 1;
});

async function start(): Promise<void> {
  const options = ['--datapath', 'openvswitch', '--ports', lab.ports.join(','), '--data', directory];
  said = '';
  agent = lab.switch.spawn(process.execPath, [agentProgram, '--listen', `${ADDRESS}:443`, ...options], {
    env: { ...givingMemoryBack(), FACEPLATE_INITIAL_PASSWORD: PASSWORD },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [agent.stdout, agent.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  const listens = () => expect(said).toContain(`Listening on https://${ADDRESS}:443/`);
  await vi.waitFor(listens, { timeout: 60_000, interval: 100 });
}

async function signIn(): Promise<void> {
  const isIn = async () => expect(await client.login(PASSWORD)).toBe(0);
  await vi.waitFor(isIn, { timeout: 30_000, interval: 200 });
}

const log = async () => JSON.stringify(await client.read('syslogMsgEntry'));

/** Opens connections from the attacker's host, and asks by them without waiting for answers, until it is killed. */
const flood = `
const { connect } = require('node:tls');
const question = 'GET /iss/specific/public_key.js HTTP/1.1\\r\\nHost: ${ADDRESS}\\r\\nCookie: __Host-faceplate-443=forged\\r\\n\\r\\n';
const open = () => {
  const socket = connect({ host: '${ADDRESS}', port: 443, rejectUnauthorized: false }, () => {
    console.log('in');
    socket.write(question.repeat(50));
  });
  socket.on('error', () => undefined).on('data', () => socket.write(question.repeat(50)));
  socket.on('close', () => setTimeout(open, 50));
};
for (let count = 0; count < 40; count += 1) open();
`;

/** The attacker's addresses beside his own. */
const SOURCES = Array.from({ length: 50 }, (_, at) => `192.168.10.${100 + at}`);

/** Sends forms of 4 MB from each of his addresses, one after the other, with a token that he made up, until it is killed. */
const forms = `
const { connect } = require('node:tls');
const body = Buffer.alloc(4 * 1024 * 1024, 'a');
const head = 'POST /iss/specific/rpc.js HTTP/1.1\\r\\nHost: ${ADDRESS}\\r\\nContent-Type: application/x-www-form-urlencoded\\r\\n' +
  'Cookie: __Host-faceplate-443=' + 'f'.repeat(64) + '\\r\\nContent-Length: ' + (body.length + 7) + '\\r\\n\\r\\nGambit=';
const open = (localAddress) => {
  const options = { host: '${ADDRESS}', port: 443, rejectUnauthorized: false, localAddress };
  const socket = connect(options, () => {
    console.log('in');
    socket.write(head);
    socket.write(body);
  });
  socket.on('error', () => undefined).on('data', () => undefined);
  socket.on('close', () => setTimeout(open, 50, localAddress));
};
for (const source of ${JSON.stringify(SOURCES)}) open(source);
`;

/** Megabytes of the agent that are in memory. */
function residentMegabytes(): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${agent.pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

describe('on Open vSwitch, hosts talk on and the administrator works on', () => {
  test('while somebody claims the address of the switch thousands of times', async () => {
    const attacker = await lab.host(4).station();
    const payload = buildArp({
      operation: 'reply',
      senderMac: SPOOFER,
      senderAddress: ADDRESS,
      targetMac: BROADCAST_MAC,
      targetAddress: ADDRESS,
    });
    const claim = padFrame(
      buildEthernet({ destination: BROADCAST_MAC, source: SPOOFER, etherType: EtherType.arp, payload }),
    );
    let announced = 0;
    attacker.onFrame = (frame) => {
      const ethernet = parseEthernet(frame);
      const arp = ethernet?.etherType === EtherType.arp ? parseArp(ethernet.payload) : undefined;
      if (arp?.senderAddress === ADDRESS && arp.targetAddress === ADDRESS) announced += 1;
    };
    for (let round = 0; round < 50; round += 1) {
      for (let count = 0; count < 100; count += 1) attacker.send(claim);
      await attacker.sync();
    }
    await expect.poll(() => announced).toBe(1);
    // The host's table may contain the attacker's entry; asked again, the switch answers.
    await lab.host(1).namespace.attempt('ip', ['neighbour', 'flush', 'dev', 'eth0']);
    const claims = (await log()).split(`station ${SPOOFER} claims address ${ADDRESS}`).length - 1;
    // Once as English words, once as text and values.
    expect(claims).toBeLessThanOrEqual(2);
    expect(announced).toBe(1);
    await attacker.close();
  });

  test('while somebody asks by forty connections without waiting for answers', async () => {
    const attacker = lab.host(4).namespace.spawn(process.execPath, ['-e', flood]);
    let connected = 0;
    attacker.stdout?.on('data', (text) => {
      connected += String(text).split('in').length - 1;
    });
    await expect.poll(() => connected, { timeout: 30_000 }).toBeGreaterThan(40);
    for (let count = 0; count < 3; count += 1) {
      expect((await client.set('dot1dTp', { dot1dTpAgingTime: 300 + count })).error.code).toBe(0);
    }
    await killed(attacker);
  });

  test('while fifty sources send forms of 4 MB', async () => {
    for (const source of SOURCES) await lab.host(4).address(`${source}/24`);
    const before = residentMegabytes();
    const attacker = lab.host(4).namespace.spawn(process.execPath, ['-e', forms]);
    let connected = 0;
    attacker.stdout?.on('data', (text) => {
      connected += String(text).split('in').length - 1;
    });
    await expect.poll(() => connected, { timeout: 60_000 }).toBeGreaterThan(SOURCES.length);
    let most = 0;
    for (let count = 0; count < 5; count += 1) {
      expect((await client.set('dot1dTp', { dot1dTpAgingTime: 310 + count })).error.code).toBe(0);
      most = Math.max(most, residentMegabytes());
    }
    await killed(attacker);
    // All of their forms at once would take 200.
    expect(before).toBeGreaterThan(20);
    expect(most - before).toBeLessThan(100);
  });

  test('while a batch of reads asks for more than any page needs', async () => {
    const rows = Array.from({ length: 64 }, () => ({ Template: 'syslogMsgEntry' }));
    const { result } = await client.call('BatchGet', { reads: rows });
    expect(result).toHaveLength(64);
    const calls = Array.from({ length: 65 }, () => ({ method: 'CommonGet', params: { Template: 'ifEntry' } }));
    expect((await client.call('BatchPost', { FuncName: 'x', calls })).error.message).toContain('more than 64 reads');
  });

  test('while the agent’s disk is full: a save is refused, and made when there is room again', async () => {
    const { bavail, bsize } = statfsSync(directory);
    const filler = join(directory, 'filler');
    // The agent may take some of the room meanwhile.
    expect(() => writeFileSync(filler, Buffer.alloc((bavail + 1) * bsize))).toThrow('ENOSPC');
    expect(statfsSync(directory).bavail).toBe(0);
    const save = async () => {
      await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
      const status = async () => Number(Reflect.get(Object(await client.read('sysConfig')), 'configOperStatus'));
      await expect.poll(status).not.toBe(3);
      return status();
    };
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 555 })).error.code).toBe(0);
    expect(await save()).not.toBe(1);
    expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 555 });
    expect((await client.set('dot1qVlanStaticEntry', { dot1qVlanIndex: 20, RowStatus: 4 })).error.code).toBe(0);
    rmSync(filler);
    expect(await save()).toBe(1);
    await killed(agent);
    await start();
    await signIn();
    expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 555 });
  });

  test('while a change is forced with a full disk, and the process ends: what was saved is back', async () => {
    const save = async () => {
      await client.set('sysConfig', { configOperConfigID: 1, configOper: 3 });
      await expect.poll(() => client.read('sysConfig')).toMatchObject({ configOperStatus: 1 });
    };
    expect((await client.set('dot1dTp', { dot1dTpAgingTime: 666 })).error.code).toBe(0);
    await save();
    // An Open vSwitch that can no longer write is ended, and another one started elsewhere.
    losses = 100;
    const { bavail, bsize } = statfsSync(directory);
    const filler = join(directory, 'filler');
    writeFileSync(filler, Buffer.alloc(bavail * bsize));
    const away = { ipv4InterfaceIfIndex: 10_001, ipAddressAddr: '192.168.10.201', Force: 1 };
    await client.set('ipv4InterfaceEntry', away).catch(() => undefined);
    const moved = () => expect(said).toContain('Listening on https://192.168.10.201:443/');
    await vi.waitFor(moved, { timeout: 30_000, interval: 100 });
    await killed(agent);
    await start();
    await signIn();
    expect(await client.read('dot1dTp')).toMatchObject({ dot1dTpAgingTime: 666 });
    expect(await client.read('managementGuard')).toMatchObject({ managementGuardState: 1 });
    rmSync(filler);
    await save();
  });
});
