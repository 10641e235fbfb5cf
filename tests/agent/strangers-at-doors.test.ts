import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Client, type ConnectConfig, utils } from 'ssh2';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../datapath/virtual/scenario/random.ts';
import { englishOf } from '../../device/log/log.ts';
import { agentState } from '../../features/system/snmp/slots.ts';
import { sshState } from '../../features/system/ssh/slots.ts';
import { telnetState } from '../../features/system/telnet/slots.ts';
import { seed } from '../../protocols/random-frames.ts';
import { Version, writeCommunityMessage } from '../../protocols/snmp/message.ts';
import { arcsOf } from '../../protocols/snmp/oid-order.ts';
import { nothing, PduKind } from '../../protocols/snmp/pdu.ts';
import { integer, TestManager } from '../../protocols/snmp/testing.ts';
import type { AgentClient } from './agent-client.ts';
import { PASSWORD, startTestAgent, type TestAgent } from './test-agent.ts';

// Strangers at 26 addresses do at random, ten times a second each, whatever can be tried at a door without being let in. Beside them
// who signed in before, has a key, a session, a token or a community does by each door what he came for.

const PATIENCE = { timeout: 20_000, interval: 20 };
const STRANGERS = 26;
const SNMP_OUT_TRAPS = '1.3.6.1.2.1.11.29.0';
/** An address without an earlier login. */
const ELSEWHERE = '127.0.0.77';

const key = utils.generateKeyPairSync('ed25519');
const random = seededRandom(seed);
const oneOf = <Item>(items: readonly [Item, ...Item[]]): Item => items[Math.floor(random() * items.length)] ?? items[0];

let agent: TestAgent;
let web: AgentClient;
let token: string;
let datagrams: Datagrams[];
const strangers = new Set<Socket>();
const clients: (Client | Socket)[] = [];

beforeAll(async () => {
  agent = await startTestAgent();
  web = await agent.signedIn();
  const columns = { snmpCommunityIndex: '1', snmpCommunityName: 'reads', snmpCommunitySecurityName: 'ReadOnly' };
  for (const [object, values] of [
    ['sshCtrl', { sshState: 1, sshUserKeyFile: `${key.public} desk\n` }],
    ['telnetCtrl', { telnetState: 1 }],
    ['snmpCommunityEntry', { ...columns, RowStatus: 4 }],
    ['snmpAgentCtrl', { snmpAgentState: 1, snmpTrapState: 1, snmpEnableAuthenTraps: 1 }],
  ] as const) {
    expect((await web.set(object, values)).error).toMatchObject({ code: 0 });
  }
  const told = await web.set('snmpTargetAddrEntry', {
    snmpTargetAddrName: 'nms',
    snmpTargetAddrTAddress: '192.0.2.9',
    snmpTargetParamsSecurityName: '1',
    RowStatus: 4,
  });
  expect(told.error).toMatchObject({ code: 0 });
  const { result } = await web.set('apiTokenCtrl', { apiTokenNewName: 'monitor', apiTokenNewScope: 1 });
  token = String(Object(result).apiTokenIssued);
  // One of them in the name of the manager: a datagram does not prove its source.
  const addresses = ['127.0.0.1', ...Array.from({ length: STRANGERS }, (_, at) => `127.0.1.${at + 1}`)];
  datagrams = await Promise.all(addresses.map(datagramsAt));
});

afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});

afterAll(async () => {
  for (const socket of strangers) socket.destroy();
  for (const socket of datagrams) socket.close();
  await agent.close();
});

function datagramsAt(address: string): Promise<Datagrams> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', () => {});
    socket.bind(0, address, () => resolve(socket));
  });
}

const portOf = (place: string | undefined) => Number(place?.split(':').at(-1));
const ports = {
  web: () => Number(new URL(agent.origin).port),
  ssh: () => portOf(agent.running.context.slots.get(sshState).listening[0]),
  telnet: () => portOf(agent.running.context.slots.get(telnetState).listening[0]),
  snmp: () => portOf(agent.running.context.slots.get(agentState)?.listening[0]),
};
type Door = Exclude<keyof typeof ports, 'snmp'>;

/** What is said at a door and left there: nothing more comes, and nothing is closed. */
const words: Readonly<Record<Door, readonly [() => string | Buffer, ...(() => string | Buffer)[]]>> = {
  web: [
    () => '',
    () => 'GET / HTTP/1.1\r\nHost: 127',
    () => Buffer.from([22, 3, 1, 2, 0, 1, 0]),
    () => asked('GET', '/', 'Host: elsewhere.example'),
    () => `${asked('POST', '/iss/specific/rpc.js', 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\nGET / `,
    () => `${asked('POST', '/iss/specific/rpc.js', 'Transfer-Encoding: chunked')}ffffff\r\n`,
    () => `${asked('POST', '/iss/specific/rpc.js', 'Content-Length: 999')}RPC=`,
    () => asked('GET', '/', `X: ${'x'.repeat(30_000)}`),
    () => asked('GET', '/', ...Array.from({ length: 900 }, (_, at) => `X-${at}: ${at}`)),
    () =>
      asked(
        'GET',
        '/',
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: AAAA',
      ),
    () => asked('CONNECT', '127.0.0.1:22'),
    () => asked('OPTIONS', '*', 'Expect: 100-continue'),
    () =>
      asked(
        'GET',
        oneOf(['/healthz', '/readyz', '/metrics', '/iss/specific/public_key.js', '/reference/openrpc.json']),
      ),
    () => asked('GET', '/metrics', `Authorization: Bearer ${'a'.repeat(Math.floor(random() * 300))}`),
    () =>
      asked(
        'GET',
        '/iss/specific/login_data.js?pelican=a&pinkpanther=b',
        'X-Forwarded-For: 127.0.0.1',
        'Forwarded: for=127.0.0.1',
      ),
    () => asked('GET', '/', 'Cookie: session=a; known=b').repeat(20),
  ],
  ssh: [
    () => '',
    () => 'SSH-2.0-x\r\n',
    () => 'SSH-2.0-'.padEnd(60_000, 'x'),
    () => 'no such thing\r\n'.repeat(2000),
    () =>
      Buffer.concat([
        Buffer.from('SSH-2.0-x\r\n'),
        Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 20]),
        Buffer.alloc(9000, 20),
      ]),
  ],
  telnet: [
    () => '',
    () => 'admin',
    () => 'admin\r\nguess\r\n',
    () => 'x'.repeat(100_000),
    () => Buffer.alloc(30_000, Buffer.from([255, 253, 1])),
    () => Buffer.concat([Buffer.from([255, 250, 31]), Buffer.alloc(50_000, 7)]),
  ],
};

function asked(method: string, target: string, ...headers: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, `Host: 127.0.0.1:${ports.web()}`, ...headers, '', ''].join('\r\n');
}

const wrongDatagrams = [
  writeCommunityMessage({
    version: Version.v2c,
    community: Buffer.from('guess'),
    pdu: {
      kind: PduKind.get,
      requestId: 1,
      errorStatus: 0,
      errorIndex: 0,
      varBinds: [{ name: arcsOf(SNMP_OUT_TRAPS), value: nothing }],
    },
  }),
  Buffer.from('3082ffff', 'hex'),
  Buffer.alloc(1400, 0x30),
] as const;

/** A tenth of a second of all strangers; resolves when the last of them was heard or refused. */
async function flood(): Promise<void> {
  agent.clock.advance(100);
  const came = Array.from({ length: STRANGERS }, (_, at) => {
    const door = oneOf<Door>(['web', 'ssh', 'telnet']);
    const socket = connect({ port: ports[door](), host: '127.0.0.1', localAddress: `127.0.1.${at + 1}` });
    strangers.add(socket);
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => strangers.delete(socket));
    return new Promise((resolve) => {
      socket.once('close', resolve);
      socket.once('connect', () => socket.write(oneOf(words[door])(), resolve));
    });
  });
  for (const socket of datagrams) socket.send(oneOf(wrongDatagrams), ports.snmp(), '127.0.0.1');
  await Promise.all(came);
}

/** Waits for something of the owner's while the strangers go on. */
async function amid<Result>(begin: () => Promise<Result>): Promise<Result> {
  // Some of them are in front of the owner.
  const before = flood();
  const action = begin();
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  action.then(over, over);
  await before;
  // Five seconds of theirs, and then only what they have left behind.
  for (let times = 0; times < 50 && !isOver; times += 1) await flood();
  return action;
}

function bySsh(options: ConnectConfig): Promise<Client> {
  return new Promise((resolve, reject) => {
    const client = new Client();
    clients.push(client);
    client.on('error', reject).on('ready', () => resolve(client));
    client.on('close', () => reject(new Error('closed')));
    client.connect({ host: '127.0.0.1', port: ports.ssh(), username: 'admin', ...options });
  });
}

function run(client: Client, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    client.exec(command, (error, channel) => {
      if (error) return reject(error);
      let output = '';
      channel.on('data', (octets: Buffer) => {
        output += octets;
      });
      channel.on('close', () => resolve(output));
    });
  });
}

function byTelnet(localAddress: string): Promise<string> {
  const socket = connect({ port: ports.telnet(), host: '127.0.0.1', localAddress });
  clients.push(socket);
  return new Promise((resolve, reject) => {
    let said = '';
    const answers: [string, string][] = [
      ['Username: ', 'admin'],
      ['Password: ', PASSWORD],
      ['> ', 'show dashboard'],
    ];
    socket.on('error', reject).on('close', () => reject(new Error(`closed after ${said}`)));
    socket.on('data', (octets) => {
      said += octets.toString('latin1');
      const [next] = answers;
      if (!next) return resolve(said);
      if (!said.includes(next[0])) return;
      said = '';
      answers.shift();
      socket.write(`${next[1]}\r\n`);
    });
  });
}

function byToken(localAddress: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const body = JSON.stringify({ method: 'CommonGet', params: { Template: 'system' } });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request(
      {
        host: '127.0.0.1',
        port: ports.web(),
        localAddress,
        path: '/iss/specific/rpc.js',
        method: 'POST',
        headers,
        agent: false,
      },
      (response) => resolve(response.resume().statusCode ?? 0),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function listed(client: Client): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) return reject(error);
      sftp.readdir('/', (failure, list) => (failure ? reject(failure) : resolve(list.map(({ filename }) => filename))));
    });
  });
}

describe(`while ${STRANGERS} addresses try every door again and again, FACEPLATE_SEED=${seed}`, () => {
  beforeAll(async () => {
    for (let times = 0; times < 15; times += 1) await flood();
  }, 60_000);

  test.each<readonly [string, () => Promise<unknown>]>([
    ['an open session goes on', async () => expect(await web.read('system')).toBeDefined()],
    ['a browser that signed in before does so again', async () => expect(await web.login(PASSWORD)).toBe(0)],
    ['a new browser of a known address signs in', async () => expect(await agent.client().login(PASSWORD)).toBe(0)],
    ['a program with a token reads', async () => expect(await byToken(ELSEWHERE)).toBe(200)],
    [
      'SSH takes the password of a known address',
      async () => expect(await run(await bySsh({ password: PASSWORD }), 'show dashboard')).not.toBe(''),
    ],
    [
      'SSH takes a key from anywhere',
      async () => {
        const client = await bySsh({ privateKey: key.private, localAddress: ELSEWHERE });
        expect(await run(client, 'show dashboard')).not.toBe('');
      },
    ],
    [
      'SFTP lists its files',
      async () => expect(await listed(await bySsh({ privateKey: key.private }))).toContain('config'),
    ],
    ['Telnet lets a known address in', () => byTelnet('127.0.0.1')],
    ['Telnet lets an unknown address in', () => byTelnet('127.0.0.78')],
    [
      'the manager in whose name others guess is answered',
      async () => {
        const manager = new TestManager(ports.snmp(), 'reads');
        const { errorStatus } = await manager.ask(PduKind.get, { '1.3.6.1.2.1.1.3.0': integer(0) });
        expect(errorStatus).toBe(0);
      },
    ],
    ['probes are answered', async () => expect((await fetch(`${agent.origin}/readyz`)).status).toBe(200)],
  ])('%s', { timeout: 60_000 }, async (_what, owner) => {
    await amid(owner);
  });

  test('wrong datagrams in many names fill neither the log nor the receiver of notifications', async () => {
    const lines = agent.running.context.log.entries().map(englishOf);
    expect(lines.filter((line) => /wrong communities|More addresses/.test(line)).length).toBeLessThan(80);
    const [sent] = await new TestManager(ports.snmp(), 'reads').get(SNMP_OUT_TRAPS);
    expect(Number(Object(sent).value)).toBeGreaterThan(0);
    expect(Number(Object(sent).value)).toBeLessThan(100);
  });

  test('they hold no more connections than there are places for them, and none is left a minute after they are gone', async () => {
    for (let times = 0; times < 15; times += 1) await flood();
    await expect.poll(() => strangers.size, PATIENCE).toBeLessThan(384 + 2 * 64 + 1);
    for (const socket of strangers) socket.destroy();
    agent.clock.advance(60_000);
    expect(await web.read('system')).toBeDefined();
    expect(await web.read('sshSessionEntry')).toEqual([]);
    expect(await web.read('telnetSessionEntry')).toEqual([]);
  }, 60_000);
});
