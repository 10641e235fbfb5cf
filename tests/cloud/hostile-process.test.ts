import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AgentClient } from '../agent/agent-client.ts';
import { CloudProcess, cloudPassword } from './cloud-process.ts';
import { RawSwitch } from './raw-switch.ts';

vi.setConfig({ testTimeout: 120_000 });

let cloud: CloudProcess;
let owner: AgentClient;
let count = 0;

const HOST = '127.0.0.1';
const consolePort = () => Number(new URL(cloud.origin).port);
const switchPort = () => Number(cloud.place.split(':')[1]);

beforeAll(async () => {
  cloud = await CloudProcess.start();
  owner = new AgentClient(cloud.origin);
  expect(await owner.login(cloudPassword)).toBe(0);
});

afterAll(() => cloud.stop());

/** The owner can work, and a switch can come. */
async function works(): Promise<void> {
  count += 1;
  const made = await RawSwitch.make({ host: HOST, port: switchPort() }, `RAW${count}`);
  const claim = { fleetClaimSerial: made.serial, fleetClaimCode: made.code, RowStatus: 4 };
  expect((await owner.set('fleetClaimEntry', claim)).error.code).toBe(0);
  expect(await made.claim()).toBe(200);
  (await made.connect()).terminate();
}

/** Opens a connection and says this on it. */
function open(port: number, said: string | Buffer = ''): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connectPlain(port, HOST, () => {
      if (said.length > 0) socket.write(said);
      resolve(socket);
    });
    socket.on('error', () => {});
  });
}

const many = (wanted: number, port: number, said?: string | Buffer) =>
  Promise.all(Array.from({ length: wanted }, () => open(port, said)));

/** What comes on a connection until it ends. */
function rest(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  return new Promise((resolve) => socket.once('close', () => resolve(text)));
}

/** Says this over TLS, with a certificate that it made itself; resolves to all that is answered. */
async function sayToGateway(text: string): Promise<string> {
  const { own } = await RawSwitch.make({ host: HOST, port: switchPort() }, 'STRANGER');
  const socket = connectSecure({
    host: HOST,
    port: switchPort(),
    cert: own.certificate,
    key: own.key,
    rejectUnauthorized: false,
  });
  socket.on('error', () => {});
  socket.once('secureConnect', () => socket.write(text));
  return rest(socket);
}

describe('beside a thousand connections', () => {
  it.each([
    ['that say nothing', ''],
    ['that begin a handshake and stop', Buffer.from([22, 3, 1, 2, 0, 1])],
  ])('%s, of switches and of browsers, the owner works and a switch comes', async (_what, said) => {
    const sockets = (await Promise.all([many(1_100, switchPort(), said), many(400, consolePort(), said)])).flat();
    await works();
    for (const socket of sockets) socket.destroy();
  });

  it('what has not said its first word in ten seconds is ended', async () => {
    const began = performance.now();
    await Promise.all([rest(await open(switchPort(), Buffer.from([22]))), rest(await open(consolePort(), 'GET / HT'))]);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('what is too long or not asked for', () => {
  const long = `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`;

  it('is a head of twenty kilobytes', async () => {
    // What was not read of it may end the connection before the answer came through.
    const refused = /^(?:HTTP\/1\.1 431 .*)?$/s;
    expect(await rest(await open(consolePort(), long))).toMatch(refused);
    expect(await sayToGateway(long)).toMatch(refused);
    await works();
  });

  it('are questions that do not wait for their answers', async () => {
    const body = JSON.stringify({ serial: 'STRANGER', model: 'RAW' });
    const asked = `POST /claim HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await sayToGateway(asked)).toMatch(/^HTTP\/1\.1 404 /);
    const answers = await sayToGateway(asked.repeat(50));
    expect(answers.match(/HTTP\/1\.1/g) ?? []).not.toHaveLength(50);
    await works();
  });

  it('are upgrades of strangers, and words that are no HTTP', async () => {
    const upgrade = (path: string) =>
      `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    expect(await sayToGateway(upgrade('/switch'))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await sayToGateway(upgrade('/other'))).toMatch(/^HTTP\/1\.1 403 /);
    expect(await sayToGateway('\0\x01 nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    await works();
  });
});

describe('a page of another site', () => {
  const call = JSON.stringify({
    method: 'CommonSet',
    id: 0,
    params: { Template: 'fleetClaimEntry', fleetClaimSerial: 'EVIL', fleetClaimCode: 'AAAA-AAAA-AAAA', RowStatus: 4 },
  });
  const foreign: readonly [string, Record<string, string>, number][] = [
    ['another origin', { origin: 'http://evil.example' }, 403],
    ['no origin that it tells', { origin: 'null' }, 403],
    ['another port of this host', { origin: `http://${HOST}:1` }, 403],
    ['another site, as browsers say it', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour, as browsers say it', { 'sec-fetch-site': 'same-site' }, 403],
    ['a name that leads here', { host: 'evil.example' }, 421],
    ['a name that begins as ours', { host: `${HOST}.evil.example` }, 421],
  ];

  /** Asks as a browser would that has the owner's cookie; `fetch` sets no Host. */
  async function ask(path: string, headers: Record<string, string>, body?: string): Promise<number> {
    const lines = Object.entries({ host: `${HOST}:${consolePort()}`, cookie: owner.cookie, ...headers });
    const head = [
      `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined
        ? []
        : ['content-type: application/x-www-form-urlencoded', `content-length: ${body.length}`]),
      'connection: close',
    ];
    const answer = await rest(await open(consolePort(), `${head.join('\r\n')}\r\n\r\n${body ?? ''}`));
    return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
  }

  const form = () => new URLSearchParams({ Gambit: owner.gambit, RPC: call }).toString();

  it.each(foreign)('changes nothing from %s, in the fleet or at a switch', async (_what, headers, status) => {
    for (const below of ['', '/switch/RAW1']) {
      expect(await ask(`${below}/iss/specific/rpc.js`, headers, form())).toBe(status);
      expect(await ask(`${below}/iss/specific/login_data.js?pelican=x&pinkpanther=y`, headers)).toBe(status);
    }
    expect(JSON.stringify(await owner.read('fleetClaimEntry'))).not.toContain('EVIL');
  });

  it('is let in where it is the cloud’s own', async () => {
    const own = { origin: `http://${HOST}:${consolePort()}`, 'sec-fetch-site': 'same-origin' };
    expect(await ask('/iss/specific/rpc.js', own, form())).toBe(200);
  });
});
