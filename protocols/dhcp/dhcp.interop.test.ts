import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DhcpEvent, type DhcpNews, stepDhcp } from './client.ts';
import { buildDhcpFrame, parseDhcpFrame } from './frame.ts';
import { buildDhcp, parseDhcp } from './message.ts';
import { stoppedDhcp } from './state.ts';

const id = process.pid.toString(36);
const serverSpace = `fpds${id}`;
const clientSpace = `fpdc${id}`;
const folder = mkdtempSync(join(tmpdir(), 'dhcp-interop-'));
const leases = join(folder, 'leases');
const children: ChildProcess[] = [];
let serverLog: Interface;

const ip = (...words: string[]) => execFileSync('ip', words);

/** Carries DHCP messages in hexadecimal lines between its standard streams and UDP port 68 of its namespace. */
const relay = `
  const socket = require('node:dgram').createSocket('udp4');
  const lines = require('node:readline').createInterface({ input: process.stdin });
  socket.on('message', (octets) => console.log(octets.toString('hex')));
  socket.bind(68, '0.0.0.0', () => { socket.setBroadcast(true); console.log('ready'); });
  lines.on('line', (line) => {
    const [address, hex] = line.split(' ');
    socket.send(Buffer.from(hex, 'hex'), 67, address);
  });
  lines.on('close', () => process.exit());
`;

beforeAll(async () => {
  ip('netns', 'add', serverSpace);
  ip('netns', 'add', clientSpace);
  ip('link', 'add', 'server', 'netns', serverSpace, 'type', 'veth', 'peer', 'name', 'client', 'netns', clientSpace);
  ip('-n', serverSpace, 'addr', 'add', '192.0.2.1/24', 'dev', 'server');
  ip('-n', serverSpace, 'link', 'set', 'server', 'up');
  ip('-n', clientSpace, 'link', 'set', 'client', 'up');
  ip('-n', clientSpace, 'route', 'add', 'default', 'dev', 'client');
  const words = [
    '--keep-in-foreground --conf-file=/dev/null --port=0 --no-ping --log-facility=- --user=root --bind-interfaces',
    '--interface=server --dhcp-authoritative --dhcp-range=192.0.2.100,192.0.2.110,255.255.255.0,2m',
    '--dhcp-option=option:router,192.0.2.1 --dhcp-option=option:dns-server,192.0.2.53,192.0.2.54 --domain=lan.example',
    `--dhcp-leasefile=${leases} --pid-file=${join(folder, 'pid')}`,
  ];
  const server = spawn('ip', ['netns', 'exec', serverSpace, 'dnsmasq', ...words.join(' ').split(' ')]);
  children.push(server);
  serverLog = createInterface({ input: server.stderr });
  // The first line on its log says that it has opened its sockets.
  await once(serverLog, 'line');
});

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
  ip('netns', 'del', clientSpace);
  ip('netns', 'del', serverSpace);
  rmSync(folder, { recursive: true });
});

test('a lease of dnsmasq is taken, renewed and given back', async () => {
  const client = await startClient();
  client.feed({ kind: 'start' });
  expect(await client.news()).toMatchObject({
    kind: 'bound',
    lease: {
      prefix: 24,
      gateway: '192.0.2.1',
      dnsServers: ['192.0.2.53', '192.0.2.54'],
      domainName: 'lan.example',
      server: '192.0.2.1',
      leaseTime: 120,
      renewalTime: 60,
      rebindingTime: 105,
    },
  });
  const address = client.address();
  expect(address).toMatch(/^192\.0\.2\.1(0\d|10)$/);
  expect(readFileSync(leases, 'utf8')).toContain(`${address} core-switch-1`);

  ip('-n', clientSpace, 'addr', 'add', `${address}/24`, 'dev', 'client');
  client.feed({ kind: 'renew' });
  expect(await client.news()).toMatchObject({ kind: 'renewed', lease: { address } });

  const released = serverSays(/DHCPRELEASE/);
  client.feed({ kind: 'release' });
  expect(await client.news()).toEqual({ kind: 'lost', address, reason: 'released' });
  expect(await released).toContain(address);
});

/** A client in its namespace, woken when it wants to be. */
async function startClient() {
  const settings = { mac: clientMac(), hostName: 'core-switch-1', retries: 7 };
  const child = spawn('ip', ['netns', 'exec', clientSpace, process.execPath, '-e', relay]);
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  const told = new EventEmitter();
  const news = on(told, 'news');
  let state = stoppedDhcp(process.pid);
  let timer: NodeJS.Timeout | undefined;
  const feed = (event: DhcpEvent) => {
    const step = stepDhcp(settings, state, event, performance.now());
    state = step.state;
    clearTimeout(timer);
    if (Number.isFinite(state.wakeAt)) {
      timer = setTimeout(() => feed({ kind: 'wake' }), state.wakeAt - performance.now()).unref();
    }
    for (const octets of step.send) {
      const frame = parseDhcpFrame(octets);
      if (!frame) throw new Error('the client sent something else than DHCP');
      child.stdin.write(`${frame.destinationAddress} ${Buffer.from(buildDhcp(frame.message)).toString('hex')}\n`);
    }
    if (step.news) told.emit('news', step.news);
  };
  lines.on('line', (line) => feed({ kind: 'frame', octets: frameOf(Buffer.from(line, 'hex')) }));
  return {
    feed,
    address: () => state.lease?.address ?? '',
    news: async (): Promise<DhcpNews> => (await news.next()).value[0],
  };
}

/** The frame that brought a server's message. */
function frameOf(octets: Uint8Array): Uint8Array {
  const message = parseDhcp(octets);
  if (!message) throw new Error('the server sent something that is not read');
  return buildDhcpFrame({
    sourceMac: '02-00-00-00-00-01',
    destinationMac: 'FF-FF-FF-FF-FF-FF',
    sourceAddress: '192.0.2.1',
    destinationAddress: '255.255.255.255',
    message,
  });
}

/** The server's next log line that matches. */
function serverSays(pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    serverLog.on('line', (line) => {
      if (pattern.test(line)) resolve(line);
    });
  });
}

function clientMac(): string {
  const link: unknown = JSON.parse(execFileSync('ip', ['-n', clientSpace, '-j', 'link', 'show', 'client']).toString());
  const [first] = Array.isArray(link) ? link : [];
  return String(first?.address).toUpperCase().replaceAll(':', '-');
}
